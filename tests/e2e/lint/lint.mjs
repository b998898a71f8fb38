// Reads pages by their names as JSON, and says of each what these mail programs do not know at all, and which of them.
import { readFileSync } from 'node:fs';
import { caniemail } from 'caniemail';

const clients = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*', 'samsung-email.*'];
const unheardOf = /\bword-wrap: ?[^;"]*;?/g; // there are no data on it for some of these, and the linter stops at that
const told = {};
for (const [name, page] of Object.entries(JSON.parse(readFileSync(0, 'utf8')))) {
  const html = page.replaceAll(unheardOf, '');
  for (const [client, issues] of caniemail({ clients, html }).issues.errors) {
    for (const { title } of issues) ((told[title] ??= {})[client] ??= []).push(name);
  }
}
console.log(JSON.stringify(told));
