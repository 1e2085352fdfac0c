import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import type { Running } from '../product/processes.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, startServer } from '../product/product.ts';

/** A website of another origin: its page lists the jobs of the organisation's server and sends it a message. */
const PAGE = `<!doctype html><title>Website</title>
<ul aria-label="Jobs"></ul><article></article>
<form><label>Name <input name="name" /></label><label>Email <input name="email" /></label>
<label>Message <input name="message" /></label><button>Send</button></form>
<p role="status"></p>
<script>
  const api = new URLSearchParams(location.search).get('api');
  const say = (text) => (document.querySelector('[role=status]').textContent = text);
  fetch(api + '/api/jobs?limit=2').then(async (answer) => {
    for (const { title } of await answer.json()) {
      document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: title }));
    }
    say('Jobs: ' + answer.headers.get('X-Total-Count'));
  }, () => say('No answer'));
  const slug = new URLSearchParams(location.search).get('blog');
  if (slug) {
    fetch(api + '/api/blogs?slug=' + slug).then(async (answer) => {
      document.querySelector('article').innerHTML = (await answer.json())[0]?.content ?? 'No article';
    });
  }
  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    const body = JSON.stringify(Object.fromEntries(new FormData(event.target)));
    fetch(api + '/api/contacts', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }).then(
      (answer) => say('Sent: ' + answer.status),
      () => say('Not sent'),
    );
  });
</script>`;

async function website(): Promise<{ origin: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const test = base.extend<{ office: { server: Running; own: string; foreign: string } }>({
  office: async ({ browserName }, provide) => {
    const data = mkdtempSync(join(tmpdir(), `placement-e2e-${browserName}-website-`));
    const [own, foreign] = [await website(), await website()];
    const settings = { PUBLIC_READ: 'jobs,blogs', PUBLIC_CONTACT: 'on', CORS_ORIGINS: own.origin };
    const server = await startServer({ data, demo: true, settings });
    await provide({ server, own: own.origin, foreign: foreign.origin });
    await server.stop();
    for (const each of [own, foreign]) {
      each.server.closeAllConnections();
      each.server.close();
    }
    rmSync(data, { recursive: true, force: true });
  },
});

async function send(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill('visitor@mail.test');
  await page.getByLabel('Message').fill('Is there a course on DevOps?');
  await page.getByRole('button', { name: 'Send' }).click();
}

/** What an administrator finds of the website's messages. */
async function messagesFrom(server: Running, names: readonly string[]): Promise<unknown[]> {
  const json = { 'Content-Type': 'application/json' };
  const login = await fetch(`${server.address}/api/auths/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: DEMO_ACCOUNTS['Super Admin'], password: DEMO_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const list = await fetch(`${server.address}/api/contacts`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const contacts = (await list.json()) as { name: string }[];
  return contacts.map(({ name }) => name).filter((name) => names.includes(name));
}

test('decision 16: pages of a named origin read jobs and send messages, in a real browser; those of another get nothing', async ({
  page,
  office: { server, own, foreign },
}) => {
  await page.goto(`${own}/?api=${server.address}`);
  await expect(page.getByRole('status')).toHaveText(/^Jobs: \d+$/);
  await expect(page.getByRole('list', { name: 'Jobs' }).getByRole('listitem')).toHaveCount(2);
  await send(page, 'Welcome Visitor');
  await expect(page.getByRole('status')).toHaveText('Sent: 201');

  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.goto(`${foreign}/?api=${server.address}`);
  await expect(page.getByRole('status')).toHaveText('No answer');
  await expect(page.getByRole('list', { name: 'Jobs' }).getByRole('listitem')).toHaveCount(0);
  await send(page, 'Uninvited Visitor');
  await expect(page.getByRole('status')).toHaveText('Not sent');
  expect(refused.filter((text) => text.includes('blocked by CORS policy'))).toHaveLength(2);
  expect(await messagesFrom(server, ['Welcome Visitor', 'Uninvited Visitor'])).toEqual(['Welcome Visitor']);
});

/** A picture of 2 x 1 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADElEQVR4nGP4z8AAAAMBAQCNuF5UAAAAAElFTkSuQmCC',
  'base64',
);

test('decision 18: a picture of an article is seen on the website of strangers while the article is published', async ({
  page,
  office: { server, own },
}) => {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  const call = (method: string, path: string, body: unknown): Promise<Response> =>
    fetch(`${server.address}${path}`, { method, headers, body: JSON.stringify(body) });
  const login = await call('POST', '/api/auths/login', {
    email: DEMO_ACCOUNTS['Super Admin'],
    password: DEMO_PASSWORD,
  });
  headers['Authorization'] = `Bearer ${((await login.json()) as { token: string }).token}`;
  const hash = createHash('sha256').update(PICTURE).digest('hex');
  const sent = await fetch(`${server.address}/api/files/${hash}?for=text`, {
    method: 'PUT',
    headers,
    body: PICTURE,
  });
  expect(sent.status).toBe(200);
  const content = `<p>Our door</p><img src="/api/files/${hash}" alt="The door" />`;
  const made = await call('POST', '/api/blogs', { title: 'Door', slug: 'door', content, isDraft: true });
  const { _id: id } = (await made.json()) as { _id: string };

  const visit = (): Promise<unknown> => page.goto(`${own}/?api=${server.address}&blog=door`);
  await visit();
  await expect(page.getByText('No article')).toBeVisible();
  await call('PUT', `/api/blogs/${id}`, { isDraft: false });
  await visit();
  const door = page.getByRole('img', { name: 'The door' });
  await expect.poll(() => door.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(2);
  await call('PUT', `/api/blogs/${id}`, { isDraft: true });
  const answer = await fetch(`${server.address}/api/files/${hash}`);
  expect(answer.status).toBe(404);
});
