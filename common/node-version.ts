import { packageFacts } from './kit-version.js';

/**
 * Returns an error message if this version of Node is older than package.json requires, else null. Programs check it before they
 * import anything that an older version cannot load. `program` is the subject of the message: "this is Node 18, and … needs".
 */
export function nodeVersionError(program: string): string | null {
  const [needed] = /\d+\.\d+/.exec(packageFacts().engines.node)!;
  if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) >= 0) return null;
  return `Failed to start: this is Node ${process.versions.node}, and ${program} needs Node ${needed} or newer.\n`;
}
