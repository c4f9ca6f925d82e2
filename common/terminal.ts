/** The only way to write to a terminal or a log. It escapes anything in texts of others that would act there. */
import { visible } from './visible.js';

export const terminal = {
  out(text: string): void {
    process.stdout.write(visible(text));
  },
  err(text: string): void {
    process.stderr.write(visible(text));
  },
};
