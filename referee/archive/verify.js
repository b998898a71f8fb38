// verify.js: was anything changed in this game? The second of two verifiers of Referee's bundles.
//
// The first is `referee verify`. It plays the whole game again by its rules and compares everything. This one is for
// those who would rather trust nothing that came with the referee: one file, no libraries, no network, not a line in
// common with the program. It knows no rules of any game. What it knows is arithmetic: hashes, signatures, and how luck
// follows from a seed (referee/engine/CHANCE.md), how turns are chained (referee/store/CHAIN.md), and how a bundle is
// laid out (referee/archive/BUNDLE.md). Read it; it is meant to be read. What it proves and what it can't is said in
// referee/archive/PROOF.md.
//
//     node verify.js FILE [--key HEX]   looks at a bundle: exit 0 if all is well, 1 if something differs, 2 if it can't
//                                       be read, 70 if this file makes a mistake of its own. --key is the campaign's
//                                       key, from your invitation.
//     node verify.js --self-test        holds this file's own arithmetic to published examples
//
// In a page: <script src="verify.js"></script>, then
//     Verifier.verify(bytes, {key: "..."})   -> a promise of the result
//     Verifier.sentences(result)             -> the same in words, a list of sentences
//     Verifier.attach(input, output)         lets a file input and a box for the words do all of it

"use strict";

const Verifier = (() => {

// ---------------------------------------------------------------------------------------------------------------------
// 1. What is checked, in its order
// ---------------------------------------------------------------------------------------------------------------------

// A problem is one thing that differs: {turn, item, said, means}. `turn` is a number, or null where it belongs to none.
// The result is {good, readable, scope, reader, game, ruleset, turns, checked, unchecked, problems}: sentences about what
// was found true, sentences about what could not be looked at, and the problems, those of the earliest turn first.

async function verify(bytes, { key = "", onTurn = async () => {} } = {}) {
    const result = { good: false, readable: false, problems: [], checked: [], unchecked: [] };
    const failed = selfTest();
    if (failed.length) {
        return { ...result, unreadable: `My own arithmetic is wrong here (${failed.join(", ")}), so I judge nothing.` };
    }
    let bundle;
    try {
        bundle = await opened(bytes);
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return { ...result, unreadable: error.message };
    }
    await new Look(bundle, result).everything(key.trim().toLowerCase(), onTurn);
    result.readable = true;
    result.good = result.problems.length === 0;
    result.problems.sort((a, b) => (a.turn ?? -1) - (b.turn ?? -1));
    return result;
}

class Look {
    constructor(bundle, result) {
        this.bundle = bundle;
        this.result = result;
        this.whole = bundle.head.scope === "whole";
        this.values = new Map();
    }

    async everything(key, onTurn) {
        const { head } = this.bundle;
        this.manifest();
        this.signature(key);
        if (!this.everyFileIsBuilt()) return;
        const game = this.json("game.json");
        Object.assign(this.result, {
            scope: head.scope, reader: head.reader, title: game.title, ruleset: game.ruleset, turns: game.step,
        });
        const there = this.whole ? this.filesOf(game, ["step", "input", "output"], ["chance", "draws"]) : this.filesOf(game, ["story"], []);
        if (!there || !this.itIsSomebodys(game)) return;
        this.everyFileIsAsWritten();
        this.mailbox(game);
        if (this.whole) {
            const seed = this.seed(game);
            await this.turns(game, seed, onTurn);
            this.undone(game);
            this.receipts(game);
            this.ordersOnFile(game);
        }
        this.linesOnFile();
        this.signedReceipts(game, key);
        this.end(game);
        if (!this.whole) this.ofOneReader(game);
        else {
            this.result.unchecked.push(
                "That each turn follows from its orders by the rules: this file knows no rules. `referee verify` plays the " +
                "game again and sees.");
        }
    }

    differs(turn, item, said, means) {
        this.result.problems.push({ turn, item, said, means });
    }

    found(said) { this.result.checked.push(said); }

    // Return a file's value; null if there is none, or none that can be read.
    json(path) {
        if (!this.values.has(path)) {
            const bytes = this.bundle.files.get(path);
            this.values.set(path, bytes === undefined ? null : parsed(bytes));
        }
        return this.values.get(path);
    }

    // Every file is what the list in bundle.json says, and there is no other.
    manifest() {
        const { head, files } = this.bundle;
        const listed = new Map(Object.entries(head.files));
        const before = this.result.problems.length;
        for (const path of [...files.keys()].sort(byCodePoint)) {
            if (path === "bundle.json" || path === "signature.json") continue;
            if (!listed.has(path)) {
                this.differs(turnOf(path), path, "The bundle's list does not know it.", "Somebody put it in afterwards.");
            } else if (hex(sha256(files.get(path))) !== listed.get(path)) {
                this.differs(turnOf(path), path, "It is not what the bundle's list says it was.",
                    "This file was changed, or damaged on its way, after the bundle was made.");
            }
        }
        for (const path of listed.keys()) {
            if (!files.has(path)) {
                this.differs(turnOf(path), path, "The bundle's list names it, and it is missing.", "Somebody took it out.");
            }
        }
        if (this.result.problems.length === before) this.found(`All ${listed.size} files are those of the bundle's list.`);
    }

    // The list is signed with the campaign's key. A key proves nothing by lying in the bundle: it must be yours.
    signature(expected) {
        if (!this.bundle.files.has("signature.json")) {
            if (expected) {
                this.differs(null, "signature.json", "The bundle is not signed, and you have a key.",
                    "Whoever made it did not have the campaign's key, or took the signature out.");
            } else {
                this.result.unchecked.push("Who made this bundle: nobody has signed it.");
            }
            return;
        }
        const signed = this.json("signature.json") ?? {};
        const good = isHex(signed.key, 32) && isHex(signed.signature, 64) &&
            signatureHolds(unhex(signed.key), this.bundle.files.get("bundle.json"), unhex(signed.signature));
        if (!good) {
            this.differs(null, "signature.json", "The signature is not one of this list of files by this key.",
                "The bundle was changed after it was signed, and its list of files made anew; or the signature was changed.");
        } else if (expected && signed.key !== expected) {
            this.differs(null, "signature.json", "It is signed with another key than yours.",
                "Somebody else than your campaign's referee made this bundle; or the game was played in another campaign, and has its key.");
        } else if (expected) {
            this.found("The bundle is signed with the key you gave.");
        } else {
            this.found(`The bundle is signed with the key ${signed.key}: compare it with the one in your invitation.`);
        }
    }

    // Every file holds what such a file should, and nothing else. Say whether it is so: else nothing can be computed of it.
    everyFileIsBuilt() {
        const before = this.result.problems.length;
        for (const path of this.bundle.files.keys()) {
            const is = (this.whole ? WHOLE : TOLD)[path.slice(path.lastIndexOf("/") + 1, -".json".length)];
            if (path.endsWith(".json") && is !== undefined && !(isPlain(this.json(path)) && is(this.json(path)))) {
                this.differs(turnOf(path), path, "It is not built as such a file is.",
                    "A value in it was changed to one of another kind, put in or taken out; or the file was damaged.");
            }
        }
        return this.result.problems.length === before;
    }

    // It says for whom it was made: for the GM, a seat of the game, or an observer. Say whether it is so.
    itIsSomebodys(game) {
        const { scope, reader } = this.bundle.head;
        const whose = reader === "GM" ? "whole" : reader === "" ? "observer" : game.seats.some(seat => seat.name === reader) ? "seat" : null;
        if (scope !== whose) this.differs(null, "bundle.json", "It does not say whose bundle it is.", "It was changed.");
        return scope === whose;
    }

    // JSON can be written in many ways; a bundle holds only one of them, so that nothing can hide in the others.
    everyFileIsAsWritten() {
        for (const [path, bytes] of this.bundle.files) {
            if (!path.endsWith(".json")) continue;
            const value = this.json(path), written = text(bytes);
            const [, name] = /^steps\/\d+\/(input|output)\.json$/.exec(path) ?? [];
            if (!(name ? isAsHashed(written, value, PARTS[name]) : written === canonical(value))) {
                this.differs(turnOf(path), path, "It is not written as bundles are.",
                    "Something in it was changed by hand, if only a blank.");
            }
        }
    }

    // There are the files of such a bundle and no others: of each turn some, and others that there may be. Say whether none
    // is missing.
    filesOf(game, ofTurn, others) {
        if (game.step < 0 || game.step > 9999) {
            this.differs(null, "game.json", "It does not say how many turns were played.", "It was changed.");
            return false;
        }
        const usual = ["bundle", "game", "orders", "letters", "press", "rulings", "acts", "undone"].map(name => `${name}.json`);
        const turns = Array.from({ length: game.step + 1 }, (_, turn) => place(turn));
        const wanted = new Set([...usual, "letters.mbox", ...turns.flatMap(at => ofTurn.map(name => `${at}${name}.json`))]);
        const known = new Set([...wanted, "signature.json", ...others.flatMap(name => [`${name}.json`, ...turns.map(at => `${at}${name}.json`)])]);
        for (const path of this.bundle.files.keys()) {
            if (!known.has(path)) this.differs(turnOf(path), path, "No bundle of this kind holds such a file.", "Somebody put it in.");
        }
        const gone = [...wanted].filter(path => !this.bundle.files.has(path));
        for (const path of gone) this.differs(turnOf(path), path, "It is missing.", "Somebody took it out.");
        return gone.length === 0;
    }

    // The letters lie there once more as mail. How a header writes what is not English is left to who wrote it.
    mailbox(game) {
        const expected = this.json("letters.json").map((one, i) => asMail(one, i + 1, game.name)).join("");
        let found = null;
        try { found = text(this.bundle.files.get("letters.mbox")).replace(HEADERS, asRead); } catch { /* it is said below */ }
        if (found !== expected) {
            this.differs(null, "letters.mbox", "Its letters are not those of letters.json.",
                "One of them was changed after the bundle was made.");
        }
    }

    // Commitment and seed (CHANCE.md 1 and 2). Return the seed.
    seed(game) {
        const chance = this.json("chance.json");
        if (chance === null) {
            this.seedHex = this.json(`${place(0)}input.json`).seed;
            if (game.status === "over") {
                this.differs(null, "chance.json", "It is missing, and the game is over.", "Somebody took it out.");
            }
            this.result.unchecked.push("Where the seed comes from: the secret is told when the game is over.");
            return unhex(this.seedHex);
        }
        const secret = unhex(chance.secret);
        if (hex(sha256(join(utf8("referee commitment 1\n"), secret))) !== game.commitment) {
            this.differs(null, "chance.json", "The secret is not the one whose hash was published in the invitation.",
                "Either of the two was changed; a secret chosen afterwards could have chosen the cards.");
        } else {
            this.found(`The secret is the one that the invitation promised: ${game.commitment}.`);
        }
        const mixed = [utf8("referee seed 1\n"), part(secret)];
        for (const seat of game.seats) mixed.push(part(utf8(seat.name)), part(utf8(seat.word)));
        if (hex(sha256(join(...mixed))) !== chance.seed) {
            this.differs(null, "chance.json", "The seed does not follow from the secret and the players' words.",
                "The seed, a player's word or the order of the seats was changed.");
        } else {
            this.found("The seed follows from the secret and the players' words.");
        }
        [this.secret, this.seedHex] = [secret, chance.seed];
        return unhex(chance.seed);
    }

    // Every turn: the chain, what went in, the letters that came out, and each number drawn.
    async turns(game, seed, onTurn) {
        const before = this.result.problems.length;
        let previous = "0".repeat(64), draws = 0;
        for (let turn = 0; turn <= game.step; turn++) {
            await onTurn(turn, game.step);
            const at = place(turn), step = this.json(at + "step.json");
            const [input, output] = [this.bundle.files.get(at + "input.json"), this.bundle.files.get(at + "output.json")];
            this.chain(turn, at, step, input, output, previous);
            previous = step.chain_hash;
            this.input(turn, at, step, game);
            this.letters(turn, at);
            draws += this.draws(turn, at, seed);
        }
        if (this.result.problems.length === before) {
            this.found(`The chain holds from the set-up to turn ${game.step}: what went in and came out of each is what was hashed.`);
            if (draws) this.found(`All ${draws} shuffles, rolls and draws that are told follow from the seed.`);
        }
    }

    // The four hashes of a turn (CHAIN.md 1).
    chain(turn, at, step, input, output, previous) {
        const file = name => at.endsWith("/") ? at + name : at;
        if (step.step !== turn) {
            this.differs(turn, file("step.json"), "It is another turn's.", "Turns were exchanged.");
        }
        if (hex(sha256(input)) !== step.input_hash) {
            this.differs(turn, file("input.json"), "What went into the turn does not fit its hash.",
                "Orders, answers, options, words or seats of this turn were changed after it was played.");
        }
        if (hex(sha256(output)) !== step.output_hash) {
            this.differs(turn, file("output.json"), "What came out of the turn does not fit its hash.",
                "An event, a letter or the state of the table was changed after it was played.");
        }
        if (step.previous_hash !== previous) {
            this.differs(turn, file("step.json"), "It does not follow the turn before it.",
                "This turn or the one before it was changed, exchanged or taken out.");
        }
        const joined = `referee chain 1\n${step.previous_hash}\n${step.input_hash}\n${step.output_hash}\n`;
        if (hex(sha256(utf8(joined))) !== step.chain_hash) {
            this.differs(turn, file("step.json"), "The turn's place in the chain does not fit its hashes.",
                "One of the four hashes was changed.");
        }
    }

    // The turns that were taken back: all that their hashes are made of lies in one file. Each followed the turn before it
    // of then, which may itself be gone.
    undone(game) {
        this.json("undone.json").forEach((one, i) => {
            const input = {
                commitment: game.commitment, edition: one.edition, game: game.name, given: null, options: game.options,
                orders: one.orders, ruleset: game.ruleset, seats: game.seats, seed: this.seedHex ?? null, step: one.step,
            };
            const written = Object.keys(input).sort().map(key => // what was given and came out is put in as it was stored
                `${JSON.stringify(key)}:${key === "given" ? one.given : canonical(input[key])}`);
            const its = this.hashedLetters(letter => letter.undone === i + 1 && letter.step === one.step);
            const output = `{"events":${one.events},"letters":${canonical(its)},"state":${one.state}}`;
            this.chain(one.step, "undone.json", one, utf8(`{${written.join(",")}}`), utf8(output), one.previous_hash);
        });
    }

    // The proofs on receipts (RECEIPTS.md): what is signed, and the marks of its lines. A game that was brought here from
    // another campaign has receipts that another key signed.
    signedReceipts(game, key) {
        const orders = this.json("orders.json").filter(one => one.proof !== null);
        const by = key || (this.json("signature.json")?.key ?? "");
        if (!orders.length) return;
        const wrong = orders.filter(one => !isHex(by, 32) || !proofHolds(unhex(by), game.name, one));
        if (wrong.length === orders.length) {
            this.result.unchecked.push(
                "The signatures of receipts: another key made them, as of a game that was played in another campaign.");
            return;
        }
        for (const one of wrong) {
            this.differs(one.step, "orders.json", `The proof of receipt ${one.receipt} is not one of these orders of ${one.seat}.`,
                "The lines, the time they came, the code or the proof were changed after the receipt was written.");
        }
        if (!wrong.length) this.found(`All ${orders.length} receipts are signed with this key.`);
    }

    // The orders that went into each turn are those that were on file for it (orders.json): after the newest revision for
    // that turn or one before, but for those that were set aside with a turn that was taken back. Where the referee itself
    // plays a seat, nothing is on file.
    ordersOnFile(game) {
        const orders = this.json("orders.json"), acts = this.json("acts.json");
        const own = new Set(acts.filter(one => one.what === "stand-in").map(one => one.details?.seat));
        for (let turn = 0; turn <= game.step; turn++) {
            const played = this.json(`${place(turn)}input.json`).orders;
            for (const [seat, lines] of Object.entries(played)) {
                if (seat === "GM" || own.has(seat)) continue;
                const newest = orders.filter(one => one.seat === seat && one.step <= turn && one.set_aside_at === null).pop();
                const filed = newest ? inForce(newest, turn) : [];
                if (canonical(filed) !== canonical(lines)) {
                    this.differs(turn, "orders.json", `What ${seat} had on file is not what was played.`,
                        "The orders of this seat were changed here, or in what went into the turn.");
                }
            }
        }
    }

    // The lines that a receipt names are those that were on file for its turn, and a letter's turn is that which it is part of.
    linesOnFile() {
        for (const one of this.json("orders.json")) {
            if (canonical(one.lines) !== canonical(inForce(one, one.step))) {
                this.differs(one.step, "orders.json", `The lines of receipt ${one.receipt} are not those that were on file.`,
                    "One of them was changed after the bundle was made.");
            }
        }
        for (const one of this.json("letters.json")) {
            if (one.of_step !== null && one.of_step !== one.step) {
                this.differs(one.step, "letters.json", `The letter to ${one.seat} (${one.kind} ${one.number}) is of two turns.`,
                    "One of them was changed after the bundle was made.");
            }
        }
    }

    // The game ended as the events of its last turn say.
    end(game) {
        const { events } = this.json(`${place(game.step)}${this.whole ? "output" : "story"}.json`);
        const ended = events.find(one => Object.hasOwn(one, "GameEnded"))?.GameEnded;
        const end = ended ? { reason: ended.reason, winners: ended.winners, losers: ended.losers } : null;
        if (canonical(game.end) !== canonical(end) || (game.status === "over") !== (end !== null)) {
            this.differs(null, "game.json", "It tells of another end than the last turn.",
                "One of them was changed after the bundle was made.");
        }
    }

    // What went in tells of the game what game.json and chance.json tell (CHAIN.md 2).
    input(turn, at, step, game) {
        const input = this.json(at + "input.json");
        const expected = {
            commitment: game.commitment, edition: step.edition, game: game.name, options: game.options,
            ruleset: game.ruleset, seats: game.seats, seed: this.seedHex, step: turn,
        };
        for (const [name, value] of Object.entries(expected)) {
            if (canonical(input[name]) !== canonical(value)) {
                this.differs(turn, at + "input.json", `What went in has another "${name}" than the game.`,
                    "The one or the other was changed after the turn was played.");
            }
        }
    }

    // The letters in the list are those that the turn's hash is made of (CHAIN.md 3), in their order there.
    letters(turn, at) {
        const here = this.hashedLetters(one => one.of_step === turn && one.step === turn && one.undone === null);
        const there = this.json(at + "output.json").letters;
        const other = here.findIndex((one, i) => canonical(one) !== canonical(there[i] ?? null));
        if (other >= 0 || here.length !== there.length) {
            const [seat, kind, number] = here[other] ?? there[here.length];
            this.differs(turn, "letters.json", `The letter to ${seat} (${kind} ${number}) is not one of those that the turn brought.`,
                "A letter was changed, put in or taken out after it was written.");
        }
    }

    // Some of the letters as they are hashed: by seat, kind and number.
    hashedLetters(are) {
        const its = this.json("letters.json").filter(are).map(asHashed);
        return its.sort((a, b) => byCodePoint(a[0], b[0]) || byCodePoint(a[1], b[1]) || a[2] - b[2]);
    }

    // Each number drawn is the next of its stream (CHANCE.md 3 to 5). Return how many there are.
    draws(turn, at, seed) {
        if (!this.bundle.files.has(at + "draws.json")) {
            this.result.unchecked.push(`What was drawn in turn ${turn}: whoever made the bundle could not play it again, or took it out.`);
            return 0;
        }
        const drawn = this.json(at + "draws.json");
        const streams = new Map();
        for (const one of drawn) {
            if (!streams.has(one.purpose)) streams.set(one.purpose, stream(seed, turn, one.purpose));
            const came = draw(streams.get(one.purpose), one.kind, one.of);
            if (canonical(came) !== canonical(one.came)) {
                this.differs(turn, at + "draws.json", `"${one.purpose}" came otherwise than the seed says.`,
                    "A card, a roll or a lot was changed, or left out, after it was drawn.");
                break;
            }
        }
        return drawn.length;
    }

    // The codes of receipts: HMAC-SHA-256 under the game's secret of what was on file, and when.
    receipts(game) {
        if (!this.secret) return;
        const orders = this.json("orders.json");
        const before = this.result.problems.length;
        let codes = 0;
        for (const one of orders) {
            codes++;
            if (receiptCode(this.secret, game.name, one) !== one.receipt) {
                this.differs(one.step, "orders.json", `Receipt ${one.receipt} is not one of these orders of ${one.seat}.`,
                    "The lines, the time they came or the code were changed after the receipt was written.");
            }
        }
        if (this.result.problems.length === before) this.found(`All ${codes} codes of receipts fit the orders they stand for.`);
    }

    // What one reader was given holds no secret and no hidden hand, so little can be computed from it.
    ofOneReader(game) {
        this.result.unchecked.push(
            "The chain and the luck: this bundle holds what one reader may know, and both need what is hidden from them. " +
            "Once the game is opened, its whole bundle has them.");
        this.result.unchecked.push(
            `The commitment is ${game.commitment}: compare it with the one in the first letter that you had.`);
    }
}

const place = turn => `steps/${String(turn).padStart(4, "0")}/`;   // where the files of a turn lie
const inForce = (one, turn) => [...one.on_file.turns[turn] ?? [], ...one.on_file.standing];   // lines of orders
const asHashed = one => [one.seat, one.kind, one.number, one.subject, one.body, one.document, one.form];   // a letter
const turnOf = path => /^steps\/\d{4}\//.test(path) ? Number(path.slice(6, 10)) : null;

const MOST_TOLD = 5;   // so many problems are told in full

// The same in words.
function sentences(result) {
    if (!result.readable) return [result.unreadable];
    const who = result.scope === "whole" ? "the whole game" : result.scope === "seat" ? `what ${result.reader} may know`
        : "what anybody may know";
    const lines = result.title === undefined ? [] : [`${result.title} (${result.ruleset}), ${result.turns} turns; ${who}.`];
    lines.push(...result.checked.map(said => `Good: ${said}`));
    for (const one of result.problems.slice(0, MOST_TOLD)) {
        const place = one.turn === null ? "" : one.turn === 0 ? "the set-up, " : `turn ${one.turn}, `;
        lines.push(`BAD, in ${place}${one.item}: ${one.said} ${one.means}`);
    }
    const more = result.problems.length - MOST_TOLD;
    if (more > 0) lines.push(`${more} more ${more === 1 ? "differs" : "differ"}.`);
    lines.push(...result.unchecked.map(said => `Not looked at: ${said}`));
    const turns = result.problems.map(one => one.turn).filter(turn => turn !== null);
    const begins = turns.length ? `it differs from ${turns[0] ? `turn ${turns[0]}` : "the set-up"} on` : "what differs belongs to no turn";
    lines.push(result.good ? "Nothing was changed that this file can see."
        : `This is not the game as it was played: ${begins}.`);
    return lines;
}

// ---------------------------------------------------------------------------------------------------------------------
// 2. What each file holds (BUNDLE.md)
// ---------------------------------------------------------------------------------------------------------------------

// Each of these says of a value whether it is such a one.
const isText = one => typeof one === "string";
const isFlag = one => typeof one === "boolean";
const isNumber = Number.isSafeInteger;
const isSpan = one => isNumber(one) && one >= 0 && one < 86400e9;   // seconds
const isThere = () => true;
const isObject = one => one !== null && typeof one === "object" && !Array.isArray(one);
const isOne = is => one => isObject(one) && Object.keys(one).length === 1 && Object.entries(one).every(([name, inner]) => is(name, inner));
const orNull = is => one => one === null || is(one);
const listOf = is => one => Array.isArray(one) && one.every(inner => is(inner));
const byName = is => one => isObject(one) && Object.values(one).every(inner => is(inner));
const having = fields => one => isObject(one) && Object.keys(one).length === Object.keys(fields).length &&
    Object.entries(fields).every(([name, is]) => Object.hasOwn(one, name) && is(one[name]));
const asText = is => one => {
    const value = isText(one) ? parsed(utf8(one)) : undefined;
    return isPlain(value) && is(value) && differInOrder(one, JSON.stringify(value));
};

function isMoment(one) {
    const [, second, micros] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{6})?\+00:00$/.exec(isText(one) ? one : "") ?? [];
    const time = Date.parse(`${second}Z`);
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(second) && !second.startsWith("0000") && micros !== ".000000";
}

// Whole numbers alone, none too large to be held exactly; no half of a character; and nothing too deep in something.
function isPlain(one, room = 100) {
    if (isText(one)) return !/[\ud800-\udfff]/u.test(one);
    if (typeof one === "number") return isNumber(one);
    if (one === null || typeof one !== "object") return one !== undefined;
    return room > 0 && Object.entries(one).every(([name, inner]) => isPlain(name) && isPlain(inner, room - 1));
}

const texts = listOf(isText), isLines = byName(texts);
const isTurns = one => isLines(one) && Object.keys(one).every(turn => String(Number(turn)) === turn && isNumber(Number(turn)));
const isAudience = isOne((way, seats) => (way === "only" || way === "but") && texts(seats));
const isEnd = having({ reason: isText, winners: texts, losers: texts });
const isEvents = isTo => listOf(isOne((name, said) => isObject(said) && isTo(said.to) &&
    (name !== "GameEnded" || isEnd({ reason: said.reason, winners: said.winners, losers: said.losers }))));
const isGiven = having({ answers: byName(isThere), live: isFlag, silent: texts });
const seats = listOf(having({ name: isText, wishes: texts, word: isText }));
const turn = { edition: isText, played_at: isMoment, step: isNumber };
const hashes = { chain_hash: isText, input_hash: isText, output_hash: isText, previous_hash: isText };
const story = { ...turn, answers: byName(isThere), events: isEvents(to => to === "all" || to === "you"), orders: isLines };
const takenBack = { reason: isText, undone_at: isMoment };

const BOTH = {
    bundle: having({ files: byName(isText), format: isText, program: isText, reader: isText, scope: isText, version: isNumber }),
    signature: having({ key: isText, signature: isText }),
    game: having({
        commitment: isText, created_at: isMoment, deadline: isText, due_at: orNull(isMoment), early: isFlag, edition: isText,
        end: orNull(isEnd), ended_at: orNull(isMoment), live_pause: isSpan, name: isText, options: byName(isText),
        policy: byName(isText), reveal: isText, ruleset: isText, seats, show_missing: isFlag, started_at: orNull(isMoment),
        status: isText, step: isNumber, title: isText, zone: isText,
    }),
    orders: listOf(having({
        lines: texts, on_file: having({ standing: texts, turns: isTurns, waits: isFlag }), proof: orNull(isText),
        receipt: isText, received_at: isMoment, revision: isNumber, seat: isText, set_aside_at: orNull(isMoment),
        sheet: listOf(isObject), step: isNumber,
    })),
    letters: listOf(having({
        body: isText, document: isText, form: texts, kind: isText, made_at: isMoment, number: isNumber,
        of_step: orNull(isNumber), seat: isText, step: isNumber, subject: isText, undone: orNull(isNumber),
    })),
    press: listOf(having({
        addressees: texts, at_once: isFlag, body: isText, seat: isText, step: isNumber, written_at: isMoment,
    })),
    rulings: listOf(having({
        about: isText, answer: orNull(isText), at: isMoment, correction: isText, corrects: isFlag, number: isNumber,
        reason: isText, step: orNull(isNumber), text: isText, to: orNull(isAudience),
    })),
    acts: listOf(having({
        at: isMoment, details: orNull(isObject), to: orNull(isAudience), what: isText, who: isText, words: isText,
    })),
};
const WHOLE = {
    ...BOTH,
    undone: listOf(having({
        ...turn, ...hashes, ...takenBack, events: asText(isEvents(isAudience)), given: asText(isGiven), orders: isLines,
        state: asText(isThere),
    })),
    chance: having({ secret: one => isHex(one), seed: one => isHex(one, 32) }),
    step: having({ ...turn, ...hashes, why: isText }),
    input: having({
        commitment: isText, edition: isText, game: isText, given: isGiven, options: byName(isText), orders: isLines,
        ruleset: isText, seats, seed: one => isHex(one, 32), step: isNumber,
    }),
    output: having({ events: isEvents(isAudience), letters: listOf(Array.isArray), state: isThere }),
    draws: listOf(having({ came: one => isNumber(one) || listOf(isNumber)(one), kind: isText, of: isNumber, purpose: isText })),
};
const TOLD = { ...BOTH, undone: listOf(having({ ...story, ...takenBack })), story: having(story) };

// What a turn's hashes are made of stays as it was stored, for there the order of keys counts: written again these parts are
// the same but for the order of their characters, or a key stood there twice, or a number was written in another way.
const PARTS = { input: ["given"], output: ["events", "state"] };

const inOrder = one => one.split("").sort().join("");
const differInOrder = (one, other) => one === other || (one.length === other.length && inOrder(one) === inOrder(other));

function isAsHashed(written, value, parts) {
    let at = 0;
    const goesOn = said => written.startsWith(said, at) && (at += said.length) > 0;
    return Object.keys(value).sort().every((name, i) => {
        if (!goesOn(`${i ? "," : "{"}"${name}":`)) return false;
        if (!parts.includes(name)) return goesOn(canonical(value[name]));
        const again = JSON.stringify(value[name]), stored = written.slice(at, at += again.length);
        return differInOrder(stored, again);
    }) && written.slice(at) === "}";
}

// ---------------------------------------------------------------------------------------------------------------------
// 3. Letters as mail (BUNDLE.md)
// ---------------------------------------------------------------------------------------------------------------------

const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const DAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const ENCODED = (() => {
    const inBase64 = "b\\?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", quoted = "q\\?(?:[!-<>@-~]|=[0-9A-F]{2})*";
    const word = `=\\?utf-8\\?(${inBase64}|${quoted})\\?=`;
    return new RegExp(`${word}(?: (?=${word}))?`, "g");
})();
const HEADERS = /((?:^|\n)From referee [^\n]*\nFrom: [^\n]*\nTo: )([^\n]*)( <nobody@referee\.invalid>\nDate: [^\n]*\nSubject: )([^\n]*)(?=\n)/g;

// A letter as it lies in a mailbox, its headers as they are read.
function asMail(one, number, game) {
    const at = new Date(Date.parse(`${one.made_at.slice(0, 19)}Z`));
    const [day, month, date, year] = [DAYS[at.getUTCDay()], MONTHS[at.getUTCMonth()], String(at.getUTCDate()), at.getUTCFullYear()];
    const clock = one.made_at.slice(11, 19);
    const lines = [
        "From: Referee <nobody@referee.invalid>",
        `To: ${one.seat || "Observers"} <nobody@referee.invalid>`,
        `Date: ${day}, ${date.padStart(2, "0")} ${month} ${String(year).padStart(4, "0")} ${clock} +0000`,
        `Subject: ${one.subject.split(BLANKS).filter(Boolean).join(" ")}`,
        `X-Referee: ${one.kind}, turn ${one.step}, letter ${number} of ${game}`,
        'Content-Type: text/plain; charset="utf-8"',
        "Content-Transfer-Encoding: 8bit",
        "MIME-Version: 1.0",
        "",
        ...one.body.replace(/\r\n|\r/g, "\n").replace(/\n$/, "").split("\n"),
    ].map(line => /^>*From /.test(line) ? `>${line}` : line);
    return [`From referee ${day} ${month} ${date.padStart(2)} ${clock} ${year}`, ...lines, "", ""].join("\n");
}

// The headers of a letter with its name and its subject as they are read (RFC 2047).
function asRead(_, before, name, between, subject) {
    const [, quoted] = /^"(.*)"$/s.exec(name) ?? [];
    const bare = quoted === undefined ? name : quoted.replace(/\\(.)/gsu, "$1");
    return before + bare.replace(ENCODED, word) + between + subject.replace(ENCODED, word);
}

// An encoded word as it is read; one that can't be, as it stands.
function word(found, said) {
    const coded = said.slice(2);
    const data = said[0] === "b" ? Uint8Array.from(atob(coded), c => c.charCodeAt(0))
        : Uint8Array.from(coded.replace(/_/g, " ").match(/=..|[^=]/g) ?? [], c => c.length > 1 ? parseInt(c.slice(1), 16) : c.charCodeAt(0));
    try { return text(data); } catch { return found; }
}

// ---------------------------------------------------------------------------------------------------------------------
// 4. Luck (CHANCE.md)
// ---------------------------------------------------------------------------------------------------------------------

const WORD = 2 ** 32;

// The endless stream of 32-bit numbers of one purpose in one step.
function* stream(seed, step, purpose) {
    for (let block = 0; ; block++) {
        const bytes = hmac(seed, utf8(`${step}/${purpose}/${block}`));
        for (let i = 0; i < 32; i += 4) yield number32(bytes, i);
    }
}

// All of 0 .. n-1 equally likely: numbers at the end that would favour some are drawn again.
function below(numbers, n) {
    for (;;) {
        const { value } = numbers.next();
        if (value < WORD - WORD % n) return value % n;
    }
}

// What a draw comes to: a number below n, a die with n sides, or the order of n shuffled things.
function draw(numbers, kind, n) {
    if (!Number.isSafeInteger(n) || n < 0 || n > 1e6 || (n === 0 && kind !== "shuffle")) return "no draw";
    if (kind === "below") return below(numbers, n);
    if (kind === "die") return 1 + below(numbers, n);
    if (kind !== "shuffle") return "no draw";
    const items = Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
        const j = below(numbers, i + 1);
        [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
}

// A part of what a seed is mixed from: its length in eight bytes, then itself.
function part(bytes) {
    const length = new Uint8Array(8);
    new DataView(length.buffer).setBigUint64(0, BigInt(bytes.length));
    return join(length, bytes);
}

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

// The code on a receipt for orders, such as "5-ERIC-2, K7F3-M2QX-8T4D".
function receiptCode(secret, game, { step, seat, revision, received_at, lines }) {
    const digest = hmac(secret, utf8([game, step, seat, revision, received_at, ...lines].join("\n")));
    const number = new DataView(digest.buffer).getBigUint64(0);
    let code = "";
    for (let shift = 0n; shift < 60n; shift += 5n) code += ALPHABET[Number(number >> shift & 31n)];
    return `${step}-${seat.toUpperCase()}-${revision}, ${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}

// What a receipt covers: the lines in force for its turn, then those on file for each later turn, each with its turn.
function covered({ step, on_file: { turns, standing } }) {
    const later = Object.keys(turns).map(Number).filter(turn => turn > step).sort((a, b) => a - b);
    return [...turns[step] ?? [], ...standing].map(line => [step, line])
        .concat(...later.map(turn => turns[turn].map(line => [turn, line])));
}

// Whether the proof of a receipt is one of just these orders: made anew up to its signature, and that by this key.
function proofHolds(key, game, one) {
    const spaced = line => line.split(BLANKS).filter(Boolean).join(" ");
    const letters = one.receipt.slice(one.receipt.lastIndexOf(", ") + 2);
    const mark = string => sha256(utf8(string)).subarray(0, 2);
    const bytes = (number, count) => Uint8Array.from({ length: count }, (_, i) => number / 256 ** (count - 1 - i) % 256);
    const time = /^(\d+-\d+-\d+T\d+:\d+:\d+)(?:\.(\d{6}))?\+00:00$/.exec(one.received_at);
    if (!time || typeof one.proof !== "string") return false;
    const micros = Date.parse(`${time[1]}Z`) * 1000 + Number(time[2] ?? 0);
    const head = `${game}\n${one.receipt}\n${time[1]}.${time[2] ?? "000000"}Z\n`;
    const lines = covered(one), marks = new Map([[one.step, []]]);
    for (const line of lines) {
        if (!marks.has(line[0])) marks.set(line[0], []);
        marks.get(line[0]).push(mark(`referee receipt line 1\n${letters}\n${spaced(line[1])}\n`));
    }
    const [own, ...later] = marks.values(), turns = [...marks.keys()].slice(1);
    const expected = join(
        Uint8Array.of(1), bytes(micros, 7), mark(`referee receipt head 1\n${head}`), bytes(own.length, 2), ...own,
        bytes(later.length, 2), ...later.flatMap((its, i) => [bytes(turns[i], 4), bytes(its.length, 2), ...its]));
    const proof = unbase32(one.proof), signature = proof?.subarray(expected.length);
    return proof !== null && signature.length === 64 && sameBytes(proof.subarray(0, expected.length), expected) &&
        signatureHolds(key, utf8(`referee receipt 1\n${head}${lines.map(([turn, line]) => `${turn} ${spaced(line)}\n`).join("")}`), signature);
}

// Bytes from base 32 (RFC 4648) in small letters without padding; null if it is not written in the one way.
function unbase32(string) {
    const out = [];
    let room = 0, held = 0;
    for (const letter of string) {
        const value = "abcdefghijklmnopqrstuvwxyz234567".indexOf(letter);
        if (value < 0) return null;
        held = held << 5 | value;
        room += 5;
        if (room >= 8) {
            room -= 8;
            out.push(held >> room);
            held &= (1 << room) - 1;
        }
    }
    return held === 0 && room < 5 ? Uint8Array.from(out) : null;
}

// ---------------------------------------------------------------------------------------------------------------------
// 5. Hashes: SHA-256 and SHA-512 (FIPS 180-4), HMAC (RFC 2104)
// ---------------------------------------------------------------------------------------------------------------------

// The constants of both are the first bits of the fractional parts of roots of the first primes. They are computed here
// rather than copied: as whole numbers, so that nothing is rounded.
const PRIMES = (() => {
    const found = [];
    for (let n = 2; found.length < 80; n++) if (found.every(p => n % p)) found.push(n);
    return found.map(BigInt);
})();

function root(value, degree) {                       // the whole part of a root, by halving
    let low = 0n, high = 1n << 80n;
    while (high - low > 1n) {
        const middle = low + high >> 1n;
        if (middle ** degree <= value) low = middle; else high = middle;
    }
    return low;
}

const fraction = (prime, degree, bits) => BigInt.asUintN(Number(bits), root(prime << degree * bits, degree));

const K512 = PRIMES.map(p => fraction(p, 3n, 64n));
const H512 = PRIMES.slice(0, 8).map(p => fraction(p, 2n, 64n));
const K256 = Uint32Array.from(K512.slice(0, 64), k => Number(k >> 32n));
const H256 = Uint32Array.from(H512, h => Number(h >> 32n));

// The message, a one bit, zeros, and its length in bits, to whole blocks.
function padded(bytes, block) {
    const size = Math.ceil((bytes.length + 1 + block / 8) / block) * block;
    const out = new Uint8Array(size);
    out.set(bytes);
    out[bytes.length] = 0x80;
    new DataView(out.buffer).setBigUint64(size - 8, BigInt(bytes.length) * 8n);
    return out;
}

function sha256(bytes) {
    const message = new DataView(padded(bytes, 64).buffer);
    const h = H256.slice(), w = new Uint32Array(64);
    for (let at = 0; at < message.byteLength; at += 64) {
        for (let i = 0; i < 16; i++) w[i] = message.getUint32(at + 4 * i);
        for (let i = 16; i < 64; i++) {
            const x = w[i - 15], y = w[i - 2];
            const s0 = (x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3;
            const s1 = (y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        let a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7];
        for (let i = 0; i < 64; i++) {
            const s1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
            const t1 = k + s1 + (e & f ^ ~e & g) + K256[i] + w[i] | 0;
            const s0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
            const t2 = s0 + (a & b ^ a & c ^ b & c) | 0;
            k = g; g = f; f = e; e = d + t1 | 0; d = c; c = b; b = a; a = t1 + t2 | 0;
        }
        [a, b, c, d, e, f, g, k].forEach((value, i) => { h[i] += value; });
    }
    const out = new DataView(new ArrayBuffer(32));
    h.forEach((value, i) => out.setUint32(4 * i, value));
    return new Uint8Array(out.buffer);
}

function sha512(bytes) {
    const cut = x => BigInt.asUintN(64, x);
    const turned = (x, n) => cut(x >> n | x << 64n - n);
    const message = new DataView(padded(bytes, 128).buffer);
    const h = H512.slice(), w = new Array(80);
    for (let at = 0; at < message.byteLength; at += 128) {
        for (let i = 0; i < 16; i++) w[i] = message.getBigUint64(at + 8 * i);
        for (let i = 16; i < 80; i++) {
            const x = w[i - 15], y = w[i - 2];
            const s0 = turned(x, 1n) ^ turned(x, 8n) ^ x >> 7n;
            const s1 = turned(y, 19n) ^ turned(y, 61n) ^ y >> 6n;
            w[i] = cut(w[i - 16] + s0 + w[i - 7] + s1);
        }
        let [a, b, c, d, e, f, g, k] = h;
        for (let i = 0; i < 80; i++) {
            const s1 = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
            const t1 = k + s1 + (e & f ^ cut(~e) & g) + K512[i] + w[i];
            const s0 = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
            const t2 = s0 + (a & b ^ a & c ^ b & c);
            k = g; g = f; f = e; e = cut(d + t1); d = c; c = b; b = a; a = cut(t1 + t2);
        }
        [a, b, c, d, e, f, g, k].forEach((value, i) => { h[i] = cut(h[i] + value); });
    }
    const out = new DataView(new ArrayBuffer(64));
    h.forEach((value, i) => out.setBigUint64(8 * i, value));
    return new Uint8Array(out.buffer);
}

// HMAC-SHA-256.
function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(join(block.map(byte => byte ^ 0x36), message));
    return sha256(join(block.map(byte => byte ^ 0x5c), inner));
}

// ---------------------------------------------------------------------------------------------------------------------
// 6. Signatures: Ed25519 (RFC 8032), verifying only
// ---------------------------------------------------------------------------------------------------------------------

const P = 2n ** 255n - 19n;                                    // the field
const L = 2n ** 252n + 27742317777372353535851937790883648493n; // how many multiples the base point has
const mod = (x, m = P) => (x %= m) < 0n ? x + m : x;

function power(base, exponent) {
    let out = 1n;
    for (base = mod(base); exponent; exponent >>= 1n, base = base * base % P) if (exponent & 1n) out = out * base % P;
    return out;
}

const D = mod(-121665n * power(121666n, P - 2n));
const ROOT_OF_MINUS_1 = power(2n, (P - 1n) / 4n);
const NEUTRAL = [0n, 1n, 1n, 0n];                              // points are [x*z, y*z, z, x*y*z]

function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
    const a = mod((y1 - x1) * (y2 - x2)), b = mod((y1 + x1) * (y2 + x2));
    const c = mod(2n * t1 * t2 % P * D), d = mod(2n * z1 * z2);
    const [e, f, g, h] = [b - a, d - c, d + c, b + a];
    return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

// A point from its 32 bytes: y, and in the last bit whether x is odd. Null if there is no such point.
function point(bytes) {
    const all = little(bytes), y = all & (1n << 255n) - 1n, odd = all >> 255n;
    if (y >= P) return null;
    const u = mod(y * y - 1n), v = mod(D * y * y + 1n);
    let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
    if (mod(v * x * x) === mod(-u)) x = mod(x * ROOT_OF_MINUS_1);
    if (mod(v * x * x) !== u || (x === 0n && odd)) return null;
    if ((x & 1n) !== odd) x = mod(-x);
    return [x, y, 1n, mod(x * y)];
}

const same = (p, q) => mod(p[0] * q[2] - q[0] * p[2]) === 0n && mod(p[1] * q[2] - q[1] * p[2]) === 0n;

// A table of a point's multiples, so that many signatures of one key are quickly checked: row i holds 0 .. 15 times 16^i.
function multiples(of) {
    const rows = [];
    for (let i = 0, step = of; i < 64; i++) {
        const row = [NEUTRAL];
        for (let j = 1; j <= 16; j++) row.push(add(row[j - 1], step));
        step = row.pop();
        rows.push(row);
    }
    return n => rows.reduce((sum, row, i) => add(sum, row[Number(n >> BigInt(4 * i) & 15n)]), NEUTRAL);
}

const timesBase = lazily(() => multiples(point(unhex("58" + "66".repeat(31)))));
const timesKey = new Map();

// Whether it is this key's signature of the message: s times the base point = r + h times the key.
function signatureHolds(key, message, signature) {
    const name = hex(key);
    if (!timesKey.has(name)) {
        const of = point(key);
        timesKey.set(name, of && multiples(of));
    }
    const [first, s] = [signature.slice(0, 32), little(signature.slice(32))];
    const r = point(first);
    if (signature.length !== 64 || r === null || s >= L || !timesKey.get(name)) return false;
    const h = mod(little(sha512(join(first, key, message))), L);
    return same(timesBase()(s), add(r, timesKey.get(name)(h)));
}

// ---------------------------------------------------------------------------------------------------------------------
// 7. The bundle: a zip (APPNOTE 6.3), and the files in it
// ---------------------------------------------------------------------------------------------------------------------

class Unreadable extends Error {}

const MOST = 512 * 1024 * 1024;   // bytes, unpacked: nobody's memory is filled by a file that lies about itself

const PATH = /^(steps\/\d{4}\/)?[a-z]+\.(json|mbox)$/;

async function opened(bytes) {
    const files = await unzipped(bytes);
    if (![...files.keys()].every(path => PATH.test(path))) {
        throw new Unreadable("This bundle holds a file with a name that no bundle has.");
    }
    const list = files.get("bundle.json");
    const head = list ? parsed(list) : null;
    if (head === null || typeof head !== "object" || head.format !== "referee bundle") {
        throw new Unreadable("This is no bundle of a game: it has no bundle.json that says so.");
    }
    if (head.version !== 1) {
        throw new Unreadable(`This bundle is of version ${head.version}; I know version 1. A newer verify.js may read it.`);
    }
    if (typeof head.files !== "object" || head.files === null) {
        throw new Unreadable("The bundle's list of files can't be read, so I can't look at any.");
    }
    return { head, files };
}

// Read a zip by its directory, which stands at its end. Return the bytes of each file by its path.
async function unzipped(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const broken = () => new Unreadable("This file is no whole zip: it was damaged, cut off, or is something else.");
    const end = bytes.length - 22;
    if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw broken();
    const files = new Map();
    let at = view.getUint32(end + 16, true), expected = 0, room = MOST;
    try {
        for (let left = view.getUint16(end + 10, true); left > 0; left--) {
            if (view.getUint32(at, true) !== 0x02014b50) throw broken();
            const [method, crc] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
            const [size, full] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
            const [flags, name, extra, note] = [8, 28, 30, 32].map(offset => view.getUint16(at + offset, true));
            const start = view.getUint32(at + 42, true);
            const path = text(bytes.subarray(at + 46, at + 46 + name));
            if (start !== expected || view.getUint32(start, true) !== 0x04034b50 || files.has(path)) throw broken();
            if (flags || extra || note) throw broken();   // a bundle has none of these, and other programs may read them otherwise
            if (full > room) throw new Unreadable("This bundle is larger than I can unpack.");
            room -= full;
            // The file's own header says the same once more; both must agree, and nothing lie between the files.
            if (!sameBytes(bytes.subarray(at + 6, at + 32), bytes.subarray(start + 4, start + 30))) throw broken();
            const data = start + 30 + name;
            expected = data + size;
            if (text(bytes.subarray(start + 30, start + 30 + name)) !== path || expected > end) throw broken();
            const packed = bytes.subarray(data, expected);
            files.set(path, await content(path, method, packed, full, crc));
            at += 46 + name;
        }
    } catch (error) {
        throw error instanceof Unreadable ? error : broken();
    }
    if (at !== end || view.getUint32(end + 16, true) !== expected) throw broken();
    return files;
}

// A file's bytes as they were packed.
async function content(path, method, packed, full, crc) {
    let found = null;
    try {
        found = method === 0 ? packed : method === 8 ? await inflated(packed, full) : null;
    } catch { /* it is said below */ }
    if (found === null || found.length !== full || crc32(found) !== crc) {
        throw new Unreadable(`${path} in this bundle is damaged: it can't be unpacked.`);
    }
    return found;
}

// Undo "deflate", as the browser or Node does it; that it did so rightly is seen by the hashes.
async function inflated(packed, full) {
    if (typeof process === "object" && process.versions?.node) {
        return new Uint8Array(require("node:zlib").inflateRawSync(packed, { maxOutputLength: full + 1 }));
    }
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const out = new Uint8Array(full);
    for (let at = 0; ;) {
        const { done, value } = await reader.read();
        if (done) return out.subarray(0, at);
        if (at + value.length > full) throw new RangeError("more than it says");
        out.set(value, at);
        at += value.length;
    }
}

const CRC = lazily(() => Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? n >>> 1 ^ 0xedb88320 : n >>> 1;
    return n;
}));

function crc32(bytes) {
    const table = CRC();
    let crc = ~0;
    for (const byte of bytes) crc = crc >>> 8 ^ table[(crc ^ byte) & 255];
    return ~crc >>> 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// 8. Bytes and text
// ---------------------------------------------------------------------------------------------------------------------

// The value that JSON stands for; null if it is none.
function parsed(bytes) {
    try { return JSON.parse(text(bytes)); } catch { return null; }
}

const utf8 = string => new TextEncoder().encode(string);
const text = bytes => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
const unhex = string => Uint8Array.from(string.match(/../g) ?? [], pair => parseInt(pair, 16));
const isHex = (string, bytes = string?.length / 2) =>
    typeof string === "string" && string.length === 2 * bytes && /^([0-9a-f]{2})*$/.test(string);
const number32 = (bytes, i) => (bytes[i] << 24 | bytes[i + 1] << 16 | bytes[i + 2] << 8 | bytes[i + 3]) >>> 0;
const little = bytes => BigInt("0x" + (hex(bytes.slice().reverse()) || "0"));
const sameBytes = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

function join(...parts) {
    const out = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
    let at = 0;
    for (const one of parts) { out.set(one, at); at += one.length; }
    return out;
}

function lazily(make) {
    let made;
    return () => made ??= make();
}

// Text in the order of its code points; JavaScript alone would go by halves of them.
function byCodePoint(a, b) {
    const [x, y] = [Array.from(a, c => c.codePointAt(0)), Array.from(b, c => c.codePointAt(0))];
    for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i] - y[i];
    return x.length - y.length;
}

// A value as canonical JSON (CHAIN.md): no blanks, keys sorted, whole numbers, nothing escaped without need.
function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value !== null && typeof value === "object") {
        const keys = Object.keys(value).sort(byCodePoint);
        return `{${keys.map(key => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
    }
    return JSON.stringify(value);
}

// ---------------------------------------------------------------------------------------------------------------------
// 9. This file's own arithmetic, held to published examples. Return the names of those that fail.
// ---------------------------------------------------------------------------------------------------------------------

const selfTest = lazily(() => {
    const secret = Uint8Array.from({ length: 32 }, (_, i) => i);
    const seed = sha256(join(utf8("referee seed 1\n"),
        ...[secret, utf8("Ana"), utf8("abracadabra"), utf8("Bo"), utf8("")].map(part)));
    const numbers = stream(seed, 3, "dice/1/Ana"), dice = stream(seed, 3, "dice/1/Ana");
    const [into, out] = ['{"a":1}', '{"b":2}'].map(one => hex(sha256(utf8(one))));
    const million = new Uint8Array(1000).fill(97);
    // Key, message and signature: RFC 8032, 7.1, tests 1 and 3.
    const signed = [
        ["d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155" +
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"],
        ["fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac" +
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"],
    ].map(parts => parts.map(unhex));
    const receipt = {
        step: 1, receipt: "1-ANA-1, BA5B-N3JK-M0Z0", received_at: "2026-11-24T12:00:07.123000+00:00",
        on_file: { turns: { 1: ["LEAD HIGHEST, DRAW", "REPLY CHEAPEST WIN"], 3: ["LEAD M5"] }, standing: [] },
        proof: "aedgcbdtsradqkm5aabnuknjbeaacaaaaabqaanyiga6ycfyjtp4bjfygvjntijl6tsc4mj77crlui4aapc4vgq4qqoba4eviaaq6e6gcs" +
            "kjvrx7sfgwnthmvodlgodcgh4wulekiqvewnan",
    };
    const signer = unhex("03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8");
    const tests = [
        ["SHA-256 (FIPS 180-4)", hex(sha256(utf8("abc"))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
        ["SHA-256 of a thousand a", hex(sha256(million)),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"],
        ["SHA-512 (FIPS 180-4)", hex(sha512(utf8("abc"))),
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a" +
            "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"],
        ["HMAC-SHA-256 (RFC 4231, 2)", hex(hmac(utf8("Jefe"), utf8("what do ya want for nothing?"))),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
        ["Ed25519 (RFC 8032)", signed.map(([key, message, signature]) => signatureHolds(key, message, signature)), [true, true]],
        ["Ed25519, of another message", signatureHolds(signed[1][0], signed[0][1], signed[1][2]), false],
        ["commitment (CHANCE.md)", hex(sha256(join(utf8("referee commitment 1\n"), secret))),
            "11b01c801e9033b5dde2043c1cb81635fc92193f1bff987bc70f2c12e65b282b"],
        ["seed (CHANCE.md)", hex(seed), "861f6bdf99d8dbb938df18b36ee05906c9fcac770a1c116cc5a0d393e960cc37"],
        ["numbers (CHANCE.md)", [1, 2, 3, 4].map(() => numbers.next().value),
            [2231781789, 1955885479, 1137261452, 668794620]],
        ["dice (CHANCE.md)", Array.from({ length: 10 }, () => draw(dice, "die", 12)), [10, 8, 9, 1, 6, 5, 9, 8, 6, 6]],
        ["shuffle (CHANCE.md)", draw(stream(seed, 0, "deck/Ana"), "shuffle", 10), [6, 7, 8, 9, 5, 3, 4, 2, 1, 0]],
        ["input (CHAIN.md)", into, "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"],
        ["output (CHAIN.md)", out, "0ab1a6d394cd30195f0642b67ae1180c375ffadf5dd7f39c390668b5fdb6da93"],
        ["chain (CHAIN.md)", hex(sha256(utf8(`referee chain 1\n${"0".repeat(64)}\n${into}\n${out}\n`))),
            "ef582667268fd50957f8a1884309c130ec6a1a183f7d306c1609e44a41530f8a"],
        ["receipt (RECEIPTS.md)", [receipt, { ...receipt, step: 2 }].map(one => proofHolds(signer, "dawn", one)), [true, false]],
        ["canonical JSON (CHAIN.md)", canonical(JSON.parse('{"b": [1, null], "\\ud83d\\ude00": "\\u2028", "\\uffee": "\\u0001\\n"}')),
            '{"b":[1,null],"\uffee":"\\u0001\\n","\u{1f600}":"\u2028"}'],
    ];
    return tests.filter(([, came, expected]) => canonical(came) !== canonical(expected)).map(([name]) => name);
});

// ---------------------------------------------------------------------------------------------------------------------
// 10. In a page, and under Node
// ---------------------------------------------------------------------------------------------------------------------

// What is said where this file itself fails: nothing about the bundle.
const mistaken = error => ({
    good: false, readable: false, mistaken: true, problems: [],
    unreadable: `I made a mistake of my own, which says nothing for or against this bundle: ${error.stack ?? error}`,
});

// Let a file input and a box for the words do all of it. `keyInput`, if there is one, holds the campaign's key.
function attach(input, output, keyInput = null) {
    input.addEventListener("change", async () => {
        if (!input.files.length) return;
        output.textContent = "Looking ...";
        const breathe = () => new Promise(done => setTimeout(done));
        const bytes = new Uint8Array(await input.files[0].arrayBuffer());
        const onTurn = async (turn, of) => { output.textContent = `Looking at turn ${turn} of ${of} ...`; await breathe(); };
        const result = await verify(bytes, { key: keyInput?.value ?? "", onTurn }).catch(mistaken);
        output.replaceChildren(...sentences(result).map(sentence => {
            const line = document.createElement("p");
            line.textContent = sentence;
            return line;
        }));
        output.dataset.verdict = result.good ? "good" : result.readable ? "bad" : "unreadable";
    });
}

// Return the exit code.
async function main(args) {
    if (args[0] === "--self-test") {
        const failed = selfTest();
        console.log(failed.length ? `These fail: ${failed.join(", ")}.` : "My arithmetic agrees with the published examples.");
        return failed.length ? 1 : 0;
    }
    const at = args.indexOf("--key");
    const key = at < 0 ? "" : args.splice(at, 2)[1] ?? "";
    if (args.length !== 1 || at >= 0 && !isHex(key.toLowerCase(), 32)) {
        console.log("Say: node verify.js FILE [--key HEX], or node verify.js --self-test. A key has 64 figures from 0 to f.");
        return 2;
    }
    let bytes;
    try {
        bytes = new Uint8Array(require("node:fs").readFileSync(args[0]));
    } catch (error) {
        console.log(`I can't read ${args[0]}: ${error.code}.`);
        return 2;
    }
    const result = await verify(bytes, { key }).catch(mistaken);
    console.log(sentences(result).join("\n"));
    return result.mistaken ? 70 : result.good ? 0 : result.readable ? 1 : 2;
}

return { verify, sentences, attach, main, selfTest, signatureHolds, proofHolds, unbase32, sha256, sha512, hmac, stream, draw, canonical, unzipped };
})();

if (typeof module === "object" && typeof require === "function") {
    module.exports = Verifier;
    if (require.main === module) Verifier.main(process.argv.slice(2)).then(code => { process.exitCode = code; });
}
