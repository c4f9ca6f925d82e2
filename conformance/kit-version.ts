import { readFileSync } from 'node:fs';

/** Version of this kit, from the package.json that stands above both the sources and the build. */
export function kitVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const found = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as Record<
        string,
        unknown
      >;
      if (found['name'] === 'job-search-kit') return String(found['version']);
    } catch {
      // The other place has it.
    }
  }
  return '0.0.0';
}
