/** Readings: how the mock interprets open points of the source. Some are switches, set by `--reading id=choice`. */

import type { Reading, ReadingChoices, ReadingId } from '../../spec/index.js';
import { didYouMean } from '../../common/nearest.js';

/** The current choice of each reading, by id. */
export type Readings = Readonly<ReadingChoices>;

/** An invalid choice of a reading. The message lists valid choices. */
export class ReadingError extends Error {
  override name = 'ReadingError';
}

/** Returns the default choices, overridden by `chosen`. Throws ReadingError if a choice is invalid. */
export function chooseReadings(known: readonly Reading[], chosen: Partial<Readings> = {}): Readings {
  for (const [id, choice] of Object.entries(chosen)) checkChoice(known, id, choice);
  const defaults = Object.fromEntries(known.map((reading) => [reading.id, reading.default]));
  return Object.freeze({ ...defaults, ...chosen } as Readings);
}

/** Parses assignments such as `auth-status=401`; the last one for an id counts. Throws ReadingError if one is invalid. */
export function parseReadings(known: readonly Reading[], assignments: readonly string[]): Partial<Readings> {
  const chosen: Record<string, string> = Object.create(null);
  for (const assignment of assignments) {
    const [id, choice, ...rest] = assignment.split('=').map((part) => part.trim());
    if (!id || !choice || rest.length > 0) {
      throw new ReadingError(`"${assignment}" is not of the form id=choice. ${switchList(known)}`);
    }
    checkChoice(known, id, choice);
    chosen[id] = choice;
  }
  return chosen;
}

function checkChoice(known: readonly Reading[], id: string, choice: string): void {
  const reading = known.find((one) => one.id === id);
  if (reading === undefined) {
    const ids = known.map((one): ReadingId => one.id);
    throw new ReadingError(`There is no reading "${id}".${didYouMean(id, ids)} ${switchList(known)}`);
  }
  if (choice === reading.default) return;
  if (!reading.switch) {
    throw new ReadingError(
      `Reading "${id}" is fixed at "${reading.default}" in the mock. ${switchList(known)}`,
    );
  }
  if (!reading.choices.some((one) => one.id === choice)) {
    const choices = reading.choices.map((one) => one.id).join(' or ');
    throw new ReadingError(`Reading "${id}" has no choice "${choice}". Use ${choices}.`);
  }
}

function switchList(known: readonly Reading[]): string {
  const switches = known.filter((reading) => reading.switch);
  return `Readings that can be set: ${switches.map((one) => `${one.id}=${one.choices.map((c) => c.id).join('|')}`).join(', ')}.`;
}
