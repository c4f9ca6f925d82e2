import { existsSync, readFileSync } from 'node:fs';

interface PackageFacts {
  version: string;
  engines: { node: string };
}

/** Reads the package.json above this folder (source) or above `dist/` (build). */
export function packageFacts(): PackageFacts {
  const places = ['../package.json', '../../package.json'].map((place) => new URL(place, import.meta.url));
  const found = places.find((place) => existsSync(place))!;
  return JSON.parse(readFileSync(found, 'utf8')) as PackageFacts;
}

export const kitVersion = (): string => packageFacts().version;
