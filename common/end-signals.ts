/** Detects requests to end this program: signals, or the end of the shell in which npm runs it. */
import type { EventEmitter } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndSignal = (typeof SIGNALS)[number];

/** The exit status of a program that a signal ended, as shells report it. */
export const SIGNAL_STATUS: Readonly<Record<EndSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** One Ctrl-C can arrive twice, from the terminal and from npm. Signals closer together than this count as one. */
const SAME_PRESS_MS = 500;
const SHELL_CHECK_MS = 200;

/** The members of `process` that `onEndSignals` needs. */
type Signaled = EventEmitter & Pick<typeof process, 'ppid' | 'env'>;

/** Calls `first` on the first request to end, and `again` on later ones. Returns a function that stops watching. */
export function onEndSignals(
  first: (signal: EndSignal) => void,
  again: (signal: EndSignal) => void,
  from: Signaled = process,
  now: () => number = () => performance.now(),
): () => void {
  let asked: number | null = null;
  const listener = (signal: EndSignal): void => {
    if (asked === null) {
      asked = now();
      first(signal);
    } else if (now() - asked > SAME_PRESS_MS) again(signal);
  };
  for (const signal of SIGNALS) from.on(signal, listener);
  const stopWatching = whenShellIsGone(from, () => {
    if (asked === null) listener('SIGTERM');
  });
  return () => {
    stopWatching();
    for (const signal of SIGNALS) from.off(signal, listener);
  };
}

/**
 * `npm start`, `npm run` and `npx` run a program inside a shell, and npm sends signals only to the shell. SIGTERM ends
 * the shell without reaching the program, so the program checks whether its parent's id has changed.
 */
function whenShellIsGone(from: Signaled, act: () => void): () => void {
  if (from.env['npm_lifecycle_event'] === undefined) return () => undefined;
  const shell = from.ppid;
  const timer = setInterval(() => {
    if (from.ppid === shell) return;
    clearInterval(timer);
    act();
  }, SHELL_CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
