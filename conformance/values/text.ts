/** Values and errors as one line of text. */

/** A value as a report shows it, cut to a readable length. */
export function shown(value: unknown, most = 160): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
