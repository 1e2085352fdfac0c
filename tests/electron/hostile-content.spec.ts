import { createServer as createHttpServer, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { expect, mergeTests } from '@playwright/test';
import { docx, paragraph, relationships } from '../../electron/desk/testing/made-documents.ts';
import { test as withServer } from '../browser/product-test.ts';
import { dropFiles, pdfOfOneLine, pdfWithLinks } from '../product/document-files.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { catchHandedOut, handedOut } from './handed-out.ts';
import { test as withWindow } from './launch.ts';

const test = mergeTests(withWindow, withServer);

/** What an attacker puts into a file, or answers in the place of the server, is text in the window, and nothing more. */

/** Whoever calls it was told to by what was shown. */
async function listener(): Promise<{ address: string; calls: () => number; close: () => void }> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, calls: () => calls, close: () => server.close() };
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A letter with a script in a link and in its text, and a picture that lies elsewhere. */
function hostileLetter(elsewhere: string): Buffer {
  const link = (id: string, text: string): string =>
    `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>${text}</w:t></w:r></w:hyperlink></w:p>`;
  const picture = `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata r:id="rId3"/></v:shape></w:pict></w:r></w:p>`;
  const content =
    paragraph('&lt;img src=x onerror="window.ran = 1"&gt;&lt;script&gt;window.ran = 1&lt;/script&gt;') +
    link('rId1', 'A script') +
    link('rId2', 'A file') +
    picture;
  return docx(content, [
    {
      name: 'word/_rels/document.xml.rels',
      text: relationships(
        ['hyperlink', 'javascript:window.ran=1', true],
        ['hyperlink', 'file:///etc/passwd', true],
        ['image', `${elsewhere}/pixel.png`, true],
      ),
    },
  ]);
}

test("an attacker's documents are shown without running, fetching or opening anything", async ({
  launch,
}) => {
  const elsewhere = await listener();
  try {
    const { app, page } = await launch();
    await catchHandedOut(app);
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await page.getByRole('tab', { name: /^Documents/ }).click();
    await dropFiles(page.getByText('or drop files here'), [
      { name: 'letter.docx', mimeType: DOCX, buffer: hostileLetter(elsewhere.address) },
      pdfWithLinks('paper.pdf'),
      pdfOfOneLine('line.pdf', 1_500_000),
    ]);
    await page.getByRole('button', { name: 'Attach 3 documents' }).click();
    const list = page.getByRole('list', { name: 'Documents' });
    await list.getByRole('button', { name: 'Show letter.docx' }).click();
    const letter = page.getByRole('dialog', { name: 'letter.docx' });
    await expect(letter.getByText('<script>window.ran = 1</script>')).toBeVisible();
    await expect(
      letter.locator('script, iframe, object, img[src^="http"], a[href^="javascript"]'),
    ).toHaveCount(0);
    for (const text of ['A script', 'A file']) await letter.getByText(text).click();
    await page.keyboard.press('Escape');
    await expect(letter).toBeHidden();
    await list.getByRole('button', { name: 'Show paper.pdf' }).click();
    const paper = page.getByRole('dialog', { name: 'paper.pdf' });
    await expect(paper.getByRole('link')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(paper).toBeHidden();
    // What would end the page's process is not drawn.
    await list.getByRole('button', { name: 'Show line.pdf' }).click();
    const line = page.getByRole('dialog', { name: 'line.pdf' });
    await expect(line.getByText('This page cannot be drawn.')).toBeVisible();
    await line.getByRole('button', { name: 'Zoom in' }).click();
    await expect(line.getByText('125%')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(line).toBeHidden();
    expect(await page.evaluate(() => Reflect.get(window, 'ran') ?? null)).toBeNull();
    expect(await handedOut(app)).toEqual([]);
    expect(elsewhere.calls()).toBe(0);
    expect(app.windows()).toHaveLength(1);
    expect(page.url()).toMatch(/^app:\/\/desk\//);
  } finally {
    elsewhere.close();
  }
});

/** A server in the place of the office's: it passes calls on, and answers pulls with what an attacker would put in. */
async function lyingServer(
  target: string,
  lie: (page: Pulled) => void,
): Promise<{ url: string; close: () => void }> {
  const server = createHttpServer((incoming, outgoing) => {
    const { 'accept-encoding': _packed, ...headers } = incoming.headers;
    const onward = request(`${target}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      if (!incoming.url?.startsWith('/api/sync/pull')) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const page = JSON.parse(Buffer.concat(parts).toString()) as Pulled;
        if (page.status === 'page') lie(page);
        outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify(page));
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Pulled {
  status: string;
  rows: { entity: string; columns: string[]; rows: unknown[][] }[];
  [name: string]: unknown;
}

const NAME = '<img src=x onerror="window.ran = 1">Mallory';

test("an attacker's answers in the server's place are text in the window, and the desk lives", async ({
  launch,
  server,
}) => {
  const elsewhere = await listener();
  let lies = 0;
  const liar = await lyingServer(server.origin, (page) => {
    page['__proto__x'] = { polluted: true };
    page.rows.push({ entity: '__proto__', columns: ['_id', '_seq'], rows: [['x', 1]] });
    page.rows.push({ entity: 'users"; DROP TABLE x; --', columns: ['_id', 'a"b'], rows: [['x', 'y']] });
    for (const { entity, columns, rows } of page.rows) {
      if (entity !== 'candidate') continue;
      const place = (field: string, value: unknown): void => {
        const at = columns.indexOf(field);
        if (at < 0) return;
        lies += 1;
        for (const row of rows) row[at] = value;
      };
      place('fullName', NAME);
      place('linkedin', 'javascript:window.ran=1');
      place('portfolio', `${elsewhere.address}/`);
      place('email', 'a@b.example?cc=all@office.example&attach=/etc/passwd');
      place('remarks', `<iframe src="${elsewhere.address}"></iframe><script>window.ran = 1</script>`);
    }
  });
  try {
    const { app, page } = await launch({ demo: false, args: ['--server', liar.url] });
    await catchHandedOut(app);
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    const name = page.getByRole('gridcell').getByText(NAME).first();
    await expect(name).toBeVisible();
    expect(lies).toBeGreaterThan(0);
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    const view = page.getByRole('dialog').or(page.getByRole('complementary')).filter({ hasText: 'Mallory' });
    await expect(view.first()).toBeVisible();
    await expect(page.locator('a[href^="javascript"], iframe, img[src="x"]')).toHaveCount(0);
    await takePicture(page, 'electron-lying-server');
    expect(await page.evaluate(() => Reflect.get(window, 'ran') ?? null)).toBeNull();
    expect(await page.evaluate(() => Reflect.get({}, 'polluted') ?? null)).toBeNull();
    expect(await handedOut(app)).toEqual([]);
    expect(elsewhere.calls()).toBe(0);
    // Its tables are whole: another list opens.
    await page.keyboard.press('Escape');
    await expect(view).toHaveCount(0);
    await openScreen(page, 'Inquiry');
    await expect(page.getByRole('gridcell').first()).toBeVisible();
  } finally {
    liar.close();
    elsewhere.close();
  }
});
