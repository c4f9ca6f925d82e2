/** Tests the guides that the mock serves. */
import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { smallWorld } from '../../test/mock/admin-server.js';
import { mockGuides } from './guides.js';
import { pagesRouter } from './router.js';

const app = express();
app.use(pagesRouter(smallWorld(), { admin: true, adminToken: false }));
app.use((_request, response) => void response.status(418).end());
const paths = mockGuides(true).map(([path]) => path);
const pages = paths.filter((path) => !/\.\w+$/.test(path));

it('serves every guide as a page and as Markdown, with its pictures', async () => {
  expect(pages).toContain('/docs/guides/mock');
  for (const path of paths) await request(app).get(path).expect(200);
});

it.each(pages)('%s links only to existing pages and headings of this mock', async (path) => {
  const { text } = await request(app).get(path);
  const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link!);
  for (const link of links.filter((each) => !/^(https?|data):/.test(each))) {
    const [to, heading] = link.split('#');
    const page = await request(app)
      .get(to === '' ? path : to!)
      .set('Accept', 'text/html')
      .expect(200);
    if (heading !== undefined && !heading.startsWith('/'))
      expect(page.text, link).toContain(`id="${heading}"`);
  }
});

it('shows code as text, and makes tables scrollable', async () => {
  const { text } = await request(app).get('/docs/guides/client-rules');
  expect(text).toContain('{&quot;task&quot;:&quot;balance&quot;}');
  expect(text).toContain('<div class="wide" tabindex="0"');
  expect(text).not.toMatch(/<script|```/);
});

it('lists the guides for programs in llms.txt', async () => {
  const { text } = await request(app).get('/llms.txt').set('Host', '127.0.0.1:4999').expect(200);
  expect(text).toContain('[Drive the mock](http://127.0.0.1:4999/docs/guides/mock.md): For developers');
  expect(text).toContain('http://127.0.0.1:4999/openapi.yaml');
});
