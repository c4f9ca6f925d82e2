/** A client in a course: a function in this process, or a command (`command.ts`). Also reads its result, a JSON object. */
import { once } from 'node:events';
import { messageOf } from '../../values/text.js';
import type { CourseResult, CourseTask, Run, RunEnd } from '../rules/situation.js';
import { parsedJson } from '../../values/json.js';

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

/** Returns the result, or why it is invalid. */
export function readResult(value: unknown): CourseResult | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not a JSON object';
  const { outcome, jobs, balance, labels } = value as Record<string, unknown>;
  if (outcome === 'failed') return value as CourseResult;
  if (outcome !== 'done') return 'its "outcome" is neither "done" nor "failed"';
  if (jobs !== undefined && !isListOf(jobs, (each) => each === null || typeof each === 'string'))
    return 'its "jobs" are not a list of strings and nulls';
  if (labels !== undefined && !isListOf(labels, (each) => typeof each === 'string'))
    return 'its "labels" are not a list of strings';
  if (balance !== undefined && typeof balance !== 'number') return 'its "balance" is not a number';
  return value as CourseResult;
}

function isListOf(value: unknown, fits: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

/** Whether a line of output may be a result. */
export function mayBeResult(line: string): boolean {
  return /^\s*\{/.test(line) && line.includes('"outcome"');
}

/** Returns the result on a line of output, or why it is invalid. */
export function resultOnLine(line: string): CourseResult | string {
  const value = parsedJson(line);
  return value === undefined ? 'it is not JSON' : readResult(value);
}
