/** Imports of every page: preact with tagged templates, its hooks, and a store. */
import { h, render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import htm from 'htm';

export const html = htm.bind(h);
export { render, useEffect, useLayoutEffect, useMemo, useRef, useState };

/** A value that views observe. `change` merges an object into it. */
export function createStore(initial) {
  let value = initial;
  const listeners = new Set();
  return {
    get: () => value,
    change(part) {
      value = { ...value, ...part };
      for (const listener of listeners) listener();
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the store's value. When it changes, the view is rendered again. */
export function useStore(store) {
  const [, draw] = useState(0);
  useEffect(() => store.follow(() => draw((n) => n + 1)), [store]);
  return store.get();
}

/**
 * Loads a value `delay` milliseconds after one of `reasons` changes. Returns it as `value`, or an error's message as `problem`.
 * Until then it returns the former value, unless `isFresh`. Loads nothing while `load` is falsy.
 */
export function useLoaded(load, reasons, { delay = 0, isFresh = false } = {}) {
  const [loaded, setLoaded] = useState({});
  useEffect(() => {
    let left = false;
    if (isFresh) setLoaded({});
    if (!load) return;
    const start = () =>
      load().then(
        (value) => left || setLoaded({ value }),
        ({ message }) => left || setLoaded({ problem: message }),
      );
    const timer = delay > 0 ? setTimeout(start, delay) : start();
    return () => {
      left = true;
      if (delay > 0) clearTimeout(timer);
    };
  }, reasons);
  return loaded;
}
