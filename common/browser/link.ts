/**
 * Links the modules of a page into one script, since a browser loads no modules beside a page that is a single file. The
 * script is made whenever such a page is written. The linker supports the forms of import and export that these
 * modules and their packages use, on lines of their own or at the ends of a minified file. A test runs its output.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BASE_MODULES, houseFile, packageFile } from './serve.js';

const IMPORT = /^import\s*(?:(\w+)|\{([^}]*)\})\s*from\s*(["'])([^"']+)\3;?/gm;
const DECLARED = /^export (?=(?:async )?(?:function|const|class)\b)/gm;
const NAMES = /^export (?:async )?(?:function|const|class)\s*\*?\s*(\w+)/gm;
const LIST = /(^|[;}])export\s*\{([^}]*)\};?/gm;
const DEFAULT = /(^|[;}])export default /gm;

/** Returns the script of a module of this repository together with all its imports, dependencies first. */
export function linkedScript(entry: string): string {
  const linked = new Map<string, string>();
  const parts: string[] = [];
  const link = (path: string): string => {
    const known = linked.get(path);
    if (known !== undefined) return known;
    const name = `module${linked.size}`;
    linked.set(path, name);
    const text = readFileSync(path, 'utf8').replace(/\/\/# sourceMappingURL=.*/g, '');
    const exported = [...text.matchAll(NAMES)].map(([, each = '']) => each);
    const body = text
      .replace(IMPORT, (_, whole: string | undefined, names: string | undefined, _quote, from: string) => {
        const source = link(
          from.startsWith('.') ? join(dirname(path), from) : packageFile(BASE_MODULES[from] ?? from),
        );
        if (whole !== undefined) return `const ${whole} = ${source}.default;`;
        return `const {${names!.replace(/\bas\b/g, ':')}} = ${source};`;
      })
      .replace(DECLARED, '')
      .replace(LIST, (_, before: string, names: string) => {
        for (const each of names.split(',').filter((part) => part.trim() !== '')) {
          const [own = '', as = own] = each.split(/\bas\b/).map((part) => part.trim());
          exported.push(as === own ? own : `${as}: ${own}`);
        }
        return before;
      })
      .replace(DEFAULT, (_, before: string) => {
        exported.push('default: defaultExport');
        return `${before}const defaultExport = `;
      });
    parts.push(`const ${name} = (() => {\n${body}\nreturn { ${exported.join(', ')} };\n})();`);
    return name;
  };
  link(houseFile(entry));
  // The script must not end the element around it.
  return `'use strict';\n${parts.join('\n')}`.replace(/<(?=\/script|!--)/gi, '\\x3c');
}
