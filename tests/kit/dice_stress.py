"""An hour over the tray, made of pictures: hands, cards, shadows, changing light, a shaken camera, dice that
are pushed or covered, and now and then a roll. Says which rolls were said, missed, and made up."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Picture, through
from calibration.reading import Read, Reader
from calibration.rest import Watcher
from tests.kit.dice_noise import shaking

FPS = 12.0
SIZE_PX = (640, 480)
ROLL_EVERY_S = 25.0
"""On average; what disturbs comes in between."""
SKINS = ((60, 85, 130), (95, 130, 190), (140, 170, 225), (170, 195, 235))
"""Blue, green and red of the middle of a hand."""
LEAST_HAND = 0.02
"""A cut-out is at least this part of the picture, or it is no hand."""

Faces = tuple[int, int, str]


@dataclass(frozen=True)
class Lying:
    """Dice that lie in the tray, and what they show."""

    picture: Picture
    faces: Faces


@dataclass(frozen=True)
class Cutout:
    """Something cut out of a picture, and from which side it reaches in: along x and y, -1, 0 or 1."""

    picture: Picture
    alpha: NDArray[np.float32]
    side: tuple[int, int]


@dataclass(frozen=True)
class Tray:
    """One tray with what is known of it."""

    name: str
    reader: Reader
    empty: Picture
    lying: tuple[Lying, ...]


@dataclass
class Outcome:
    """What was said in the frames of one tray."""

    frames: int = 0
    rolls: int = 0
    said: Counter[str] = field(default_factory=Counter)
    """Of the rolls: ``right``, ``wrong``, ``unsure`` and ``missed``; of the unsure ones those ``set right``
    when a die was pushed."""
    false: list[str] = field(default_factory=list)
    """What was said without a roll, with the scene in which it was."""


def small(picture: Picture) -> Picture:
    """As the stress feeds it."""
    return cv2.resize(picture, SIZE_PX, interpolation=cv2.INTER_AREA)


def cut_out(picture: Picture, without: Picture) -> Cutout | None:
    """What reaches into a picture from its edge, beside a picture without it; None where nothing does."""
    far = cv2.GaussianBlur(cv2.absdiff(picture, without), (0, 0), 2).max(axis=2)
    mask = cv2.morphologyEx((far > 22).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    count, parts, stats, _middles = cv2.connectedComponentsWithStats(mask)
    best: tuple[int, tuple[int, int], int] | None = None
    for part in range(1, count):
        own = parts == part
        sides = {(-1, 0): own[:, 0], (1, 0): own[:, -1], (0, -1): own[0], (0, 1): own[-1]}
        side = max(sides, key=lambda each: int(sides[each].sum()))
        size = int(stats[part, cv2.CC_STAT_AREA])
        if sides[side].sum() > 8 and size > LEAST_HAND * own.size and (best is None or size > best[0]):
            best = size, side, part
    if best is None:
        return None
    alpha = cv2.GaussianBlur((parts == best[2]).astype(np.float32), (0, 0), 1.5)
    return Cutout(picture, alpha, best[1])


class Scenes:
    """Makes the frames of one tray. ``faces`` is what lies there, ``doing`` what happens."""

    def __init__(self, tray: Tray, hands: Sequence[Cutout], seed: int) -> None:
        self.tray = tray
        self.reader = Reader(tray.reader.calibration)
        self.hands = hands
        self.random = np.random.default_rng(seed)
        self.now = int(self.random.integers(len(tray.lying)))
        self.lying: Picture = tray.lying[self.now].picture
        self.rolls = 1
        self.doing = "lying"
        self.offset = (0, 0)
        self.light = np.ones(3)
        noise = self.random.normal(0, 1.6, (4, SIZE_PX[1] + 64, SIZE_PX[0] + 64, 3))
        self._brighter = np.clip(np.round(noise), 0, 255).astype(np.uint8)
        self._darker = np.clip(np.round(-noise), 0, 255).astype(np.uint8)
        self.scenes: dict[str, Callable[[], Iterator[Picture]]] = {
            "hand": self._hand,
            "hand that stays": self._hand_stays,
            "hands": self._hands,
            "card": self._card,
            "cards": self._cards,
            "card on the dice": self._card_on_dice,
            "shadow": self._shadow,
            "dimming": self._dimming,
            "light off and on": self._switched,
            "flicker": self._flicker,
            "shake": self._shake,
            "covered camera": self._covered,
            "covered dice": self._dice_covered,
            "pushed die": self._pushed,
        }

    @property
    def faces(self) -> Faces:
        """What lies in the tray."""
        return self.tray.lying[self.now].faces

    def frames(self, count: int) -> Iterator[Picture]:
        """So many frames."""
        return islice(self._all(), count)

    def _all(self) -> Iterator[Picture]:
        names = list(self.scenes)
        per_scene = 0.0
        while True:
            self.doing = "lying"
            yield from self._still(int(self.random.integers(14, 40)))
            self.random.shuffle(names)
            for name in names:
                self.doing = name
                began = per_scene
                for frame in self.scenes[name]():
                    per_scene += 1 / FPS
                    yield self._seen(frame)
                if self.random.random() < (per_scene - began) / ROLL_EVERY_S * 2:
                    self.doing = "roll"
                    yield from (self._seen(frame) for frame in self._roll())
                    self.doing = "after the roll"
                yield from self._still(int(self.random.integers(12, 30)))

    def _still(self, frames: int) -> Iterator[Picture]:
        for _ in range(frames):
            yield self._seen(self.lying)

    def _seen(self, picture: Picture) -> Picture:
        """With the light, the place of the camera and the noise of the moment."""
        if self.offset != (0, 0):
            wide, deep = (abs(part) for part in self.offset)
            framed = cv2.copyMakeBorder(picture, deep, deep, wide, wide, cv2.BORDER_REPLICATE)
            left, top = wide - self.offset[0], deep - self.offset[1]
            picture = framed[top : top + SIZE_PX[1], left : left + SIZE_PX[0]]
        if not np.allclose(self.light, 1):
            table = np.clip(np.arange(256)[:, None] * self.light, 0, 255).astype(np.uint8)
            picture = cv2.LUT(picture, table.reshape(1, 256, 3))
        layer, down, right = self.random.integers(0, (4, 64, 64))
        place = slice(down, down + SIZE_PX[1]), slice(right, right + SIZE_PX[0])
        added = cv2.add(picture, self._brighter[layer][place])
        return cv2.subtract(added, self._darker[layer][place])

    # --- hands and cards -----------------------------------------------------------------------------

    def _laid(self, cutout: Cutout, x: float, y: float, onto: Picture) -> Picture:
        """The cut-out moved by so much, over a picture."""
        left, top, wide, deep = cv2.boundingRect((cutout.alpha > 0.004).astype(np.uint8))
        across, down = round(x), round(y)
        first, last = max(0, left + across), min(SIZE_PX[0], left + across + wide)
        upper, lower = max(0, top + down), min(SIZE_PX[1], top + down + deep)
        if first >= last or upper >= lower:
            return onto
        here = slice(upper, lower), slice(first, last)
        there = slice(upper - down, lower - down), slice(first - across, last - across)
        alpha = cutout.alpha[there][..., None]
        mixed = onto.copy()
        mixed[here] = onto[here] * (1 - alpha) + cutout.picture[there] * alpha
        return mixed

    def _some_hand(self) -> Cutout:
        """One of the hands, mirrored and in another skin."""
        hand = self.hands[int(self.random.integers(len(self.hands)))]
        picture, alpha, (across, down) = hand.picture, hand.alpha, hand.side
        if self.random.random() < 0.5:
            picture, alpha, across = picture[:, ::-1], alpha[:, ::-1], -across
        if self.random.random() < 0.5:
            picture, alpha, down = picture[::-1], alpha[::-1], -down
        if self.random.random() < 0.7:
            skin = np.array(SKINS[self.random.integers(len(SKINS))], np.float64)
            gain = skin / np.maximum(np.median(picture[alpha > 0.9], axis=0), 8)
            picture = np.clip(picture * gain, 0, 255).astype(np.uint8)
        return Cutout(np.ascontiguousarray(picture), np.ascontiguousarray(alpha), (across, down))

    def _passing(self, thing: Cutout, hold: int, onto: Callable[[int], Picture]) -> Iterator[Picture]:
        """In from its side, a while over the tray, and out again.

        ``onto`` gives what lies below: 0 on the way in, 1 while it stays, 2 on the way out.
        """
        across, down = thing.side
        reach = SIZE_PX[0] if across else SIZE_PX[1]
        deep = self.random.uniform(-0.25, 0.15) * reach
        aside = self.random.uniform(-0.3, 0.3) * (SIZE_PX[1] if across else SIZE_PX[0])
        frames = int(self.random.integers(4, 14))
        trembling = self.random.random() < 0.5

        def at(share: float) -> tuple[float, float]:
            out = (1 - share) * reach + share * -deep
            return (across * out + down * aside, down * out + across * aside)

        for step in range(1, frames + 1):
            yield self._laid(thing, *at(step / frames), onto(0))
        for _ in range(hold):
            x, y = at(1.0)
            if trembling:
                x, y = x + self.random.normal(0, 1.2), y + self.random.normal(0, 1.2)
            yield self._laid(thing, x, y, onto(1))
        for step in range(frames, 0, -1):
            yield self._laid(thing, *at(step / frames), onto(2))

    def _hand(self) -> Iterator[Picture]:
        return self._passing(self._some_hand(), int(self.random.integers(0, 8)), lambda _: self.lying)

    def _hand_stays(self) -> Iterator[Picture]:
        return self._passing(self._some_hand(), int(self.random.integers(15, 60)), lambda _: self.lying)

    def _hands(self) -> Iterator[Picture]:
        for _ in range(int(self.random.integers(2, 4))):
            yield from self._hand()

    def _card_of(self, middle: tuple[float, float], long_px: float) -> Cutout:
        """A card with a printed picture on it, drawn."""
        wide, deep = 60, 92
        card = np.full((deep, wide, 3), self.random.integers(150, 250, 3), np.uint8)
        for _ in range(int(self.random.integers(2, 7))):
            colour = tuple(int(part) for part in self.random.integers(0, 255, 3))
            one = self.random.integers((4, 4), (wide - 4, deep - 4))
            if self.random.random() < 0.5:
                cv2.circle(card, (int(one[0]), int(one[1])), int(self.random.integers(2, 14)), colour, -1)
            else:
                two = one + self.random.integers(-22, 22, 2)
                first, second = (int(one[0]), int(one[1])), (int(two[0]), int(two[1]))
                cv2.rectangle(card, first, second, colour, -1)
        frame = tuple(int(part) for part in self.random.integers(60, 255, 3))
        cv2.rectangle(card, (0, 0), (wide - 1, deep - 1), frame, int(self.random.integers(1, 5)))
        turn = cv2.getRotationMatrix2D(
            (wide / 2, deep / 2), float(self.random.uniform(0, 360)), long_px / deep
        )
        turn[:, 2] += np.array(middle) - (wide / 2, deep / 2)
        alpha = cv2.warpAffine(np.ones((deep, wide), np.float32), turn, SIZE_PX, flags=cv2.INTER_LINEAR)
        picture = cv2.warpAffine(card, turn, SIZE_PX, borderMode=cv2.BORDER_REPLICATE)
        sides = ((-1, 0), (1, 0), (0, -1), (0, 1))
        return Cutout(picture, alpha, sides[self.random.integers(4)])

    def _edge_px(self) -> float:
        return self.reader.floor.edge_px() * SIZE_PX[0] / self.reader.calibration.camera.width_px

    def _over_tray(self) -> tuple[float, float]:
        floor = self.reader.floor
        share = self.random.uniform(0.1, 0.9, 2) * (floor.width, floor.depth)
        x, y = through(self._floor_to_small(), share[None])[0]
        return float(x), float(y)

    def _floor_to_small(self) -> NDArray[Any]:
        factor = SIZE_PX[0] / self.reader.calibration.camera.width_px
        return self.reader.floor.scaled(factor).to_image

    def _middle(self) -> NDArray[Any]:
        """The middle of the tray in the picture."""
        floor = self.reader.floor
        return through(self._floor_to_small(), np.array([[floor.width / 2, floor.depth / 2]]))[0]

    def _laid_down(self, card: Cutout, frames: int, below: Picture) -> Iterator[Picture]:
        """A card comes in flat, lies there and is lifted off."""
        across, down = card.side
        steps = int(self.random.integers(3, 8))
        way = [(across * 420 * step / steps, down * 420 * step / steps) for step in range(steps + 1)]
        for x, y in reversed(way):
            yield self._laid(card, x, y, below)
        lain = self._laid(card, 0, 0, below)
        for _ in range(frames):
            yield lain
        for x, y in way:
            yield self._laid(card, x, y, below)

    def _card(self) -> Iterator[Picture]:
        card = self._card_of(self._over_tray(), self._edge_px() * self.random.uniform(3.2, 5.5))
        yield from self._laid_down(card, int(self.random.integers(6, 60)), self.lying)

    def _cards(self) -> Iterator[Picture]:
        below = self.lying
        for _ in range(int(self.random.integers(2, 5))):
            card = self._card_of(self._over_tray(), self._edge_px() * self.random.uniform(3.2, 5.5))
            for step in range(4, -1, -1):
                frame = self._laid(card, card.side[0] * 100 * step, card.side[1] * 100 * step, below)
                yield frame
            below = frame
            for _ in range(int(self.random.integers(4, 20))):
                yield below
        yield from self._passing(self._some_hand(), 2, lambda part: self.lying if part == 2 else below)

    def _dice_at(self) -> list[NDArray[Any]]:
        """Where the dice lie, as pieces of the picture."""
        self.reader.read(self.lying)
        return [through(self._floor_to_small(), die.square.corners(1.7)) for die in self.reader.dice]

    def _card_on_dice(self) -> Iterator[Picture]:
        dice = self._dice_at()
        if dice:
            x, y = dice[self.random.integers(len(dice))].mean(axis=0)
            card = self._card_of((float(x), float(y)), self._edge_px() * self.random.uniform(3.2, 5.5))
            yield from self._laid_down(card, int(self.random.integers(6, 60)), self.lying)

    def _dice_covered(self) -> Iterator[Picture]:
        """All dice under something large, as a rulebook or a lid, and uncovered where they lay."""
        floor, middle = self.reader.floor, self._middle()
        large = self._edge_px() * (max(floor.width, floor.depth) + 4) * 1.5
        sheet = self._card_of((float(middle[0]), float(middle[1])), large)
        if self.random.random() < 0.4:
            plain = np.full_like(sheet.picture, self.random.integers(0, 255, 3))
            sheet = Cutout(plain, sheet.alpha, sheet.side)
        yield from self._laid_down(sheet, int(self.random.integers(10, 60)), self.lying)

    # --- light and camera ----------------------------------------------------------------------------

    def _shadow(self) -> Iterator[Picture]:
        frames = int(self.random.integers(12, 60))
        width = self.random.uniform(80, 300)
        dark = self.random.uniform(0.3, 0.75)
        angle = self.random.uniform(0, 2 * math.pi)
        high, wide = np.mgrid[0 : SIZE_PX[1] : 4, 0 : SIZE_PX[0] : 4]
        along = (wide - 320) * math.cos(angle) + (high - 240) * math.sin(angle)
        for step in range(frames):
            middle = -700 + 1400 * step / frames
            shade = 1 - dark * np.exp(-(((along - middle) / width) ** 2))
            gain = cv2.resize(shade.astype(np.float32), SIZE_PX)[..., None]
            yield (self.lying * gain).astype(np.uint8)

    def _lit(self, gains: Sequence[float]) -> Iterator[Picture]:
        before = self.light
        for gain in gains:
            self.light = before * gain
            yield self.lying
        self.light = before

    def _dimming(self) -> Iterator[Picture]:
        steps = int(self.random.integers(12, 50))
        down = np.linspace(1, self.random.uniform(0.5, 0.8), steps)
        yield from self._lit([*down, *([down[-1]] * 10), *down[::-1]])

    def _switched(self) -> Iterator[Picture]:
        off = self.random.uniform(0.03, 0.3)
        yield from self._lit([off] * int(self.random.integers(6, 50)))

    def _flicker(self) -> Iterator[Picture]:
        frames = int(self.random.integers(12, 60))
        yield from self._lit(list(self.random.uniform(0.75, 1.2, frames)))

    def _shake(self) -> Iterator[Picture]:
        def by(spread: float) -> tuple[int, int]:
            x, y = np.round(self.random.normal(0, spread, 2)).astype(int)
            return int(x), int(y)

        for _ in range(int(self.random.integers(2, 12))):
            self.offset = by(5)
            yield self.lying
        self.offset = by(3) if self.random.random() < 0.5 else (0, 0)
        yield self.lying

    def _covered(self) -> Iterator[Picture]:
        colour = self.random.integers(0, (60, 70, 110))
        cover = np.full_like(self.lying, colour)
        for step in range(1, 4):
            yield cv2.addWeighted(self.lying, 1 - step / 3, cover, step / 3, 0)
        for _ in range(int(self.random.integers(6, 40))):
            yield cover

    # --- dice ----------------------------------------------------------------------------------------

    def _piece(self, corners: NDArray[Any], of: Picture) -> NDArray[np.float32]:
        """Where a die is, softly."""
        mask = np.zeros((SIZE_PX[1], SIZE_PX[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
        far = cv2.absdiff(of, self.tray.empty).max(axis=2)
        far = cv2.morphologyEx((far > 14).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
        return cv2.GaussianBlur(((mask > 0) & (far > 0)).astype(np.float32), (0, 0), 1.0)

    def _moved(self, piece: NDArray[np.float32], of: Picture, onto: Picture, move: NDArray[Any]) -> Picture:
        return self._laid(Cutout(of, piece, (0, 0)), float(move[0]), float(move[1]), onto)

    def _pushed(self) -> Iterator[Picture]:
        """One die is pushed aside, and shows what it showed."""
        dice = self._dice_at()
        if len(dice) != 3:
            return
        die = dice[self.random.integers(3)]
        piece = self._piece(die, self.lying)
        inward = self._middle() - die.mean(axis=0)
        move = (
            inward / max(float(np.linalg.norm(inward)), 1.0) * self._edge_px() * self.random.uniform(0.4, 1.2)
        )
        before = self.lying
        bare = (before * (1 - piece[..., None]) + self.tray.empty * piece[..., None]).astype(np.uint8)
        for step in range(1, 6):
            yield self._moved(piece, before, bare, move * step / 5)
        self.lying = self._moved(piece, before, bare, move)

    def _roll(self) -> Iterator[Picture]:
        """A hand takes the dice, and others come flying in."""
        before, empty = self.lying, self.tray.empty
        yield from self._passing(self._some_hand(), 3, lambda part: before if part == 0 else empty)
        for _ in range(int(self.random.integers(0, 24))):
            yield empty
        others = [place for place in range(len(self.tray.lying)) if place != self.now] or [0]
        now = int(self.random.choice(others))
        after = self.tray.lying[now].picture
        self.lying = after
        pieces = [self._piece(corners, after) for corners in self._dice_at()]
        ways = self.random.normal(0, 1, (len(pieces), 2))
        steps = int(self.random.integers(5, 10))
        for step in range(steps, 0, -1):
            frame = empty
            for piece, way in zip(pieces, ways, strict=True):
                speed = way * self._edge_px() * (step / steps) ** 2
                frame = self._moved(piece, after, frame, speed * steps / 2)
            blur = 1 + 2 * int(2 * step / steps)
            yield cv2.blur(frame, (blur, blur))
        self.now = now
        self.rolls += 1


def watch(tray: Tray, hands: Sequence[Cutout], frames: int, seed: int, trembling_px: float = 0.0) -> Outcome:
    """Feed a watcher so many frames over one tray, and compare what it says with what was rolled.

    The camera's arm trembles all the time, with that standard deviation; such frames have more grain, too.
    """
    scenes = Scenes(tray, hands, seed)
    watcher = Watcher(tray.reader)
    outcome = Outcome()
    answered, unread = 0, 0
    seen = scenes.frames(frames)
    if trembling_px:
        seen = shaking(seen, np.random.default_rng(seed), trembling_px)
    for number, frame in enumerate(seen):
        rolled = watcher.feed(number, number / FPS, frame)
        while answered < scenes.rolls - 1:
            outcome.said["missed"] += 1
            answered += 1
        if rolled is None:
            continue
        told = rolled.outcome
        right = isinstance(told, Read) and (told.white, told.red, told.event) == scenes.faces
        if rolled.set_right and right and unread == answered == scenes.rolls and scenes.doing != "roll":
            outcome.said["set right"] += 1
            unread = 0
            continue
        what = f"{told.white}/{told.red}/{told.event}" if isinstance(told, Read) else f"unsure, {told.reason}"
        if answered == scenes.rolls or scenes.doing == "roll":
            outcome.false.append(f"{tray.name}, frame {number}, {scenes.doing}: {what}")
            continue
        answered += 1
        unread = 0 if isinstance(told, Read) else answered
        outcome.said["unsure" if not isinstance(told, Read) else "right" if right else "wrong"] += 1
    outcome.frames, outcome.rolls = frames, scenes.rolls
    outcome.said["missed"] += scenes.rolls - answered
    return outcome
