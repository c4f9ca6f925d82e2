/** The tables of INTERPRETING.md, made of the same values as the pack schema. */
import { INPUTS } from '../language/inputs.js';
import { MATCHERS, MODIFIERS } from '../language/matchers.js';
import { matchers } from '../predicates/arguments.js';
import { PREDICATES } from '../predicates/index.js';
import type { Argument, Predicate } from '../predicates/predicate.js';
import { EXTENSIONS } from './extensions.js';

/** Markdown by the name that stands in the page: `<!-- table: inputs -->`. */
export function tables(): Readonly<Record<string, string>> {
  return {
    extensions: table(
      ['Extension', 'On', 'Value', 'Means'],
      EXTENSIONS.map(({ name, on, hint, says }) => [`\`${name}\``, on.join(', '), `\`${hint}\``, says]),
    ),
    inputs: table(
      ['Name', 'Value', 'Needs'],
      INPUTS.map(({ name, shown, says, requires }) => [
        (shown ?? String(name)).replace(/\S+/g, '`$&`'),
        says,
        requires === 'fact' ? 'the fact' : requires === null ? '' : `\`${requires}\``,
      ]),
    ),
    matchers: table(
      ['Matcher', 'The value is'],
      Object.entries({ ...MATCHERS, ...MODIFIERS }).map(([name, { says }]) => [`\`${name}\``, says]),
    ),
    predicates: table(
      ['that', 'Arguments', 'Holds when'],
      Object.values(PREDICATES).map((each) => [`\`${each.name}\``, argumentsOf(each), each.holdsWhen]),
    ),
  };
}

/** The page with its tables written anew. Throws for a table that the page lacks or that nobody knows. */
export function withTables(page: string): string {
  const known = tables();
  const found = new Set<string>();
  const written = page.replace(
    /(<!-- table: (\w+) -->\n)[^]*?(<!-- end -->)/g,
    (_all, start: string, name: string, end: string) => {
      if (known[name] === undefined) throw new Error(`There is no table "${name}".`);
      found.add(name);
      return `${start}\n${known[name]}\n${end}`;
    },
  );
  for (const name of Object.keys(known))
    if (!found.has(name)) throw new Error(`The page has no place for the table "${name}".`);
  return written;
}

/** Names of arguments with their kinds, those in brackets that may be left out; matchers are one word. */
function argumentsOf({ arguments: known, patterns = {} }: Predicate): string {
  const takesMatchers = Object.keys(matchers).every((name) => Object.hasOwn(known, name));
  const own = Object.entries(known).filter(([name]) => !takesMatchers || !Object.hasOwn(matchers, name));
  const words = own.map(([name, { hint, required }]: [string, Argument<unknown>]) => {
    const word = hint === '' ? `\`${name}\`` : `\`${name}: ${hint}\``;
    return required ? word : `[${word}]`;
  });
  const byPattern = Object.values(patterns).map(({ hint }) => `[\`${hint}\`]`);
  return [...words, ...byPattern, ...(takesMatchers ? ['matchers'] : [])].join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + `|${head.map(() => '---|').join('')}\n` + rows.map(line).join('');
}
