/** All predicates of `x-kit-expect`. The files of topics have their judges. */
import { bodies } from './bodies.js';
import { dates } from './dates.js';
import { errors } from './errors.js';
import { STATED } from './generated/predicates.js';
import { headers } from './headers.js';
import { items } from './items.js';
import { jobs } from './jobs.js';
import { keywords } from './keywords.js';
import { readings } from './readings.js';
import { statuses } from './statuses.js';
import { values } from './values.js';
import type { Definitions, Predicate, Predicates } from './predicate.js';

const definitions: Definitions = {
  ...values,
  ...jobs,
  ...dates,
  ...keywords,
  ...items,
  ...bodies,
  ...headers,
  ...statuses,
  ...errors,
  ...readings,
};

export const PREDICATES: Predicates = Object.fromEntries(
  Object.entries(STATED).map(([name, stated]) => {
    const definition = definitions[name as keyof Definitions];
    const behavior = typeof definition === 'function' ? { judge: definition } : definition;
    return [name, { ...stated, ...behavior, name } as Predicate];
  }),
);
