/** What a server under test has used so far. */
import type { Question, Usage } from './forked.js';

/** In a server's own process: answers what `usage` in `forked.ts` asks. */
export function answerUsage(): void {
  process.on('message', (question: Question) => {
    if (question === 'how much?')
      process.send!({
        cpu: process.cpuUsage(),
        rss: process.memoryUsage().rss,
        longest: 0,
      } satisfies Usage);
  });
}
