/** A Containerfile, line by line, as far as ours goes: no continued lines, no here-documents. */

export interface Instruction {
  /** In capitals. */
  name: string;
  rest: string;
}

export function containerfile(text: string): Instruction[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, rest] = /^([A-Z]+) (.*[^\\])$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`deploy/Containerfile: cannot read "${line}"`);
      return { name, rest: rest! };
    });
}
