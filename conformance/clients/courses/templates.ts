/** A right client in each language, which `clients --init` writes. */

export const LANGUAGES = ['typescript', 'python', 'shell'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Template {
  /** Name of the file. */
  name: string;
  source: URL;
  /** The program that runs it. */
  run: string;
  needs: string;
}

const TEMPLATES: Readonly<Record<Language, Omit<Template, 'source'>>> = {
  typescript: { name: 'client.mjs', run: 'node', needs: 'Node 20; tsc --checkJs reads its types' },
  python: { name: 'client.py', run: 'python3', needs: 'Python 3.9, and nothing installed' },
  shell: { name: 'client.sh', run: 'bash', needs: 'bash, curl and jq' },
};

export function templateFor(language: Language): Template {
  const template = TEMPLATES[language];
  return { ...template, source: new URL(`templates/${template.name}`, import.meta.url) };
}
