/** What goes through a course: a function in this process, or a command (`command.ts`). */
import { messageOf } from '../../values/text.js';
import type { CourseResult, CourseTask } from '../rules/situation.js';
import { readResult } from './model/result.js';
import type { Run, RunEnd } from '../rules/situation.js';

/** Where a client works, and with what. */
export interface ClientPlace {
  /** Base address without a slash at its end; paths begin with `/api/v1`. */
  url: string;
  /** An API key. */
  key: string;
  /** A folder, empty at first, that lasts over the runs of one course. */
  state: string;
  /** Seconds after which a run must have ended. Every answer that comes at all has come by then. */
  patience: number;
  /** Aborts when the run is over, whether or not the client has ended. */
  signal: AbortSignal;
}

/** Carries out a task, and gives its result. Null: it does not do such tasks. */
export type CourseClient = (task: CourseTask, place: ClientPlace) => Promise<CourseResult | null>;

/** A run that is under way. */
export interface Running {
  ended: Promise<Run>;
  /** Ends it by force. */
  end(why: Exclude<RunEnd, 'itself'>): void;
}

/** Starts a run; `onTold` is called whenever something is said that may be the result. */
export type Start = (task: CourseTask, place: Omit<ClientPlace, 'signal'>, onTold: () => void) => Running;

/** A client that is a function of this process. */
export function functionClient(client: CourseClient): Start {
  return (task, place, onTold) => {
    const controller = new AbortController();
    const plain = { declined: false, remark: null, notes: '' };
    let end: Running['end'] = () => undefined;
    const byForce = new Promise<Run>((resolve) => {
      end = (why) => {
        controller.abort();
        resolve({ ...plain, end: why, result: null });
      };
    });
    const byItself = async (): Promise<Run> => {
      try {
        const said = await client(task, { ...place, signal: controller.signal });
        if (said === null) return { ...plain, end: 'itself', result: null, declined: true };
        onTold();
        const result = readResult(said);
        return typeof result === 'string'
          ? { ...plain, end: 'itself', result: null, remark: `the result cannot be read: ${result}` }
          : { ...plain, end: 'itself', result };
      } catch (error) {
        return { ...plain, end: 'itself', result: null, remark: `it threw: ${messageOf(error)}` };
      }
    };
    return { ended: Promise.race([byItself(), byForce]), end };
  };
}
