/** The only way to write to a terminal or a log. Escapes control characters and commands to CI runners. */
import { visible } from './visible.js';

export const terminal = {
  out(text: string): void {
    process.stdout.write(visible(text));
  },
  err(text: string): void {
    process.stderr.write(visible(text));
  },
};
