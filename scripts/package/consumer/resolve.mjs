// Each argument is a name that the package exports; a document must be there and be readable.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

for (const name of process.argv.slice(2)) readFileSync(fileURLToPath(import.meta.resolve(name)));
