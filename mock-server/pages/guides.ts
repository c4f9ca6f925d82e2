/** The guides as the mock serves them, and `/llms.txt`, which lists them for language models. */
import { guidePages, guides, GUIDES_PATH } from '../../common/browser/guides.js';
import type { Page } from '../../common/browser/serve.js';
import { documentPage } from './text-page.js';

export function mockGuides(admin: boolean): Page[] {
  return guidePages({
    page: (title, main) => documentPage(GUIDES_PATH, admin, title, main),
    served: {
      '../README.md': GUIDES_PATH,
      '../spec/clauses.yaml': '/docs/clauses',
      '../spec/clients.yaml': '/docs/clients',
    },
    mockAddress: (path) => (path.startsWith('/__admin') ? null : path),
  });
}

/** Returns `/llms.txt` (llmstxt.org). `base` is the address of this mock. */
export function llmsText(base: string): string {
  return `# Job Search Mock

> A mock of the Job Search Service, for building and testing clients. It belongs to Job Search Kit, which also checks
> deployments and clients.

- Base URL for clients: ${base}; an API key that works: key_demo, as \`Authorization: Bearer key_demo\`
- [Contract](${base}/openapi.yaml): OpenAPI 3.1
- [Commands to begin with](${base}/start.txt)

## Guides

${guides()
  .map(({ name, title, purpose }) => `- [${title}](${base}${GUIDES_PATH}/${name}.md): ${purpose}`)
  .join('\n')}

## Behavior

- [Clauses](${base}/docs/clauses): behavior of the service that a schema cannot state
- [Rules for clients](${base}/docs/clients): how a correct client behaves
`;
}
