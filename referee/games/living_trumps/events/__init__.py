"""What can happen in a game, told to those who may know it."""

from referee.games.living_trumps.events.contests import *
from referee.games.living_trumps.events.frame import *
