"""The panel: what MicroPython runs when the board gets power. Ctrl+C ends it, with every light out."""

from board import LIGHTS, PINS, Board
from panel import Panel


def run() -> None:
    """Carry bytes, buttons, colours and tones between the pins and the protocol, for ever."""
    board, panel = Board(), Panel(LIGHTS, PINS)
    try:
        while True:
            data = board.read()
            now_ms = board.now_ms()
            panel.hear(data, now_ms)
            panel.buttons(board.down(), now_ms)
            panel.tick(now_ms)
            if panel.news:
                panel.news = False
                board.show(panel.colours)
                board.tone(panel.hz)
            out = panel.out()
            if out:
                board.write(out)
    finally:
        board.show(bytes(3 * LIGHTS))
        board.tone(0)


if __name__ == "__main__":
    run()
