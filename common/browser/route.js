/**
 * The address of a page contains the state of its view after the `#`, such as `#/requests?account=acc_demo&open=12`. A link
 * therefore shows the same view. Browsers do not send this part to servers.
 */
import { useEffect, useState } from 'preact/hooks';

/** The view's path in parts, and its parameters. */
function readRoute() {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const parts = path.split('/').filter(Boolean).map(decoded);
  return { parts, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Returns an address for `href`, without empty parameters. */
export function hrefOf(parts, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => (value ?? '') !== '');
  const search = new URLSearchParams(kept).toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

/** Shows another view. With `replace`, the browser's Back button skips the current one, such as a half-typed filter. */
export function go(parts, query = {}, { replace = false } = {}) {
  const address = hrefOf(parts, query);
  if (address === location.hash) return;
  if (replace) {
    history.replaceState(null, '', address);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = address;
}

export function useRoute() {
  const [route, setRoute] = useState(readRoute);
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
