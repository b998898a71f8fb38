// Checks receipts as people paste them, in a page or under Node, with the arithmetic of verify.js beside it.
//
//     Receipts.found(text)          finds the receipts in a text, quoted or wrapped or not
//     Receipts.check(receipt, key)  holds one against its proof, and that against the campaign's key (hexadecimal)
//     Receipts.sentences(checked)   says what came of it
//     Receipts.attach(box, key, output)  lets a box for the text and one for the key do all of it
//
// RECEIPTS.md says what a receipt is made of.

"use strict";

const Receipts = (() => {

const V = typeof Verifier === "object" ? Verifier : require("./verify.js");

const FOOT = /\bReceipt\s+([0-9]{1,9}-[^,]{1,80}?-[0-9]+)(?:\s+of\s+([^\s,]+))?,\s+([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\./g;
const QUOTE = /^[ \t]*>(?![=>]?=)[ \t]?/;
const ITEM = /^(?:[0-9]+[.)]?|[-*\u2022])$/;
const NEAR = 40, LONGEST = 400, MOST_TRIES = 2000;
const EPOCH_LENGTH = 7, MARK = 2, SIGNATURE = 64;

const SOURCE = "This is the source of a letter, or of a page. Paste what your mail program shows of it; sources, and whole letters as files, are read by: referee receipt check FILE";

const utf8 = string => new TextEncoder().encode(string);
const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);
const words = text => text.split(/\s+/).filter(Boolean);

// A receipt found in a text: {code, game, above, proof, why}. Above it stand its lines, each with the signs of a quotation
// before it. Without a proof `why` says what is the matter; one from before receipts were signed names no game.
function found(text) {
    const lines = text.split(/\r\n|\r|\n/).map(unquoted), whole = lines.map(line => line.text).join("\n");
    const lineAt = at => whole.slice(0, at).split("\n").length - 1;
    const out = [];
    let first = 0;
    for (const foot of whole.matchAll(FOOT)) {
        const last = lineAt(foot.index), end = foot.index + foot[0].length;
        const beside = whole.slice(whole.lastIndexOf("\n", foot.index - 1) + 1, foot.index);
        const above = [...lines.slice(first, last), { signs: lines[last].signs, text: beside }];
        const receipt = { code: `${words(foot[1]).join(" ")}, ${foot[3]}`, game: foot[2] ?? "", above, proof: null, why: "" };
        out.push({ ...receipt, ...proofIn(words(whole.slice(end))) });
        first = lineAt(end) + 1;
    }
    return out;
}

function unquoted(line) {
    let signs = 0, rest = line, sign;
    while ((sign = QUOTE.exec(rest))) {
        signs++;
        rest = rest.slice(sign[0].length);
    }
    return { signs, text: rest };
}

// Read the proof in the words below a receipt, however many it was broken into.
function proofIn(below) {
    const first = below.slice(0, NEAR).findIndex(word => /^[A-Za-z0-7]{16,}$/.test(word));
    if (first < 0) return { proof: null, why: "its proof is missing" };
    let letters = "";
    for (const word of below.slice(first)) {
        if (!/^[A-Za-z0-7]+$/.test(word)) break;
        letters += word.toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
        const read = proofOf(letters);
        if (read !== null) return read;
    }
    return { proof: null, why: "it is not whole; letters are missing, or are others than they were" };
}

// Read the fields of a proof, one after the other; null if it is to go on.
function proofOf(letters) {
    if ([1, 3, 6].includes(letters.length % 8)) return null;
    const bytes = loosely(letters);
    let at = 0, short = false;
    const take = count => { short ||= at + count > bytes.length; at += count; return bytes.subarray(at - count, at); };
    const number = count => take(count).reduce((sum, byte) => sum * 256 + byte, 0);
    const marks = () => {
        const count = number(2);
        if (count * MARK > bytes.length) short = true;
        return Array.from({ length: short ? 0 : count }, () => take(MARK));
    };
    const version = number(1);
    if (!short && version !== 1) {
        return { proof: null, why: `it is not as it was, or of a form (${version}) that only a newer program knows` };
    }
    const moment = number(EPOCH_LENGTH), head = take(MARK), own = marks(), later = [];
    for (let turns = number(2); turns > 0 && !short; turns--) {
        const turn = number(4);
        later.push(...marks().map(mark => [turn, mark]));
    }
    const signature = take(SIGNATURE);
    if (short) return null;
    if (at < bytes.length || V.unbase32(letters) === null) {
        return { proof: null, why: "it is not as it was; letters stand in it that do not belong there" };
    }
    return { proof: { moment, head, own, later, signature }, why: "" };
}

function loosely(letters) {
    const out = [];
    let room = 0, held = 0;
    for (const letter of letters) {
        held = (held << 5 | "abcdefghijklmnopqrstuvwxyz234567".indexOf(letter)) & 0xfff;
        room += 5;
        if (room >= 8) out.push(held >> (room -= 8) & 255);
    }
    return Uint8Array.from(out);
}

// What the check of a receipt came to: {receipt, true, head, lines, others}. Lines are [turn, order], null for an order
// that does not stand in the text as it was signed.
function check(receipt, key) {
    const { proof, code, game } = receipt;
    if (proof === null) return { receipt, true: false, head: false, lines: [], others: [] };
    const head = `${game}\n${code}\n${moment(proof.moment)}\n`, turn = Number(code.split("-")[0]);
    const turns = [...proof.own.map(() => turn), ...proof.later.map(([later]) => later)];
    const marks = [...proof.own, ...proof.later.map(([, mark]) => mark)];
    const standing = marks.map((mark, at) => fitting(receipt, at + 1, mark));
    const others = known => othersAmong(receipt.above, known, proof.own.length);
    const asSigned = same(V.sha256(utf8(`referee receipt head 1\n${head}`)).subarray(0, MARK), proof.head);
    let tries = MOST_TRIES;
    for (const orders of asSigned ? combinations(standing) : []) {
        const said = `referee receipt 1\n${head}${orders.map((order, at) => `${turns[at]} ${order}\n`).join("")}`;
        if (V.signatureHolds(unhex(key), utf8(said), proof.signature)) {
            const lines = orders.map((order, at) => [turns[at], order]);
            return { receipt, true: true, head: true, lines, others: others(lines) };
        }
        if (--tries === 0) break;
    }
    const lines = standing.map((orders, at) => [turns[at], orders[0] ?? null]);
    return { receipt, true: false, head: asSigned, lines, others: others(lines) };
}

const unhex = text => Uint8Array.from(text.trim().match(/../g) ?? [], pair => parseInt(pair, 16));

function moment(micros) {
    const rest = micros % 1e6;
    return new Date((micros - rest) / 1000).toISOString().replace(".000Z", `.${String(rest).padStart(6, "0")}Z`);
}

function* combinations(choices, at = 0) {
    if (at === choices.length) return void (yield []);
    for (const one of choices[at]) for (const rest of combinations(choices, at + 1)) yield [one, ...rest];
}

// Find what has the mark of an order: whole lines of the text, or else the beginning of what was run together.
function fitting(receipt, number, wanted) {
    const letters = receipt.code.slice(receipt.code.lastIndexOf(", ") + 2);
    const fits = order => same(V.sha256(utf8(`referee receipt line 1\n${letters}\n${order}\n`)).subarray(0, MARK), wanted);
    const among = texts => [...new Set(texts)].filter(fits);
    const whole = among(wholeLines(receipt.above));
    return whole.length ? whole : among(runTogether(receipt.above, number));
}

function* wholeLines(lines) {
    for (let at = 0; at < lines.length; at++) {
        const so = [];
        for (const more of following(lines, at)) {
            so.push(...more);
            yield* bare(so);
        }
    }
}

function* runTogether(lines, number) {
    for (let at = 0; at < lines.length; at++) {
        const all = [...following(lines, at)].flat(), here = words(lines[at].text).length;
        for (let start = 0; start < Math.min(here, all.length); start++) {
            if (start && ![`${number}`, `${number}.`].includes(all[start - 1])) continue;
            for (let end = start + 1; end <= Math.min(all.length, start + LONGEST); end++) yield* bare(all.slice(start, end));
        }
    }
}

// The words of a line and of those below it, up to an empty one. Signs that a line has more than the first are its own.
function* following(lines, at) {
    let count = 0;
    for (const line of lines.slice(at)) {
        const more = [...Array(Math.max(0, line.signs - lines[at].signs)).fill(">"), ...words(line.text)];
        count += more.length;
        if (!more.length || count > LONGEST) return;
        yield more;
    }
}

// Words as an order, without what a list puts around it.
function* bare(some) {
    const inner = some.at(-1) === "(standing)" ? some.slice(0, -1) : some;
    for (const one of ITEM.test(inner[0] ?? "") ? [inner, inner.slice(1)] : [inner]) {
        const order = one.join(" ");
        yield order;
        yield order.replace(/^[*_]+|[*_]+$/g, "");
    }
}

// What stands among the orders, as the referee prints them, and is not what was signed at this place.
function othersAmong(lines, known, own) {
    const texts = lines.map(line => line.text), signed = known.slice(0, own).map(([, text]) => text);
    const begins = (order, some) => some.some(one => one === null || one.startsWith(order));
    const lists = [];
    for (const text of texts) {
        const one = /^\s*([0-9]{1,9})[0-9]*[.)]?(?:\s\s+|\t)(\S.*)$/.exec(text), n = one && Number(one[1]);
        if (one && (n === 1 || !lists.length)) lists.push([]);
        if (one) lists.at(-1).push([n, plain(one[2])]);
    }
    const fit = list => list.filter(([, order]) => begins(order, signed)).length;
    const ours = lists.reduce((best, list) => fit(list) > fit(best) ? list : best, lists[0] ?? []);
    const others = ours.filter(([n, order]) => !begins(order, signed.slice(n - 1, n))).map(([n, order]) => `${n} ${order}`);
    for (const [turn, order] of laterOrders(texts)) {
        const later = known.slice(own).filter(([signedFor]) => signedFor === turn).map(([, text]) => text);
        if (!begins(order, later)) others.push(`turn ${turn}: ${order}`);
    }
    return others;
}

// What stands on file for later turns: what is explained stands further in than its order.
function* laterOrders(texts) {
    let turn = 0, margin = 0;
    for (const text of texts) {
        const inset = text.length - text.trimStart().length, heading = /^On file for turn ([0-9]{1,9})[0-9]*:$/.exec(text.trim());
        if (heading) [turn, margin] = [Number(heading[1]), 0];
        else if (turn && text.trim()) {
            margin = margin || inset;
            if (inset < margin || margin === 0) turn = 0;
            else if (inset === margin) yield [turn, plain(text)];
        }
    }
}

const plain = text => [...bare(words(text))][1];

// What came of a check, in sentences; of a true receipt the orders that it covers are the last.
function sentences({ receipt, true: holds, head, lines, others }) {
    const title = `Receipt ${receipt.code.split(",")[0]}${receipt.game ? ` of ${receipt.game}` : ""}`;
    if (receipt.proof === null) {
        return receipt.game ? [`${title} cannot be checked: ${receipt.why}.`] : [
            `${title} cannot be checked by itself. It was given before this campaign signed receipts: it has a code and no proof.`,
        ];
    }
    const more = others.length ? [`Not so signed, though it stands among the orders in this text: ${others.join("; ")}`] : [];
    if (holds) {
        const came = moment(receipt.proof.moment).slice(0, 19).replace("T", " ");
        const covers = lines.length ? "From then on this was on file, and it proves nothing else:" : "No orders were on file after it.";
        return [`${title} is true. The letter came ${came} (UTC). ${covers}`, ...lines.map(([turn, order]) => `Turn ${turn}: ${order}`), ...more];
    }
    const changed = lines.flatMap(([, order], at) => order === null ? [at + 1] : []);
    if (!head && lines.length && changed.length === lines.length) {
        return [`${title} is not true. Neither its first words nor any line above are those of this proof.`];
    }
    const out = [`${title} is not true.`];
    if (!head) out.push("Its turn, seat, revision or game, or the moment in its proof, is another than was signed.");
    if (changed.length) out.push(`Of the ${lines.length} orders that it covers, these do not stand in this text as signed: ${changed.join(", ")}.`);
    if (head && !changed.length) out.push("It stands as it was written, but it was not signed with this key: another campaign gave it, or somebody made it up.");
    return [...out, ...more];
}

// Whether a text is the source of a letter or of a page: lines are broken and letters written otherwise there.
function isSource(text) {
    return /^(?:MIME-Version|Content-Transfer-Encoding|Received):/mi.test(text) || /<(?:html|body|div|table|p|pre|br|span)\b/i.test(text);
}

function attach(box, key, output) {
    const show = () => {
        const receipts = box.value.trim() ? found(box.value) : [];
        const isKey = /^[0-9a-f]{64}$/i.test(key.value.trim());
        const checked = isKey ? receipts.map(one => check(one, key.value)) : [];
        const good = checked.length > 0 && checked.every(one => one.true);
        const said = !box.value.trim() ? [] : isKey && !good && isSource(box.value) ? [SOURCE] :
            !receipts.length ? ["There is no receipt in this text."] :
            !isKey ? ["To check it I need the campaign's key: 64 figures from 0 to f, as in the invitation."] : checked.flatMap(sentences);
        output.replaceChildren(...said.map(sentence => {
            const line = document.createElement("p");
            line.textContent = sentence;
            return line;
        }));
        output.dataset.verdict = good ? "good" : said[0] === SOURCE || !checked.length ? "" : "bad";
    };
    box.addEventListener("input", show);
    key.addEventListener("input", show);
}

return { found, check, sentences, isSource, attach };
})();

if (typeof module === "object") module.exports = Receipts;
