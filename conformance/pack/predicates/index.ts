/** All predicates of `x-kit-expect`, which the files of topics export. */
import * as bodies from './bodies.js';
import * as dates from './dates.js';
import * as errors from './errors.js';
import * as headers from './headers.js';
import * as items from './items.js';
import * as jobs from './jobs.js';
import * as keywords from './keywords.js';
import * as readings from './readings.js';
import * as statuses from './statuses.js';
import * as values from './values.js';
import type { Predicate, Predicates } from './predicate.js';

const topics: Readonly<Record<string, Predicate>>[] = [
  values,
  jobs,
  dates,
  keywords,
  items,
  bodies,
  headers,
  statuses,
  errors,
  readings,
];

export const PREDICATES: Predicates = Object.fromEntries(
  // Sort them, because the order of a module's exports depends on the loader.
  topics
    .flatMap((topic) => Object.values(topic).sort((a, b) => (a.name < b.name ? -1 : 1)))
    .map((each) => [each.name, each]),
);
