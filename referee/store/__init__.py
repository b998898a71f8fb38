"""One campaign's database: everything that came in, happened and went out, kept for good.

    sqlite                          what knows the database that is used, its file, its words and its errors
    tables, migrations              what is kept, and how an older file is brought up to date
    database, lately                the store, its transactions, which all others are given, and the games saved last
    codec                           the values of a ruleset as bytes
    games, orders, questions,       what is played: games and their seats, what they sent and were asked,
    ballots, rulings, steps,        what the GM decided, each adjudication whole, how one is taken back,
    rollbacks, chain, integrity     and the hashes that prove it
    people, attendance,             who plays, who was there, what waits for their yes,
    confirmations, removal          and what is deleted of them
    inbox, tokens, press            letters in, and whose they are
    reports, outbox, mails          letters out: as written, as sent, what is known of them, and what came back
    actions, pulses                 what was done, and when all was well
"""
