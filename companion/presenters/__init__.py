"""From the game to what screens show, and from touches to what is entered: plain values, no front end.

``live.LivePlay`` holds a game that is being played and answers what ``play.Play`` asks; ``past`` is a game as
it stood once, ``route`` says where play goes by itself. ``commands`` finds the command that a touch means,
``entering`` enters it, ``verdicts`` says what the table is told of it, ``amend`` takes back and puts right,
and ``shown_roll`` knows which roll is still shown. ``context.AppContext`` holds what outlasts a game:
settings, kept games, people (``roster``), lights and buzzer. ``views``, ``board_view`` and ``intents`` are
what screens show and what touches mean. All other files make views, each for the screen of its name or for
what several show.
"""
