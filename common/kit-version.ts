import { existsSync, readFileSync } from 'node:fs';

/** The version of the package, read from the package.json above this folder (source) or above `dist/` (build). */
export function kitVersion(): string {
  const places = ['../package.json', '../../package.json'].map((place) => new URL(place, import.meta.url));
  const found = places.find((place) => existsSync(place))!;
  return (JSON.parse(readFileSync(found, 'utf8')) as { version: string }).version;
}
