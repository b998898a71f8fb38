"""The tables. What a row means stands here; who may write it, in the module of its idea.

What is secret is left out of every row's `repr`, so that no log line or traceback shows it.
"""

from referee.store.tables.log import (
    ActionRow,
    KeyRow,
    OutageRow,
    PulseRow,
    VersionRow,
)
from referee.store.tables.people import (
    AbsenceRow,
    AddressRow,
    BallotRow,
    CalendarRow,
    ConfirmationRow,
    ObserverRow,
    PlayerRow,
    SeatRow,
    StandbyRow,
    SubstituteRow,
    VoteRow,
)
from referee.store.tables.play import (
    NOT_SET_UP,
    GameRow,
    OrdersRow,
    QuestionRow,
    ReminderRow,
    RulingRow,
    SilenceRow,
    StepRow,
    UndoneRow,
    ViewRow,
)
from referee.store.tables.post import (
    BounceRow,
    LetterRow,
    MailRow,
    PressRow,
    ReportRow,
    TokenRow,
)
from referee.store.tables.words import Matter, Occasion, Reading, Reveal, Sending, Status

__all__ = [
    "NOT_SET_UP",
    "AbsenceRow",
    "ActionRow",
    "AddressRow",
    "BallotRow",
    "BounceRow",
    "CalendarRow",
    "ConfirmationRow",
    "GameRow",
    "KeyRow",
    "LetterRow",
    "MailRow",
    "Matter",
    "ObserverRow",
    "Occasion",
    "OrdersRow",
    "OutageRow",
    "PlayerRow",
    "PressRow",
    "PulseRow",
    "QuestionRow",
    "Reading",
    "ReminderRow",
    "ReportRow",
    "Reveal",
    "RulingRow",
    "SeatRow",
    "Sending",
    "SilenceRow",
    "StandbyRow",
    "Status",
    "StepRow",
    "SubstituteRow",
    "TokenRow",
    "UndoneRow",
    "VersionRow",
    "ViewRow",
    "VoteRow",
]
