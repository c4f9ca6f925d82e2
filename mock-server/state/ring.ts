/** The last `capacity` items, oldest first, and how many older ones were dropped. */
export class Ring<T> {
  readonly capacity: number;
  #items: T[] = [];
  #head = 0;
  #dropped = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Adds an item; returns the oldest one if it was dropped to make room. */
  push(item: T): T | undefined {
    if (this.#items.length < this.capacity) {
      this.#items.push(item);
      return undefined;
    }
    const oldest = this.#items[this.#head];
    this.#items[this.#head] = item;
    this.#head = (this.#head + 1) % this.capacity;
    this.#dropped += 1;
    return oldest;
  }

  /** How many items were dropped since it was made or cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let i = 0; i < this.#items.length; i += 1) yield this.#items[(this.#head + i) % this.#items.length]!;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
    this.#dropped = 0;
  }
}
