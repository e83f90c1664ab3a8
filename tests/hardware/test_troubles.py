"""What a device complains of: each trouble once, and again only when all has been well meanwhile."""

from __future__ import annotations

from companion.app.ports import Notice
from hardware.troubles import Troubles


def test_a_trouble_is_told_once_until_all_was_well_for_longer_each_time() -> None:
    told: list[Notice] = []
    troubles = Troubles(told.append, well_s=60)
    loose, dark = Notice("The plug is loose."), Notice("It is dark.")
    for notice in (loose, dark, loose, loose):
        troubles.say(notice)
    assert told == [loose, dark]
    troubles.well_for(59)
    troubles.say(loose)
    assert len(told) == 2
    troubles.well_for(60)
    troubles.say(loose)
    assert told[2:] == [loose]
    troubles.well_for(119)
    troubles.say(loose)
    assert len(told) == 3, "twice as long by now"
    troubles.well_for(120)
    troubles.say(loose)
    assert len(told) == 4


def test_the_same_trouble_may_come_in_other_words() -> None:
    told: list[Notice] = []
    troubles = Troubles(told.append, well_s=60)
    troubles.say(Notice("It fails: one."), "fails")
    troubles.say(Notice("It fails: two."), "fails")
    assert told == [Notice("It fails: one.")]


def test_who_does_not_want_to_hear_it_stops_nothing() -> None:
    def deaf(_notice: Notice) -> None:
        raise RuntimeError

    Troubles(deaf, well_s=1).say(Notice("Anything."))
