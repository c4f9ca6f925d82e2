/** Copies parts of a document, keeps the source location of each copy, and expands tables row by row. */
import type { Place } from '../model/source-file.js';
import { mapped } from '../../values/fields.js';
import { rowMembers } from '../grammar/pack-schema.js';

export type Raw = Record<string, unknown>;
export type Report = (place: Place, message: string) => void;
/** Reports a problem that ends the check. */
export type Refuse = (place: Place, message: string) => never;

/** The limit for an expanded document, because nested tables multiply parts. Each part counts as PART characters. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
const PART = 32;

/** The place of an object in the source, and the places of members that were written at other places. */
interface Origin {
  place: Place;
  members: ReadonlyMap<string | number, Place>;
}

/** A row of a table. If the table has several lists, it joins one row of each. */
interface Row {
  values: Raw;
  /** The place of each value in the source. */
  members: ReadonlyMap<string, Place>;
  /** Suffixes of the id, from rows without their own id. */
  on: readonly string[];
}

/** Copies every part, because YAML aliases put one object into several places. */
export class Copies {
  private readonly origins = new WeakMap<object, Origin>();
  private readonly report: Report;
  private readonly refuse: Refuse;
  private characters = 0;

  constructor(report: Report, refuse: Refuse) {
    this.report = report;
    this.refuse = refuse;
  }

  /** Returns a copy of a value, filled with the values of the row. A list item with a table becomes one item for each row. */
  of(value: unknown, place: Place, row: Raw | null): unknown {
    if (typeof value === 'string') return this.filled(value, place, row);
    this.count(PART, place);
    if (Array.isArray(value)) {
      const copy = value.flatMap((item, i) => this.rowsOf(item, [...place, i], row));
      return this.from(copy, place);
    }
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [
      String(this.filled(name, place, row)),
      this.of(member, [...place, name], row),
    ]);
    return this.from(Object.fromEntries(members) as Raw, place);
  }

  /** Copies a copy again. `place` is its destination, for error messages. */
  again<T>(value: T, place: Place = []): T {
    this.count(typeof value === 'string' ? value.length : PART, place);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Array.isArray(value)
      ? value.map((item) => this.again<unknown>(item, place))
      : mapped(value as Raw, (member) => this.again(member, place));
    const origin = this.origins.get(value);
    if (origin !== undefined) this.origins.set(copy, origin);
    return copy as T;
  }

  /** Sets the source location of a new part. */
  from<T extends object>(part: T, place: Place, members: Origin['members'] = new Map()): T {
    this.origins.set(part, { place, members });
    return part;
  }

  /** Returns the source location of the part at `place` in `document`. */
  originOf(document: unknown, place: Place): Place {
    let at: unknown = document;
    let found: Place = [];
    for (const part of place) {
      const origin = typeof at === 'object' && at !== null ? this.origins.get(at) : undefined;
      found = origin?.members.get(part) ?? [...(origin?.place ?? found), part];
      at = (at as Raw | undefined)?.[part];
    }
    return (typeof at === 'object' && at !== null ? this.origins.get(at)?.place : undefined) ?? found;
  }

  private count(characters: number, place: Place): void {
    this.characters += characters;
    if (this.characters > MOST_CHARACTERS)
      this.refuse(
        place,
        `written out, the pack is larger than ${MOST_CHARACTERS / 1024 / 1024} MiB at this place`,
      );
  }

  private rowsOf(item: unknown, place: Place, outer: Raw | null): unknown[] {
    const { 'x-kit-each': table, ...rest } = (item ?? {}) as Raw;
    if (!Array.isArray(table)) return [this.of(item, place, outer)];
    const id = 'stepId' in rest ? 'stepId' : 'workflowId';
    const holders = rowMembers(id === 'stepId' ? 'step' : 'workflow');
    const copies = this.combined(table, [...place, 'x-kit-each'], outer, id).map(
      ({ values, members, on }) => {
        const own = [...members].filter(([name]) => holders.includes(name));
        const copy = this.of(rest, place, { ...outer, ...values }) as Raw;
        const name = [values[id] ?? copy[id], ...on].join('-');
        const replaced = Object.fromEntries(own.map(([each]) => [each, values[each]]));
        return { on, copy: this.from({ ...copy, ...replaced, [id]: name }, place, new Map(own)) };
      },
    );
    const summaries = copies.map(({ copy }) => copy['summary']);
    const isShared = (text: unknown): boolean => summaries.indexOf(text) !== summaries.lastIndexOf(text);
    // Scenarios with the same summary would be indistinguishable in lists.
    for (const { on, copy } of copies)
      if (on.length > 0 && typeof copy['summary'] === 'string' && isShared(copy['summary']))
        copy['summary'] += ` (${on.join(', ')})`;
    return copies.map(({ copy }) => copy);
  }

  /** Returns the rows of a list, or all combinations of rows of several lists. A row can use the values of earlier lists. */
  private combined(table: readonly unknown[], place: Place, outer: Raw | null, id: string): Row[] {
    const lists = table.every((each) => Array.isArray(each))
      ? table.map((list, i) => ({ list, at: [...place, i] }))
      : [{ list: table, at: place }];
    return lists.reduce<Row[]>(
      (rows, { list, at }) =>
        rows.flatMap((row) => list.map((each, i) => this.joined(row, each, [...at, i], outer, id))),
      [{ values: {}, members: new Map(), on: [] }],
    );
  }

  private joined(before: Row, row: unknown, place: Place, outer: Raw | null, id: string): Row {
    const { on, ...values } = this.of(row, place, { ...outer, ...before.values }) as Raw;
    for (const name of Object.keys(values))
      if (Object.hasOwn(before.values, name))
        this.report([...place, name], `"${name}" is in a row of another list, too; give it another name`);
    return {
      values: { ...before.values, ...values, ...(on === undefined ? {} : { on }) },
      members: new Map<string, Place>([
        ...before.members,
        ...Object.keys(values).map((name): [string, Place] => [name, [...place, name]]),
      ]),
      on: typeof on === 'string' && !Object.hasOwn(values, id) ? [...before.on, on] : before.on,
    };
  }

  /** Replaces `$each.name` by the value itself, and `{$each.name}` inside a text by its text. */
  private filled(text: string, place: Place, row: Raw | null): unknown {
    const whole = /^\$each\.([A-Za-z0-9_-]+)$/.exec(text)?.[1];
    if (whole !== undefined) return this.again(this.valueOf(whole, place, row), place);
    if (/(?<!\{)\$each\.[A-Za-z]/.test(text))
      this.report(place, `"${text}": inside a text, a value of a row is written in braces: {$each.name}`);
    this.count(PART + text.length, place);
    return text.replace(/\{\$each\.([A-Za-z0-9_-]+)\}/g, (_found, name: string) => {
      const value = this.valueOf(name, place, row);
      const part = typeof value === 'string' ? value : JSON.stringify(value);
      this.count(part.length, place);
      return part;
    });
  }

  private valueOf(name: string, place: Place, row: Raw | null): unknown {
    if (row !== null && Object.hasOwn(row, name)) return row[name];
    this.report(
      place,
      row === null
        ? `$each.${name} is outside of x-kit-each; write the value, or a table with a row for it`
        : `a row of x-kit-each has no "${name}"; add it to each row`,
    );
    return '';
  }
}
