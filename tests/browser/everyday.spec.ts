import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { firstCell, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

/** Does as a user does, and counts: a click is one, a key or a combination is one, what has to be typed anyway is none. */
class Hand {
  #page: Page;
  strokes = 0;
  constructor(page: Page) {
    this.#page = page;
  }
  async press(key: string): Promise<void> {
    this.strokes += 1;
    await this.#page.keyboard.press(key);
  }
  async click(target: Locator): Promise<void> {
    this.strokes += 1;
    await target.click();
  }
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }
}

/** The counts that the document states, by the number of the task. */
function stated(): number[] {
  const text = readFileSync(new URL('../../docs/everyday.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| *\d+\. [^|]*\| *(\d+) *\|/gm)].map(([, count]) => Number(count));
}

test(
  'ten everyday tasks take as many clicks and keys as docs/everyday.md says',
  { tag: '@core' },
  async ({ openPc, server }) => {
    const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
    await rest.create('/api/interns', { Name: 'Everyday Asha', mobile: '98111 77001' });
    await rest.create('/api/students', {
      fullName: 'Everyday Bala',
      mobile: '98111 77002',
      email: 'everyday.bala@example.com',
      enrolledCourse: ['JAVA'],
      fee: 40_000,
    });
    const [{ page }, { page: interviewers }] = await Promise.all([
      openPc({ width: 1920, height: 1000 }),
      openPc(),
    ]);
    await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(interviewers, DEMO_ACCOUNTS.Employee)]);
    const counts: number[] = [];
    const count = async (task: string, act: (hand: Hand) => Promise<void>, on = page): Promise<void> => {
      const hand = new Hand(on);
      await test.step(task, () => act(hand));
      counts.push(hand.strokes);
    };
    const glance = page.getByRole('region', { name: 'At a glance' });
    const dialog = page.getByRole('dialog');
    const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true });

    /** Of the row with the focus: its outcome, and the next one. */
    const logCall = async (hand: Hand): Promise<void> => {
      await hand.press('l');
      await expect(dialog).toBeVisible();
      await hand.type('busy');
      await hand.press('Tab');
      await hand.press('Tab');
      await hand.type('tmrw 11am');
      await hand.press('Enter');
      await expect(dialog).toHaveCount(0);
    };

    await count('1. find a person by phone', async (hand) => {
      await hand.press('Control+k');
      await hand.type('9811177001');
      await expect(found).toContainText('Everyday Asha');
      await hand.press('Enter');
      await expect(page.getByRole('complementary', { name: 'Inquiry Everyday Asha' })).toBeVisible();
    });
    await openScreen(page, 'Inquiry Follow Up');
    await openScreen(page, 'Inquiry');
    await page.getByLabel('Search inquiries').fill('Everyday Asha');
    await firstCell(page, 'Everyday Asha').click();
    await count('2. log a call and set the next', async (hand) => {
      await logCall(hand);
      await expect(page.getByText('Call logged')).toBeVisible();
    });
    await count('3. add an inquiry', async (hand) => {
      await hand.press('Control+k');
      await hand.type('9811177003');
      await expect(found).toContainText('Add inquiry with 9811177003');
      await hand.press('Enter');
      await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
      await hand.type('Everyday Chitra');
      await hand.press('Enter');
      await expect(dialog).toHaveCount(0);
    });
    await page.getByLabel('Search inquiries').fill('Everyday Chitra');
    await expect(rowWith(page, 'Everyday Chitra')).toBeVisible();
    await count('4. enrol it', async (hand) => {
      await hand.click(page.getByRole('button', { name: 'Enrol Everyday Chitra' }));
      await hand.click(dialog.getByLabel('Email'));
      await hand.type('everyday.chitra@example.com');
      await hand.press('Control+s');
      await expect(dialog).toHaveCount(0);
    });
    await openScreen(page, 'Candidate');
    await page.getByLabel('Search candidates').fill('Everyday Bala');
    await expect(rowWith(page, 'Everyday Bala')).toBeVisible();
    await count('5. schedule an interview', async (hand) => {
      await hand.click(page.getByRole('button', { name: 'Edit Everyday Bala' }));
      await hand.click(dialog.getByRole('combobox', { name: 'Interview Status' }));
      await hand.click(page.getByRole('option', { name: 'Scheduled', exact: true }));
      await hand.press('Tab');
      await hand.type('Nikhil');
      await expect(page.getByRole('option', { name: /Nikhil Joshi/ })).toBeVisible();
      await hand.press('Tab');
      await hand.type('tmrw 4pm');
      await hand.press('Control+s');
      await expect(dialog).toHaveCount(0);
      await expect(rowWith(page, 'Everyday Bala')).toContainText('Scheduled');
    });
    await count(
      '6. join the meeting',
      async (hand) => {
        await hand.click(interviewers.getByRole('link', { name: 'Upcoming Interview' }));
        const meeting = interviewers.context().waitForEvent('page');
        await hand.click(interviewers.getByRole('button', { name: 'Join Meeting' }));
        await (await meeting).close();
      },
      interviewers,
    );
    await firstCell(page, 'Everyday Bala').click();
    await page.keyboard.press('Enter');
    await count('7. record a payment', async (hand) => {
      await hand.click(glance.getByRole('group', { name: 'Received Amount' }));
      await expect(glance.getByRole('textbox', { name: 'Received Amount' })).toBeFocused();
      await hand.type('15k');
      await hand.press('Enter');
      await expect(glance.getByRole('group', { name: 'Received Amount' })).toContainText('15,000');
      await expect(glance.getByRole('group', { name: 'Payment Status' })).toContainText('Partially Paid');
    });
    await count('8. mark as placed', async (hand) => {
      await hand.click(glance.getByRole('group', { name: 'Placement Status' }));
      await hand.click(page.getByRole('option', { name: 'Placed', exact: true }));
      await expect(glance.getByRole('group', { name: 'Placement Status' })).toContainText('Placed');
    });
    await count('9. export the list in view', async (hand) => {
      const download = page.waitForEvent('download');
      await hand.click(page.getByRole('button', { name: 'Export CSV', exact: true }));
      await hand.click(page.getByRole('menuitem', { name: 'These columns' }));
      await download;
    });
    await count('10. see what is due and work through five', async (hand) => {
      await hand.click(page.getByRole('link', { name: /^Today/ }));
      const current = page.getByRole('grid').locator('[role="row"]:focus');
      for (let call = 0; call < 5; call += 1) {
        await expect(current).toBeVisible();
        const key = await current.getAttribute('data-key');
        await logCall(hand);
        await expect(page.locator(`[data-key="${key}"]`)).toHaveCount(0);
      }
    });
    expect(counts).toEqual(stated());
  },
);
