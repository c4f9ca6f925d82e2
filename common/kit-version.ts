import { existsSync, readFileSync } from 'node:fs';

interface PackageFacts {
  version: string;
  engines: { node: string };
}

/** Reads the package.json above this folder (source) or above `dist/` (build). */
function packageFacts(): PackageFacts {
  const places = ['../package.json', '../../package.json'].map((place) => new URL(place, import.meta.url));
  const found = places.find((place) => existsSync(place))!;
  return JSON.parse(readFileSync(found, 'utf8')) as PackageFacts;
}

export const kitVersion = (): string => packageFacts().version;

/**
 * Returns an error message if this version of Node is older than package.json requires, else null. Programs check it before they
 * import anything that an older version cannot load. `program` is the subject of the message: "this is Node 18, and … needs".
 */
export function nodeVersionError(program: string): string | null {
  const [needed] = /\d+\.\d+/.exec(packageFacts().engines.node)!;
  if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) >= 0) return null;
  return `Failed to start: this is Node ${process.versions.node}, and ${program} needs Node ${needed} or newer.\n`;
}
