/** Files of clauses and rules as they are written by hand: entries that know their own names when they complain. */
import { LineCounter, parseDocument } from 'yaml';

/** Something in a file of clauses or rules that must not stand there; the message names the entry and what to do. */
export class ClausesError extends Error {
  override name = 'ClausesError';
}

/** The file as one object with these members. Throws ClausesError with the line where it is no YAML. */
export function readTop(text: string, file: string, members: readonly string[]): Entry {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines });
  const fault = yaml.errors[0];
  if (fault !== undefined) {
    throw new ClausesError(`${file}:${lines.linePos(fault.pos[0]).line}: ${fault.message.split('\n')[0]}`);
  }
  return new Entry(file, yaml.toJS(), members);
}

export function titles(what: string, values: readonly unknown[]): { id: string; title: string }[] {
  const titled = values.map((value) => {
    const entry = new Entry(nameOf(what, value), value, ['id', 'title']);
    return { id: entry.text('id'), title: entry.text('title') };
  });
  refuseRepeated(what, titled);
  return titled;
}

export function refuseRepeated(what: string, entries: readonly { id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of entries) {
    if (seen.has(id)) throw new ClausesError(`${what} ${id} stands there twice; give one of them another id`);
    seen.add(id);
  }
}

export function nameOf(what: string, value: unknown): string {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? `${what} ${id}` : `a ${what} without an id`;
}
/** An object of the file that knows its own name, so that every complaint can say where it arises. */
export class Entry {
  readonly name: string;
  private readonly members: Record<string, unknown>;

  constructor(name: string, value: unknown, known?: readonly string[]) {
    this.name = name;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail('is not an object');
    this.members = value as Record<string, unknown>;
    const unknown = known && Object.keys(this.members).find((member) => !known.includes(member));
    if (unknown !== undefined) {
      this.fail(`has the unknown field "${unknown}"; known are ${known?.join(', ')}`);
    }
  }

  names(): string[] {
    return Object.keys(this.members);
  }

  has(member: string): boolean {
    return Object.hasOwn(this.members, member);
  }

  /** A text that is there and not blank. Numbers are refused too: a bare 4.10 would come out as section 4.1. */
  text(member: string): string {
    const value = this.value(member);
    if (typeof value !== 'string') this.fail(`has a "${member}" that is no text; put it in quotes`);
    if (value.trim() === '') this.fail(`has an empty "${member}"`);
    return value.trim();
  }

  boolean(member: string): boolean {
    const value = this.value(member);
    if (typeof value !== 'boolean') this.fail(`has a "${member}" that is neither true nor false`);
    return value;
  }

  list(member: string): unknown[] {
    const value = this.value(member);
    if (!Array.isArray(value) || value.length === 0)
      this.fail(`needs a list, not an empty one, in "${member}"`);
    return value;
  }

  record(member: string): Entry {
    return new Entry(`"${member}"`, this.value(member));
  }

  fail(complaint: string, remedy = ''): never {
    throw new ClausesError(`${this.name} ${complaint}.${remedy}`);
  }

  private value(member: string): unknown {
    if (!this.has(member)) this.fail(`has no "${member}"`);
    return this.members[member];
  }
}
