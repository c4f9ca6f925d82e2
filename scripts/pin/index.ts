/** `npm run pin`: judges stored records again and prints each difference; `-- --record` stores the results instead. */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { brotliCompressSync } from 'node:zlib';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { scratchFolder } from '../../test/support/scratch-folder.js';
import { command } from '../command.js';
import { judgedAgain, judgedNames, type Judged } from './judged.js';
import { differencesOf, HOME, reportsFile, storedRecords } from './files.js';

const program = command('pin').argument('[names...]', 'judge only these records').parse();
const names = program.args;
const { record, all } = program.opts<{ record?: true; all?: true }>();
if (record && names.length === 0 && !all) program.error('--record needs names of records, or --all.');

const documents = loadDocuments();
const folder = scratchFolder();
// A report of traffic contains the path of its file, which must be the same on every machine.
process.chdir(folder.path);
// Traffic has two results, `NAME` and `NAME-alone`.
const wanted = [...new Set(names.map((name) => name.replace(/-alone$/, '')))];
const asked = [...storedRecords()].filter(([name]) => names.length === 0 || wanted.includes(name));
const results = names.length === 0 || names.includes('names') ? [judgedNames(documents)] : [];
if (asked.length + results.length < wanted.length)
  program.error(`One of these records does not exist: ${names.join(', ')}.`);
for (const [name, text] of asked) results.push(...judgedAgain(name, text, documents));
process.chdir(tmpdir());
folder.remove();
const differ = results.filter(record ? write : differs);
const remedy = 'If you intend this: npm run pin -- --record NAME..., and list it in the commit.';
console.log(`${results.length} results, ${differ.length} differ. ${differ.length > 0 ? remedy : ''}`);
process.exitCode = differ.length > 0 ? 1 : 0;

function write({ name, lines, reports }: Judged): void {
  writeFileSync(new URL(`expected/${name}.txt`, HOME), `${lines.join('\n')}\n`);
  const texts = JSON.stringify(reports);
  if (texts !== '{}') writeFileSync(reportsFile(name), brotliCompressSync(texts));
}

/** Prints the differences of one record. */
function differs({ name, lines, reports }: Judged): boolean {
  const expected = readFileSync(new URL(`expected/${name}.txt`, HOME), 'utf8')
    .trimEnd()
    .split('\n');
  const removed = expected.filter((line) => !lines.includes(line)).map((line) => `  - ${line}`);
  const added = lines.filter((line) => !expected.includes(line)).map((line) => `  + ${line}`);
  if (removed.length + added.length === 0) return false;
  console.log([name, ...removed, ...added, ...differencesOf(name, reports)].join('\n'));
  return true;
}
