"""One game as one reader may know it: as values, as a file that proves itself, and as pages.

    record                what a reader may know of a game, all of it
    acts                  what the GM and the referee did, in sentences
    signature             what a campaign signs, and whether it is true
    told                  the events of a step, as told to a reader and as the ruleset's own
    site                  pages for a browser: of games for everybody, or of one seat for its player

Nothing here sees more than a record, and nothing here knows a database.
"""
