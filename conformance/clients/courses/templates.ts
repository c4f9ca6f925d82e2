/** A correct client in each language, which `clients --init` writes. */

const TEMPLATES = {
  typescript: { name: 'client.mjs', run: 'node', needs: 'Node 20; tsc --checkJs reads its types' },
  python: { name: 'client.py', run: 'python3', needs: 'Python 3.9, and nothing installed' },
  shell: { name: 'client.sh', run: 'bash', needs: 'bash, curl and jq' },
};

export type Language = keyof typeof TEMPLATES;
export const LANGUAGES = Object.keys(TEMPLATES) as Language[];

export function templateFor(language: Language) {
  const template = TEMPLATES[language];
  return { ...template, source: new URL(`templates/${template.name}`, import.meta.url) };
}
