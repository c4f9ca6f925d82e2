/** All predicates of `x-kit-expect`. The files of topics have their judges. */
import { fill, MissingValue } from '../language/expressions.js';
import { NoJobs } from './answers.js';
import { STATED } from './generated/predicates.js';
import { items } from './items.js';
import { jobs } from './jobs.js';
import { messages } from './messages.js';
import { values } from './values.js';
import {
  said,
  type Arguments,
  type Definitions,
  type Expected,
  type Judge,
  type Predicate,
  type PredicateContext,
  type Predicates,
} from './predicate.js';

const definitions: Definitions = {
  ...values,
  ...jobs,
  ...items,
  ...messages,
};

/** Without a prototype, so that `constructor` is not a predicate. */
export const PREDICATES: Predicates = Object.assign(
  Object.create(null) as object,
  Object.fromEntries(
    Object.entries(STATED).map(([name, stated]): [string, Predicate] => {
      const judge = definitions[name as keyof Definitions] as Judge<Arguments>;
      return [name, { ...stated, name, judge: withOthers(judge) }];
    }),
  ),
);

/** Adds the other steps to the context. The result fails if the judge needs jobs that no response has. */
function withOthers(judge: Judge<Arguments>): Predicate['judge'] {
  return (args, answers, context) => {
    const steps = [args['with'] ?? []].flat() as string[];
    const others = steps.flatMap((step) => context.answers(step));
    try {
      return judge(args, answers, { ...context, others, named: steps.join(', ') });
    } catch (error) {
      if (!(error instanceof NoJobs)) throw error;
      return said(false, 'a 200 with a list of jobs', 'no such response', answers);
    }
  };
}

/** Judges an expectation. It fails if an argument needs a value that is missing. */
export function judgeExpectation(
  { predicate, step, arguments: given }: { predicate: Predicate; step: string | null; arguments: Arguments },
  context: Omit<PredicateContext, 'given'>,
): Expected {
  const answers = context.answers(step);
  try {
    const args = Object.entries(given).map(([name, value]) => [
      name,
      // The predicate evaluates these conditions itself.
      predicate.arguments[name] === 'readingChoices' ? value : fill(value, context.scope),
    ]);
    return predicate.judge(Object.fromEntries(args) as Arguments, answers, { ...context, given });
  } catch (error) {
    if (!(error instanceof MissingValue)) throw error;
    return said(false, predicate.name, error.message, answers);
  }
}
