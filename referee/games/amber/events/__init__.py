"""What can happen in the Game of Amber, one kind of event for each fact and audience.

Where a seat stands in an event, ``Chaos`` may stand for X2 or X5 on the Throne.
"""

from referee.games.amber.events.cards import *
from referee.games.amber.events.combat import *
from referee.games.amber.events.powers import *
from referee.games.amber.events.shadow import *
from referee.games.amber.events.table import *
