/** The version of Node that the kit needs. Entries check it before they import anything that an older version cannot load. */
const NEEDED = '20.19';

/** Returns an error message for a version of Node that is too old, or null. `program` completes "this is Node 18, and … needs". */
export function nodeVersionError(program: string): string | null {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = NEEDED.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null;
  return `Failed to start: this is Node ${process.versions.node}, and ${program} needs Node ${NEEDED} or newer.\n`;
}
