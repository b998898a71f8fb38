"""One campaign's database: everything that came in, happened and went out, kept for good.

    sqlite                          what knows the database that is used, its file, its words and its errors
    disk                            that what was written is surely on it
    tables, migrations              what is kept, and how an older file is brought up to date
    database, lately                the store, its transactions, which all others are given, and the games saved last
    codec, hints                    the values of a ruleset as bytes, by the type hints of its classes
    games, orders, rulings,         what is played: games and their seats, what these sent, what was decided above the
    steps, rollbacks, chain,        rules, each adjudication whole, how one is taken back, and the hashes that prove it
    integrity
    people, attendance,             who plays, who was there, what waits for their yes,
    confirmations, removal          and what is deleted of them
    inbox                           letters in, and the tokens that say whose they are
    reports, outbox, mails          letters out: as written, as sent, what is known of them, and what came back
    actions                         what was done, when all was well, and the campaign's keys
"""
