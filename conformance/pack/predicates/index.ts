/** All predicates of `x-kit-expect`. The files of topics have their judges. */
import { mapped } from '../../values/fields.js';
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
  mapped(STATED, (stated, name): Predicate => {
    const judge = definitions[name as keyof Definitions] as Judge<Arguments>;
    return { ...stated, name, judge: withOthers(judge) };
  }),
);

/** Adds the other steps to the context. The result fails if the judge needs jobs that no response has. */
function withOthers(judge: Judge<Arguments>): Predicate['judge'] {
  return (args, answers, context) => {
    const steps = [args['with'] ?? []].flat() as string[];
    const others = steps.flatMap((step) => context.answers(step));
    try {
      return judge(args, answers, {
        ...context,
        others,
        all: [...others, ...answers],
        named: steps.join(', '),
      });
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
    // The predicate evaluates conditions of readings itself.
    const isFilled = (name: string): boolean => predicate.arguments[name] !== 'readingChoices';
    const args = mapped(given, (value, name) => (isFilled(name) ? fill(value, context.scope) : value));
    return predicate.judge(args, answers, { ...context, given });
  } catch (error) {
    if (!(error instanceof MissingValue)) throw error;
    return said(false, predicate.name, error.message, answers);
  }
}
