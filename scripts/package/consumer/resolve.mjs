// Each argument is a name that the package exports. It must resolve to a readable file.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

for (const name of process.argv.slice(2)) readFileSync(fileURLToPath(import.meta.resolve(name)));
