/** A client in a course: a function in this process, or a command (`command.ts`). */
import { once } from 'node:events';
import { messageOf } from '../../values/text.js';
import type { CourseResult, CourseTask, Run, RunEnd } from '../rules/situation.js';
import { readResult } from './model/result.js';

export interface ClientPlace {
  /** Base address without a trailing slash. Paths start with `/api/v1`. */
  url: string;
  key: string;
  /** A folder that all runs of one course share. It is empty before the first run. */
  state: string;
  /** Seconds after which the run is killed. */
  patience: number;
  /** Aborted when the run is over, even if the client has not ended. */
  signal: AbortSignal;
}

/** Performs a task. Resolves to its result, or to null if the client does not support the task. */
export type CourseClient = (task: CourseTask, place: ClientPlace) => Promise<CourseResult | null>;

/**
 * Performs a run, and calls `onOutput` for any output that may be the result. Kills the run when `place.signal` is aborted, with a
 * `RunEnd` as its reason.
 */
export type Start = (task: CourseTask, place: ClientPlace, onOutput: () => void) => Promise<Run>;

/** Starts runs of a client that is a function. The result of a killed run is dropped. */
export function functionClient(client: CourseClient): Start {
  return (task, place, onOutput) => {
    const plain: Run = { end: 'itself', result: null, declined: false, remark: null, notes: '' };
    // Clients know an aborted request by the name `AbortError`, so their signal has no other reason.
    const over = new AbortController();
    const killed = once(place.signal, 'abort').then((): Run => {
      over.abort();
      return { ...plain, end: place.signal.reason as RunEnd };
    });
    const byItself = async (): Promise<Run> => {
      try {
        const said = await client(task, { ...place, signal: over.signal });
        if (said === null) return { ...plain, declined: true };
        onOutput();
        const result = readResult(said);
        if (typeof result !== 'string') return { ...plain, result };
        return { ...plain, remark: `the result cannot be read: ${result}` };
      } catch (error) {
        return { ...plain, remark: `it threw: ${messageOf(error)}` };
      }
    };
    return Promise.race([killed, byItself()]);
  };
}
