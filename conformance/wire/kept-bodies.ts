/** How much of what a run sees is kept: bodies, until they fill a stated part of the memory. */
import { isUtf8 } from 'node:buffer';

/** Of all bodies of a run together, as texts and as parsed. */
const MOST_MEMORY = 512 * 1024 * 1024;
/** A body is kept where it takes at most this part of what is left, so that large ones never crowd out the small. */
const SHARE = 1 / 4;

/** Why a body is not there to be judged. */
export const NOT_KEPT = `the bodies of a run are kept in ${MOST_MEMORY / 1024 / 1024} MiB of memory, and it was too large for what is left of them`;

/** Tells of each body whether it is kept, and from then on counts with it. */
export function createKeeper(most = MOST_MEMORY): (body: Buffer) => boolean {
  let left = most;
  return (body) => {
    const takes = memoryOf(body);
    if (takes > left * SHARE) return false;
    left -= takes;
    return true;
  };
}

/** Bytes in the heap of Node, measured on the worst that JSON can hold: empty objects, and names that never come again. */
const PART = 64;
const MEMBER = 128;
const ITEM = 16;
/** As a JSON report writes it: six characters for one. */
const CONTROL = 6;

/** The most that a body takes: its text, all of its strings once more, and a place for every value that it may hold. */
export function memoryOf(body: Buffer): number {
  let size = 0;
  let signs = 0;
  let isWide = false;
  for (const byte of body) {
    // A sign of several bytes takes one place in UTF-16, one of four takes two.
    if ((byte & 0xc0) !== 0x80) signs += byte >= 0xf0 ? 2 : 1;
    if (byte === 0x7b || byte === 0x5b) size += PART;
    else if (byte === 0x3a) size += MEMBER;
    else if (byte === 0x2c) size += ITEM;
    else if (byte < 0x20 || byte === 0x7f) size += CONTROL;
    else if (byte > 0x7f) isWide = true;
  }
  // In a text that is no UTF-8 every byte can become a sign of its own.
  return size + (isUtf8(body) ? signs : body.length) * (isWide ? 4 : 2);
}
