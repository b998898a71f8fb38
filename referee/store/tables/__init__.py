"""The tables. What a row means stands here; who may write it, in the module of its idea.

What is secret is left out of every row's `repr`, so that no log line or traceback shows it.
"""

from referee.store.tables.columns import *
from referee.store.tables.log import *
from referee.store.tables.people import *
from referee.store.tables.play import *
from referee.store.tables.post import *
