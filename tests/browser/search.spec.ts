import { DEMO_ACCOUNTS } from '../product/product.ts';
import { choose, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const person = {
  mobile: '98765 00001',
  enrolledCourse: ['Frontend'],
  placementStatus: 'In Progress',
  experience: 'Fresher',
};

test(
  'search finds a skill, a city and whom a mistyped name meant; placement is filtered by what its people can',
  { tag: '@core' },
  async ({ openPc, server }) => {
    const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
    const add = (fullName: string, more: Record<string, string>): Promise<unknown> =>
      rest.create('/api/students', {
        ...person,
        fullName,
        email: `${fullName.replaceAll(' ', '.')}@example.test`,
        ...more,
      });
    await add('Zubin Sharma', { coreskill: 'Zope, React', city: 'Pune', yearOfPassing: '2024' });
    await add('Yamini Shamra', { coreskill: 'Angular', city: 'Zunheboto', yearOfPassing: '2023' });

    const { page } = await openPc();
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    const box = page.getByRole('searchbox');
    const heading = page.getByRole('heading', { name: 'Candidates' });
    for (const text of ['React', 'Pune']) {
      await box.fill('');
      await box.pressSequentially(text);
      await expect(rowWith(page, 'Zubin Sharma')).toBeVisible();
      await expect(rowWith(page, 'Yamini Shamra')).toHaveCount(0);
    }
    await box.fill('');
    await box.pressSequentially('Shamra');
    await expect(page.getByText('Below the exact ones: 1 similar.')).toBeVisible();
    await expect(heading).toContainText('(1)');
    const rows = page.locator('[role="row"][row-index]');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0)).toContainText('Yamini Shamra');
    await expect(rows.nth(1)).toContainText('Zubin Sharma');
    await expect(rows.nth(1)).toHaveClass(/row-similar/);
    await box.fill('Zubin Shamra');
    await expect(page.getByText('No exact match. Showing 1 similar.')).toBeVisible();
    await expect(heading).toContainText('(0)');
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    await box.fill('Zubin Sharma');
    await expect(heading).toContainText('(1)');
    await expect(page.getByText(/similar\.$/)).toHaveCount(0);

    await openScreen(page, 'Placement Cell');
    await page.getByLabel('Core Skill', { exact: true }).pressSequentially('zop');
    await page.getByRole('option', { name: 'Zope', exact: true }).click();
    await expect(page).toHaveURL(/coreskill=Zope/);
    await expect(rows).toHaveCount(1);
    await expect(rowWith(page, 'Zubin Sharma')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Core Skill', { exact: true })).toHaveValue('Zope');
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('City', { exact: true }).fill('zunhe');
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(1);
    await expect(rowWith(page, 'Yamini Shamra')).toBeVisible();
    await page.getByRole('combobox', { name: 'Year of Passing' }).click();
    await page.getByRole('option', { name: '2024', exact: true }).click();
    await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();
    await expect(page).toHaveURL(/yearOfPassing=2024/);
  },
);

test('what is typed right after Clear filters stays, and what was typed right before goes', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const box = page.getByRole('searchbox');
  const clear = page.getByRole('search').getByRole('button', { name: 'Clear filters' });
  /** Both in one turn: faster than any hand, so that the order alone decides. */
  const press = async (order: 'clear first' | 'text first', text: string): Promise<void> => {
    const [field, button] = await Promise.all([box.elementHandle(), clear.elementHandle()]);
    await page.evaluate(
      ({ field: input, button: clearing, order: given, text: typed }) => {
        if (given === 'clear first') (clearing as HTMLElement).click();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
        if (given === 'text first') (clearing as HTMLElement).click();
      },
      { field, button, order, text },
    );
  };
  await box.fill('priya');
  await expect(page).toHaveURL(/search=priya/);
  await press('clear first', 'rao');
  await expect(page).toHaveURL(/search=rao/);
  await expect(box).toHaveValue('rao');
  await press('text first', 'raox');
  await expect(page).not.toHaveURL(/search=/);
  await expect(box).toHaveValue('');
  // The address tells of a text before the screen does: both, in between.
  await choose(page, page, 'Interview Status', 'Not Scheduled');
  await expect(page).toHaveURL(/interviewStatus=/);
  const [field, button] = await Promise.all([box.elementHandle(), clear.elementHandle()]);
  await page.evaluate(
    ({ field: input, button: clearing }) => {
      const replace = history.replaceState.bind(history);
      history.replaceState = (...given) => {
        replace(...given);
        history.replaceState = replace;
        queueMicrotask(() => {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'raoxy');
          input?.dispatchEvent(new Event('input', { bubbles: true }));
          (clearing as HTMLElement).click();
        });
      };
    },
    { field, button },
  );
  await box.fill('rao');
  await expect(box).toHaveValue('');
  await expect(page).not.toHaveURL(/search=|interviewStatus=/);
  await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('(400)');
});
