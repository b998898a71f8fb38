"""How people come in: invitations, the open address, the standby list, and the letter that proves a way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.service.gm import start
from referee.service.gm.seats import Invite
from referee.service.gm.start import seat_player, start_game, unproved
from referee.service.people import seating, standby, vacancies
from referee.service.players import open_address
from referee.service.rounds.command import carry_out
from referee.store import games
from tests.service.reading import attention_of
from tests.service.world import Mail, World

JOIN = "join@referee.example"
CARL = "carl@elsewhere.example"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A campaign with a game that is open to all, and one by invitation; nobody sits there yet."""
    made = World.made(tmp_path)
    made.game("autumn", (), start=False, policy={"sign_up": "open"})
    made.game("closed", (), start=False)
    yield made
    made.campaign.close()


def knock(world: World, text: str, sender: str = CARL, **headers: str) -> list[Mail]:
    """Let a letter come to the open address, and return what follows."""
    world.quiet()
    world.arrive(world.letter(text, sender, **headers), JOIN, sender)
    world.tick()
    return world.mails()


def seats(world: World, game: str = "autumn") -> list[tuple[str, bool]]:
    """List the seats of a game: their names, and whether mail was seen to work."""
    with world.campaign.store.reading() as tx:
        return [(seat.name, seat.proved_at is not None) for seat in games.seats(tx, world.row(game).id)]


def test_a_stranger_is_asked_once_and_seated_on_answering(world: World) -> None:
    (asked,) = knock(world, "Hello!\n\nJOIN autumn AS Carla")
    before = seats(world)

    letter = world.answer(asked, "YES")
    said = world.mails()

    assert (before, seats(world), world.outcome(letter)) == ([], [("Carla", True)], "sign-up")
    assert world.row("autumn").commitment in asked.body.replace("\n", "")
    assert [mail.to for mail in said] == [CARL]


@pytest.mark.parametrize(
    ("text", "outcome"), [("No, thanks!", "declined"), ("Who are you?", "for the GM"), ("", "nothing new")]
)
def test_the_yes_in_our_own_letter_is_nobody_elses_where_a_program_marks_no_quotes(
    world: World, text: str, outcome: str
) -> None:
    (asked,) = knock(world, "JOIN autumn AS Carla")
    quoted = f"{text}\n\n{asked.body}"
    letter = world.answer(asked, quoted, In_Reply_To=str(asked.message["Message-ID"]))
    no = (world.outcome(letter), seats(world))
    world.answer(asked, f"YES AS Bob\n\n{asked.body}", In_Reply_To=str(asked.message["Message-ID"]))

    assert "YES AS Carla" in asked.body
    assert no == (outcome, [])
    assert seats(world) == ([] if text.startswith("No") else [("Bob", True)])


def test_they_may_choose_their_name_and_their_word_in_the_answer(world: World) -> None:
    (asked,) = knock(world, "JOIN autumn")

    world.answer(asked, "YES AS Carla\nWORD mellon")

    with world.campaign.store.reading() as tx:
        (seat,) = games.seats(tx, world.row("autumn").id)
    assert (seat.name, seat.word) == ("Carla", "mellon")


@pytest.mark.parametrize("text", ["Hi!\nI would like to join autumn.", "I'd love to join autumn", "May I join autumn"])
def test_who_asks_to_join_in_a_sentence_is_answered(world: World, text: str) -> None:
    (asked,) = knock(world, text)

    assert "YES AS" in asked.body


def test_a_name_that_is_taken_is_answered_with_one_that_is_free(world: World) -> None:
    world.answer(knock(world, "JOIN autumn AS Corwin", CARL)[0], "YES")
    (asked,) = knock(world, "JOIN autumn AS Corwin", "dora@elsewhere.example")
    world.answer(asked, "YES")
    again = world.mails()[-1]

    assert "Corwin is another seat's name already." in again.body
    assert "such as YES AS Anna, and what else you wrote" in " ".join(again.body.split())


def test_a_name_that_will_not_do_is_refused_and_asked_anew(world: World) -> None:
    (asked,) = knock(world, "JOIN autumn AS Lead")
    world.answer(asked, "YES")
    (again,) = world.mails()
    world.answer(again, "YES AS Carla")

    assert ("Choose another name" in again.body, seats(world)) == (True, [("Carla", True)])


def test_nobody_is_seated_in_a_time_zone_that_there_is_not(world: World) -> None:
    before = seats(world)
    with pytest.raises(SetupError) as refused:
        seat_player(world.campaign, "autumn", "Dora", CARL, zone="Mars/Base", demo=True)

    assert str(refused.value).startswith("I know no time zone 'Mars/Base'.")
    assert seats(world) == before


def test_an_address_gets_one_letter_a_day(world: World) -> None:
    first, second = knock(world, "JOIN autumn"), knock(world, "JOIN autumn")
    world.clock.forward(hours=25)
    third = knock(world, "JOIN autumn")

    assert (len(first), len(second), len(third)) == (1, 0, 1)


def test_what_the_gm_sent_to_an_address_silences_nobody_who_joins(world: World) -> None:
    carry_out(world.campaign, Invite(address=CARL, local=True), "closed")
    seat_player(world.campaign, "closed", "Dora", "dora@elsewhere.example")
    said = [knock(world, "JOIN autumn AS Zoe", sender) for sender in (CARL, "dora@elsewhere.example")]
    more = [knock(world, "JOIN autumn AS Zoe", sender) for sender in (CARL, "dora@elsewhere.example")]

    assert [len(mails) for mails in said] == [1, 1]
    assert more == [[], []]


def test_a_player_whose_address_is_proved_is_answered_at_the_open_address_so_often_in_a_day(world: World) -> None:
    carry_out(world.campaign, Invite(address=CARL, local=True, name="Carla"), "closed")
    world.answer(world.mails()[-1], "YES")

    assert [len(knock(world, "JOIN autumn AS Zoe")) for _ in range(5)] == [1, 1, 1, 0, 0]


def test_strangers_get_so_many_letters_in_an_hour_in_all_and_who_comes_next_hears_later(world: World) -> None:
    senders = [f"a{n}@many.example" for n in range(open_address.PER_HOUR + 10)]
    said = [mail for sender in senders for mail in knock(world, "JOIN autumn", sender)]
    honest = knock(world, "JOIN autumn", CARL)
    world.clock.forward(minutes=61)
    later = world.mails()

    assert (len(said), honest) == (open_address.PER_HOUR, [])
    assert [mail.to for mail in later] == [*(f"a{n}@many.example" for n in range(30, 40)), CARL]
    world.answer(later[-1], "YES AS Carl")
    assert seats(world) == [("Carl", True)]


def test_many_names_from_one_host_keep_no_stranger_from_another_waiting(world: World) -> None:
    def by(ip: str) -> dict[str, str]:
        return {"Received": f"from liar.example (unknown [{ip}]) by mail.referee.example (Postfix) with ESMTPS id 1; x"}

    forged = [
        mail for n in range(200) for mail in knock(world, "JOIN autumn", f"a{n}@many.example", **by("203.0.113.7"))
    ]
    honest = knock(world, "JOIN autumn", CARL, **by("2001:db8::1"))
    world.clock.forward(minutes=61)
    later = world.mails()
    world.clock.forward(hours=48)
    rest = world.mails()

    assert (len(forged), [mail.to for mail in honest]) == (open_address.PER_HOST, [CARL])
    assert len(later) == open_address.PER_HOST
    assert len(rest) <= open_address.PER_HOST * 24


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"List_Id": "<x.example>"},
        {"Precedence": "bulk"},
        {"From": "Mailer-Daemon@x.example"},
    ],
)
def test_machines_are_never_answered(world: World, headers: dict[str, str]) -> None:
    assert knock(world, "JOIN autumn", **headers) == []


@pytest.mark.parametrize("text", ["Hello, who are you?", "STATUS", "LEAD HIGH", ""])
def test_a_stranger_who_wants_nothing_that_we_know_is_not_answered(world: World, text: str) -> None:
    assert knock(world, text) == []


def test_a_doubtful_from_is_not_answered_and_the_gm_hears_of_it(world: World) -> None:
    raw = world.letter("JOIN autumn", CARL).replace(b"From: ", b"From: eve@elsewhere.example\nFrom: ", 1)
    world.arrive(raw, JOIN, CARL)
    world.tick()

    assert [mail.to for mail in world.mails()] == ["gm@referee.example"]


def test_a_closed_game_and_none_at_all_are_answered_alike(world: World) -> None:
    (closed,), (none,) = knock(world, "JOIN closed"), knock(world, "JOIN spring", "dora@elsewhere.example")

    assert closed.body.replace("closed", "spring") == none.body
    assert "JOIN and one of these: autumn." in " ".join(none.body.split())


@pytest.mark.parametrize(("game", "wish"), [(False, "STANDBY"), (True, "JOIN autumn AS Carla")])
def test_what_we_tell_a_stranger_of_can_be_had_by_answering_it(tmp_path: Path, game: bool, wish: str) -> None:
    world = World.made(tmp_path)
    if game:
        world.game("autumn", (), start=False, policy={"sign_up": "open"})
    (told,) = knock(world, "JOIN closed")
    world.quiet()

    letter = world.answer(told, wish)
    (asked,) = world.mails()
    outcome = world.outcome(letter)
    world.answer(asked, "YES")

    assert (outcome, asked.to) == ("asked to confirm", CARL)
    standing = [(one.address, one.game) for one in standby.standing_by(world.campaign)]
    assert (seats(world) if game else standing) == ([("Carla", True)] if game else [(CARL, None)])
    world.campaign.close()


@pytest.mark.parametrize(
    "sender",
    ['"a b"@elsewhere.example', f"{'a' * 200}@elsewhere.example", "jörg@elsewhere.example", "jorg@münchen.example",
     '"a@b"@elsewhere.example', "a..b@elsewhere.example", f"x@{'a' * 70}.example", f"x@{'abc.' * 80}example"],
)  # fmt: skip
def test_who_cannot_be_written_to_is_told_of_to_the_gm_once_a_day_and_stops_nobody(world: World, sender: str) -> None:
    (alarm,) = knock(world, "JOIN autumn AS Olga", sender)
    again = knock(world, "JOIN autumn AS Olga", sender)
    (asked,) = knock(world, "JOIN autumn AS Carla")

    assert (alarm.to, again, asked.to) == ("gm@referee.example", [], CARL)
    assert open_address.NO_ADDRESS in " ".join(alarm.body.split())
    assert "referee mail show 1" in alarm.body


def test_who_answers_that_with_nothing_or_again_and_again_is_not_answered(world: World) -> None:
    (told,) = knock(world, "JOIN closed")
    world.quiet()
    nothing = world.answer(told, "YES, I would like that")
    twice = world.answer(told, "JOIN autumn")

    assert [world.outcome(one) for one in (nothing, twice)] == ["nothing new", "duplicate"]
    assert world.mails() == []
    assert [one for one in attention_of(world.campaign) if one.what == "code"] == []


def test_an_address_that_is_proved_is_answered_so_often_in_a_day(world: World) -> None:
    (told,) = knock(world, "JOIN closed")
    outcomes = []
    for _ in range(4):
        world.quiet()
        outcomes.append(world.outcome(world.answer(told, "JOIN closed")))
        told = next(iter(world.mails()), told)

    assert outcomes == ["asked to confirm", "asked to confirm", "stranger", "duplicate"]


def test_who_comes_to_a_full_table_may_stand_by(world: World) -> None:
    for name, sender in (("Carla", CARL), ("Dora", "dora@elsewhere.example")):
        world.answer(knock(world, f"JOIN autumn AS {name}", sender)[0], "YES")
    world.quiet()

    (offer,) = knock(world, "JOIN autumn", "emil@elsewhere.example")
    world.answer(offer, "YES")
    world.answer(offer, "YES")

    assert "No seat is free now" in " ".join(offer.body.split())
    assert [(one.address, one.game) for one in standby.standing_by(world.campaign)] == [
        ("emil@elsewhere.example", "autumn")
    ]


def test_the_last_seat_goes_to_who_answers_first(world: World) -> None:
    world.answer(knock(world, "JOIN autumn AS Carla", CARL)[0], "YES")
    late, soon = (knock(world, "JOIN autumn", f"{name}@elsewhere.example")[0] for name in ("emil", "dora"))

    world.answer(soon, "YES AS Dora")
    world.answer(late, "YES AS Emil")

    assert [name for name, _ in seats(world)] == ["Carla", "Dora"]
    assert "All seats were taken" in " ".join(world.mails()[-1].body.split())


def test_a_player_at_another_table_joins_from_there(world: World) -> None:
    world.game("duel")
    world.quiet()

    world.write("Ana", "JOIN autumn AS Zelda")
    world.tick()
    asked = next(mail for mail in world.mails() if mail.subject.startswith("[The autumn]"))
    world.answer(asked, "YES AS Zelda")

    assert seats(world) == [("Zelda", True)]


@pytest.mark.parametrize(
    ("variant", "court"),
    [
        ("nine-princes", ""),
        ("patternfall-war", "  COURT CHAOS\n       The court that you want in the Patternfall War.\n"),
    ],
)
def test_an_invitation_shows_how_each_wish_is_written_and_what_it_means(world: World, variant: str, court: str) -> None:
    world.game("princes", ("Ana",), ruleset="living-trumps", variant=variant, start=False)

    (mail,) = [mail for mail in world.mails() if "princes" in mail.subject]

    assert mail.body.partition("these:\n\n")[2].partition("\n\nTurns are due")[0] == (
        "  WORD abracadabra\n"
        f"{court}"
        "  IDENTITY 10, K, 7\n       Your rank, or else the next of these: it gives your character,\n"
        "       your first open card and your Flaw.\n"
        "       Who sends none keeps the name they chose, unless that is a\n       character's.\n"
        "  FORTE S\n       The suit of your first open card, H, C, D or S: Hearts, Clubs,\n"
        "       Diamonds or Spades, or its attribute or skill."
    )


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("nine-princes", "Your wish is on file: COURT CHAOS\n"
         "It changes nothing here, though: all players of this game are of Amber. Only in the Patternfall War does one"
         " choose a court."),
        ("trumps-of-doom", "all players of this game are sorcerers of Shadow."),
        ("patternfall-war", "Your wish is on file: COURT CHAOS\n\nHelp comes"),
    ],
)  # fmt: skip
def test_a_wish_for_a_court_is_told_whether_there_is_a_choice(world: World, variant: str, said: str) -> None:
    world.game("princes", ("Ana",), ruleset="living-trumps", variant=variant, start=False)
    world.quiet()

    world.write("Ana", "COURT CHAOS\nHELP", game="princes", step=0)
    world.tick()
    receipt, help_ = sorted((mail.body for mail in world.mails()), key=lambda body: "Your wish" not in body)
    filed = start.by_hand(world.campaign, "princes", "Ana", ["COURT CHAOS"], keep=False)

    assert " ".join(said.split()) in " ".join(receipt.split())
    assert ("COURT" in help_) is (variant == "patternfall-war")
    assert ("changes nothing" in str(filed.lines[0].said)) is (variant != "patternfall-war")


def test_an_invitation_is_accepted_by_answering_it(world: World) -> None:
    carry_out(world.campaign, Invite(address="ana@players.example", name="Ana"), "closed")
    (letter,) = world.mails()

    world.answer(letter, "YES")

    assert seats(world, "closed") == [("Ana", True)]
    assert world.row("closed").commitment in letter.body.replace("\n", "")


def test_an_invitation_to_a_game_that_has_begun_is_refused(world: World) -> None:
    world.game("duel")

    with pytest.raises(SetupError, match="has begun already"):
        carry_out(world.campaign, Invite(address="eve@players.example"), "duel")


def test_a_new_invitation_stands_in_place_of_the_old_one(world: World) -> None:
    for _ in range(2):
        carry_out(world.campaign, Invite(address="ana@players.example", name="Ana"), "closed")
    old, new = world.mails()

    first, second = world.answer(old, "YES"), world.answer(new, "YES")

    assert [world.outcome(one) for one in (first, second)] == ["confirmed too late", "sign-up"]


def test_nobody_has_two_seats_by_answering_twice(world: World) -> None:
    (letter,) = knock(world, "JOIN autumn")
    carry_out(world.campaign, Invite(address=CARL, name="Carla"), "autumn")
    (other,) = world.mails()

    world.answer(letter, "YES AS Carla")
    world.answer(other, "YES AS Dora")

    assert seats(world) == [("Carla", True)]


def test_in_an_anonymous_game_a_seat_is_not_called_like_its_player(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("masks", (), start=False, policy={"sign_up": "open", "anonymous": "yes"})
    (asked,) = knock(world, "JOIN masks AS Carl")

    world.answer(asked, "YES")
    (again,) = world.mails()

    assert ("this game is anonymous" in " ".join(again.body.split()), seats(world, "masks")) == (True, [])
    world.campaign.close()


def test_the_test_letter_proves_each_player_s_way(world: World) -> None:
    world.game("duel", start=False)
    before = unproved(world.campaign, "duel")
    world.write("Ana", "YES", step=0)
    world.tick()

    assert (before, unproved(world.campaign, "duel")) == (["Ana", "Bob"], ["Bob"])
    start_game(world.campaign, "duel")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Аnа", "Аnа is too like another seat's name. Choose one that cannot be mistaken."),  # Cyrillic a
        ("АNА", "АNА is too like another seat's name. Choose one that cannot be mistaken."),
        ("Αna", "Αna is too like another seat's name. Choose one that cannot be mistaken."),  # Greek alpha
        ("Anа", "Anа is too like another seat's name. Choose one that cannot be mistaken."),
        ("Bоb", "Bоb is too like another seat's name. Choose one that cannot be mistaken."),
        ("Rеferee", "Rеferee looks like a word of the order language. Choose another name."),
        ("Carl", ""),
        ("Иван", ""),
        ("Ánná", ""),
    ],
)
def test_names_that_look_alike_in_other_letters_sit_at_no_table_together(tmp_path: Path, name: str, why: str) -> None:
    world = World.made(tmp_path)
    row = world.game(start=False)

    with world.campaign.reading() as work:
        assert seating.name_problem(work, row, name) == why


def test_such_a_name_is_refused_wherever_a_seat_gets_one(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("autumn", ("Ana",), start=False, policy={"sign_up": "open"})
    world.quiet()
    like = "Аnа"  # Cyrillic
    said = f"{like} is too like another seat's name. Choose one that cannot be mistaken."

    def invited() -> None:
        row = world.row("autumn")
        with world.campaign.writing() as work:
            open_address.invite(work, row, CARL, name=like, demo=True)

    for given in (
        lambda: seat_player(world.campaign, "autumn", like, CARL, demo=True),
        lambda: vacancies.play(world.campaign, "autumn", like),
        invited,
    ):
        with pytest.raises(SetupError) as refused:
            given()
        assert str(refused.value) == said
    [called] = knock(world, "JOIN autumn", CARL)
    world.answer(called, f"YES AS {like}")

    [again] = world.mails()
    assert said in " ".join(again.body.split())
    assert seats(world) == [("Ana", False)]


@pytest.mark.parametrize(
    ("ruleset", "name", "meant"),
    [
        ("amber", "Соrwin", "Corwin"),  # Cyrillic
        ("amber", "Corw", "Corwin"),
        ("amber", "Fionas", "Fiona"),
        ("amber", "corwin", ""),
        ("amber", "Julien", ""),
        ("amber", "Ana", ""),
        ("living-trumps", "Еric", "Eric"),  # Cyrillic
        ("living-trumps", "Benedict", ""),
        ("living-trumps", "Ben", "Benedict"),
        ("wizards-duel", "Соrwin", ""),
    ],
)
def test_a_name_that_looks_like_one_that_the_game_may_give_is_refused(
    tmp_path: Path, ruleset: str, name: str, meant: str
) -> None:
    """Who wished for a character has its name from the start on, and would sit beside one who is called almost so."""
    world = World.made(tmp_path)
    row = world.game(start=False, seats=(), ruleset=ruleset)
    why = f"{name} is too like {meant}, whom somebody may play here. Choose one that cannot be mistaken."

    with world.campaign.reading() as work:
        assert seating.name_problem(work, row, name) == (why if meant else "")


def test_an_invitation_says_how_many_have_a_seat_how_long_a_game_is_and_when_it_begins(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(start=False)
    said = {mail.to: " ".join(mail.body.split()) for mail in world.mails()}
    world.campaign.close()

    assert "it is for two players; one seat is taken so far." in said["ana@players.example"]
    assert "it is for two players; two seats are taken so far." in said["bob@players.example"]
    for told in said.values():
        assert "The GM starts the game once enough have come and everybody has answered." in told
        assert "Four to twenty turns make a game." in told


def test_who_asks_for_a_seat_is_offered_their_own_first_name_where_it_is_free(world: World) -> None:
    senders = {"cleo@mail.example": "Cleo Marsh", "wood@mail.example": "Cleo Wood"}
    offered = []
    for address, name in senders.items():
        asked = knock(world, "JOIN autumn", address, From=f"{name} <{address}>")[-1]
        offered.append(next(line.strip() for line in asked.body.splitlines() if "YES AS" in line))
        world.answer(asked, "YES")
        world.tick()
    named = [name for name, _ in seats(world)]

    assert (offered[0], named[0]) == ("YES AS Cleo", "Cleo")
    assert "Cleo" not in " ".join((*offered[1:], *named[1:]))


def titled(world: World, game: str, title: str) -> None:
    """Let a game that is open to all have a title."""
    world.game(game, (), start=False, policy={"sign_up": "open"})
    with world.campaign.writing() as work:
        world.campaign.store.tend()
        row = work.tx.at(type(world.row(game)), world.row(game).id)
        assert row is not None
        work.tx.change(row, title=title)


def test_a_game_may_be_named_by_its_title(world: World) -> None:
    titled(world, "winter", "The Long Winter")

    (asked,) = knock(world, "Join The Long Winter, please!")

    assert "YES AS" in asked.body
    assert asked.subject.startswith("[The Long Winter]")


def test_a_title_without_a_word_is_named_by_nobody(world: World) -> None:
    titled(world, "winter", "\u2744 \u2744")

    (asked,) = knock(world, "JOIN")

    assert "Please name a game." in asked.body


def test_who_names_an_open_game_by_its_title_learns_of_no_other_game(world: World) -> None:
    titled(world, "winter", "The Long Winter")
    said = [
        knock(world, f"JOIN {name} The Long Winter", f"{name}@elsewhere.example")[0].body.replace(name, "")
        for name in ("closed", "nosuch")
    ]

    assert "YES AS" in said[0]
    assert said[0] == said[1]


def test_of_two_titles_the_longer_one_is_meant(world: World) -> None:
    titled(world, "winter", "The Long Winter")
    titled(world, "second", "The Long Winter (second)")

    (asked,) = knock(world, "JOIN The Long Winter (second)")

    assert asked.subject.startswith("[The Long Winter (second)]")


def test_a_player_who_writes_plain_words_there_is_told_how_to_write(world: World) -> None:
    world.game("duel")
    world.tick()

    (told,) = knock(world, "Hi, may I play in the autumn, too?", "ana@players.example")

    assert (told.to, told.subject) == ("ana@players.example", "[The duel] Your letter was not used")


def test_an_invitation_waits_for_no_yes_once_its_game_has_begun(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    for game in ("duel", "other"):
        world.game(game, ("Ana",), start=False)
        carry_out(world.campaign, Invite(address="cleo@players.example", local=True), game)
    before = [item.game for item in attention_of(world.campaign) if "an invitation" in item.words]
    seat_player(world.campaign, "duel", "Bob", "bob@players.example", demo=True)
    world.start()
    after = [item.game for item in attention_of(world.campaign) if "an invitation" in item.words]

    assert (before, after) == (["duel", "other"], ["other"])
    world.campaign.close()
