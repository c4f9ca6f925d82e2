/** Reads JSON of unknown form. Each function returns the value if it has the type, else null or an empty list. */

export type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function integer(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/** True for a string with at least one visible character. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Returns the items of a list; empty for any other value. */
export function items(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the strings in a list; empty for any other value. */
export function strings(value: unknown): string[] {
  return items(value).filter((item) => typeof item === 'string');
}

/** Returns the members with the result of `of` in place of each value. */
export function mapped<V, W>(
  members: Readonly<Record<string, V>>,
  of: (value: V, name: string) => W,
): Record<string, W> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, of(value, name)]));
}

export function pick<T, K extends keyof T>(value: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, K>;
}

/** Returns the label and value of an entry of a lookup, since a service may add members about the query; any other value unchanged. */
export function entryOf(item: unknown): unknown {
  const { label, value } = fields(item) ?? {};
  return label === undefined || value === undefined ? item : { label, value };
}
