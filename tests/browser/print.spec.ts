import type { Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { choose, openScreen, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

/** The dialog of the system cannot be worked from here: how often it was asked for is counted in its place. */
async function printsTo(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Reflect.set(window, 'prints', 0);
    window.print = () => void Reflect.set(window, 'prints', Number(Reflect.get(window, 'prints')) + 1);
  });
  await page.reload();
  return () => page.evaluate(() => Number(Reflect.get(window, 'prints')));
}

const paper = (page: Page) => page.locator('article[data-printed]');

/** Short texts that stand on two lines on a sheet that lies on its side, and what leaves the sheet. */
async function brokenCells(page: Page): Promise<string[]> {
  // Letter less its margins, at 96 pixels an inch; A4 is wider.
  await page.setViewportSize({ width: 965, height: 700 });
  return paper(page)
    .locator('td')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const text = cell.textContent ?? '';
        const range = document.createRange();
        range.selectNodeContents(cell);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        const leaves = cell.getBoundingClientRect().right > document.documentElement.clientWidth;
        return leaves || (text.length <= 16 && lines.size > 1) ? [text] : [];
      }),
    );
}

test('Ctrl+P prints a list as it is filtered, all its rows, and a record, each as a clean page', async ({
  openPc,
}) => {
  const { page } = await openPc({ colorScheme: 'dark' });
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const prints = await printsTo(page);
  await openScreen(page, 'Candidate');
  await choose(page, page, 'Course', 'DevOps');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(/\(\d+\)$/);
  await page.getByRole('searchbox').fill('example');
  await expect(page).toHaveURL(/search=example/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Control+p');
  await expect.poll(prints).toBe(1);
  // On the screen nothing has changed.
  await expect(paper(page)).toBeHidden();
  const count = Number(/\((\d+)\)/.exec((await heading.textContent()) ?? '')?.[1]);
  await page.emulateMedia({ media: 'print' });
  await expect(paper(page).getByRole('heading', { level: 1 })).toHaveText('Candidates');
  await expect(paper(page)).toContainText('Course: DevOps');
  await expect(paper(page)).toContainText('Search: "example"');
  await expect(paper(page)).toContainText(`${count} rows`);
  await expect(paper(page)).toContainText(/Printed \d\d \w+ \d{4}, .* by /);
  await expect(paper(page).getByRole('columnheader')).toHaveText([
    'S/N',
    'Full Name',
    'Mobile',
    'Email',
    'Tech',
    'Interview Status',
    'Handled By',
  ]);
  await expect(paper(page).locator('tbody tr')).toHaveCount(count);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  // As the browser tells the page.
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  const ink = await paper(page).evaluate((part) => getComputedStyle(part).color);
  expect(ink).toBe('rgb(0, 0, 0)');
  // Another sheet begins with the headings again, and each says which it is.
  await page.pdf({ preferCSSPageSize: true, path: 'test-results/pictures/printed-list.pdf' });

  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(paper(page)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const name = await page.locator('[role="gridcell"][col-id="fullName"]').first().innerText();
  await page.getByRole('button', { name: `View ${name}`, exact: true }).click();
  const view = page.getByRole('dialog', { name: 'View Candidate' });
  await expect(view.getByText('Basic Information').last()).toBeVisible();
  await page.keyboard.press('Control+p');
  await expect.poll(prints).toBe(2);
  await page.emulateMedia({ media: 'print' });
  await expect(paper(page).getByRole('heading', { level: 1 })).toHaveText(`Candidate ${name}`);
  await expect(paper(page).getByRole('group', { name: 'Interview Status' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Call/ })).toHaveCount(0);
  await page.pdf({ preferCSSPageSize: true, path: 'test-results/pictures/printed-record.pdf' });
});

test('Ctrl+P right after a letter prints what stands in the boxes, which the list follows a moment later', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const prints = await printsTo(page);
  await openScreen(page, 'Placement Cell');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\(\d+\)$/);
  await page.getByRole('searchbox').fill('example');
  await page.keyboard.press('Control+p');
  await expect.poll(prints).toBe(1);
  await expect(paper(page)).toContainText('Search: "example"');

  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await page.getByRole('combobox', { name: 'City', exact: true }).pressSequentially('pun');
  await page.keyboard.press('Control+p');
  await expect.poll(prints).toBe(2);
  await expect(paper(page)).toContainText('City: pun');
});

/** Does something between two reads of the inquiries that go on paper, and lets the second read go on after it. */
async function betweenReads(page: Page, work: () => Promise<unknown>): Promise<() => void> {
  let isArmed = false;
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const desk = socket.connectToServer();
    socket.onMessage((message) => {
      const text = message.toString();
      if (!isArmed || !text.includes('"records.list"') || !/"offset":(?!0)/.test(text))
        return desk.send(message);
      isArmed = false;
      void work().then(() => desk.send(message));
    });
  });
  await page.reload();
  return () => void (isArmed = true);
}

test('a list of more rows than paper should have says how many there are, and lacks nobody who was there all along', async ({
  openPc,
  server,
}) => {
  test.slow();
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  for (let hundred = 0; hundred < 10; hundred += 1) {
    const names = Array.from({ length: 100 }, (_, index) => `Many ${hundred}-${index}`);
    await Promise.all(names.map((Name) => rest.create('/api/interns', { Name })));
  }
  const { _id } = await rest.create('/api/interns', { Name: 'Gone between' });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const heading = page.getByRole('heading', { level: 1 });
  const arm = await betweenReads(page, async () => {
    await rest.remove(`/api/interns/${_id}`);
    await expect(heading).not.toContainText('(1,251)');
  });
  const prints = await printsTo(page);
  await openScreen(page, 'Inquiry Follow Up');
  await expect(heading).toContainText('(1,251)');
  arm();
  await page.keyboard.press('Control+p');
  await expect.poll(prints).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(paper(page)).toContainText('The first 1,000 of 1,250 rows.');
  await expect(paper(page).locator('tbody tr')).toHaveCount(1_000);
  await expect(paper(page)).not.toContainText('Gone between');
});

test('a phone number, a date and a short word stand whole on paper', async ({ openPc }) => {
  const { page } = await openPc({ colorScheme: 'dark' });
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const prints = await printsTo(page);
  await openScreen(page, 'Inquiry');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(250)');
  await page.keyboard.press('Control+p');
  await expect.poll(prints).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(paper(page).locator('tbody tr')).toHaveCount(250);
  expect(await brokenCells(page)).toEqual([]);
});
