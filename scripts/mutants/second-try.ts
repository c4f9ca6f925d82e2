/**
 * What is wrong at the first try is tried once more, the innocents of a group each alone. What only one of two tries
 * shows is told, and fails nothing: a proof that is red once in fifty runs for no reason is soon read by nobody.
 */
import type { Result, Task } from './worker.js';

type Tried = Pick<Result, 'task'>;

/** The tasks of the second try. */
export function tasksAgain(doubtful: readonly Tried[]): Task[] {
  return doubtful.flatMap(({ task }) =>
    task.innocents.length > 1 ? task.innocents.map((name) => ({ ...task, name, innocents: [name] })) : [task],
  );
}

/** `counted` are the results that count; `once` those of the first try whose fault did not come again. */
export function afterSecondTry<R extends Tried>(
  first: readonly R[],
  second: readonly R[],
  isWrong: (result: R) => boolean,
): { counted: R[]; once: R[] } {
  const again = second.filter(isWrong).map(({ task }) => task.name);
  const [doubtful, sure] = [first.filter(isWrong), first.filter((result) => !isWrong(result))];
  const once = doubtful.filter(
    ({ task }) => !again.some((name) => name === task.name || task.innocents.includes(name)),
  );
  return { counted: [...sure, ...second], once };
}
