/** The one way from a program to a terminal or a log: what a caller, a file or an argument says cannot act there. */
import { visible } from './visible.js';

export const terminal = {
  out(text: string): void {
    process.stdout.write(visible(text));
  },
  err(text: string): void {
    process.stderr.write(visible(text));
  },
};
