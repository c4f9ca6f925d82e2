/**
 * The address of a page holds the state of its view after the `#`. A link therefore shows the same view, and
 * no server receives it: `#/requests?account=acc_demo&open=12`.
 */
import { useEffect, useState } from 'preact/hooks';

/** The view's path in parts, and its parameters. */
export function readRoute() {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const parts = path.split('/').filter(Boolean).map(decoded);
  return { parts, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** An address for `href`. Parameters that are empty or absent are left out. */
export function hrefOf(parts, query = {}) {
  const kept = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

/** Goes there. `instead` leaves no step behind for the browser's way back, as for a filter that is being typed. */
export function go(parts, query = {}, { instead = false } = {}) {
  const address = hrefOf(parts, query);
  if (address === location.hash) return;
  if (instead) {
    history.replaceState(null, '', address);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = address;
}

export function useRoute() {
  const [route, setRoute] = useState(() => readRoute());
  useEffect(() => {
    const follow = () => setRoute(readRoute());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
