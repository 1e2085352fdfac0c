import type { Locator, Page } from '@playwright/test';
import { hrRecord } from '#shared/model/hr-record.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expectWholeCells, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

/** A message lies over nothing that is worked with; on a small screen over the word of sync alone. */
async function expectNothingCovered(page: Page, message: Locator): Promise<void> {
  const controls = page.locator(
    '#root :is(a, button, input, select, [role="columnheader"], [role="gridcell"])',
  );
  for (const [width, height] of [
    [1920, 1080],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const place = await message.evaluate((shown) => shown.getBoundingClientRect().toJSON());
      const covered = await controls.evaluateAll(
        (all, box) =>
          all
            .filter((each) => {
              const { left, right, top, bottom } = each.getBoundingClientRect();
              return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
            })
            .map((each) => each.textContent),
        place,
      );
      expect(covered).toEqual([]);
    }).toPass();
  }
}

const headings = (page: Page): Promise<string[]> =>
  page.getByRole('columnheader').filter({ hasText: /\S/ }).allInnerTexts();
const pageSize = (page: Page): Locator => page.getByLabel('Rows per page');
const pages = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });

test('section 2.23: HR records are listed page by page, checked, shown with every field, searched and restored', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'OtherCompaniesHr');
  const heading = page.getByRole('heading', { name: 'HR & Company Management' });
  await expect(heading).toContainText('72');
  expect(await headings(page)).toEqual([
    'Sr No',
    'HR Name',
    'Company',
    'Email',
    'Phone',
    'HiringFor',
    'Location',
    'Actions',
  ]);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expectWholeCells(page, ['hrName', 'companyName', 'companyEmail', 'personalPhone', 'companyAddress']);

  await expect(pageSize(page)).toHaveValue('20');
  expect(await pageSize(page).getByRole('option').allInnerTexts()).toEqual(['10', '20']);
  await expect(pages(page).getByRole('button', { name: /^Page / })).toHaveCount(4);
  await pages(page).getByRole('button', { name: 'Page 2' }).click();
  await expect(pages(page)).toContainText('21–40 of 72');
  await expect(page.getByRole('gridcell', { name: '21', exact: true })).toBeVisible();
  await pageSize(page).selectOption('10');
  await pages(page).getByRole('button', { name: 'Next page' }).click();
  await expect(pages(page)).toContainText('11–20 of 72');

  await page.getByRole('button', { name: 'Add HR' }).click();
  const form = page.getByRole('dialog', { name: 'Add HR' });
  for (const label of ['Company Email', 'Personal Email']) {
    await expect(form.getByLabel(label)).toHaveAttribute('type', 'email');
  }
  for (const label of ['Personal LinkedIn', 'Company LinkedIn', 'Company Website']) {
    await expect(form.getByLabel(label)).toHaveAttribute('type', 'url');
  }
  await form.getByLabel('HR Name').fill('Test Recruiter');
  await form.getByLabel('Personal Email').fill('nobody');
  await form.getByLabel('Company Website').fill('javascript:alert(1)');
  await form.getByRole('button', { name: 'Save HR' }).click();
  await expect(form.getByText('Personal Email must be a valid email address')).toBeVisible();
  await expect(form.getByText(/^Company Website must be a web address/)).toBeVisible();
  await expect(form.getByLabel('Personal Email')).toBeFocused();
  await form.getByLabel('Personal Email').fill('Test.Recruiter@example.net');
  await form.getByLabel('Company Website').fill('recruiter.example.com');
  await form.getByLabel('Office Phone').fill('+91 90000 24680');
  await form.getByLabel('Company Name').fill('Zebra Test Works');
  await form.getByLabel('Company Address').fill('1, Test Road, Pune');
  await form.getByLabel('Designation').fill('Unsearched');
  await form.getByLabel('Job Roles').fill('  Tester \n\n Developer, senior\n   ');
  await form.getByLabel('Skills Required').fill('Java, Spring\nSQL');
  await form.getByRole('button', { name: 'Save HR' }).click();
  await expect(page.getByText('HR record created successfully')).toBeVisible();
  await expect(heading).toContainText('73');
  // The newest stands first, and so its page is shown.
  await expect(pages(page)).toContainText('1–10 of 73');
  const row = rowWith(page, 'Test Recruiter');
  await expect(row).toContainText('Test.Recruiter@example.net');
  await expect(row).toContainText('Tester, Developer, senior');
  await expect(row.getByRole('link', { name: 'Call Test Recruiter' })).toHaveAttribute(
    'href',
    'tel:+919000024680',
  );

  await page.getByRole('button', { name: 'View Test Recruiter' }).click();
  const view = page.getByRole('dialog', { name: 'View HR' });
  for (const name of Object.keys(hrRecord.fields)) {
    if (name === 'createdAt' || name === 'updatedAt') continue;
    const { label } = hrRecord.fields[name as keyof typeof hrRecord.fields];
    await expect(view.getByRole('group', { name: label, exact: true })).toHaveCount(1);
  }
  await expect(view.getByRole('group', { name: 'Job Roles' })).toContainText('Tester\nDeveloper, senior', {
    useInnerText: true,
  });
  await expect(view.getByRole('group', { name: 'Skills Required' })).toContainText('Java, Spring\nSQL', {
    useInnerText: true,
  });
  await expect(view.getByRole('link', { name: 'recruiter.example.com' })).toHaveAttribute(
    'href',
    'https://recruiter.example.com',
  );
  // Ctrl+A marks the record, not the list behind it.
  await page.keyboard.press('Control+a');
  const marked = await page.evaluate(() => String(getSelection()));
  expect(marked).toContain('Developer, senior');
  for (const behind of ['Sr No', 'Export CSV', 'Logout']) expect(marked).not.toContain(behind);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();

  await page.getByRole('button', { name: 'Edit Test Recruiter' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit HR' });
  await expect(edit.getByLabel('Job Roles')).toHaveValue('Tester\nDeveloper, senior');
  await edit.getByLabel('Company Email').fill('desk@zebra.example.com');
  await edit.getByLabel('Personal Phone').fill('90000 13579');
  await edit.getByRole('button', { name: 'Update HR' }).click();
  await expect(page.getByText('HR record updated successfully')).toBeVisible();
  // The company's address and the person's own number come first where both are known.
  await expect(row).toContainText('desk@zebra.example.com');
  await expect(row).toContainText('90000 13579');

  const search = page.getByLabel('Search HR records');
  for (const text of ['test recruiter', 'ZEBRA', 'test.recruiter@EXAMPLE.net', 'desk@zebra']) {
    await search.fill(text);
    await expect(heading).toContainText('(1)');
    await expect(rowWith(page, 'Test Recruiter')).toBeVisible();
  }
  await search.fill('Unsearched');
  await expect(page.getByText('No HR records found')).toBeVisible();
  await search.fill('zebra');

  await page.getByRole('button', { name: 'Delete Test Recruiter' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('HR deleted successfully')).toBeVisible();
  await expectNothingCovered(page, page.getByRole('status').filter({ hasText: 'HR deleted successfully' }));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowWith(page, 'Test Recruiter')).toBeVisible();

  // Section 5: no field is required.
  await search.fill('');
  await page.getByRole('button', { name: 'Add HR' }).click();
  await form.getByRole('button', { name: 'Save HR' }).click();
  await expect(form).toBeHidden();
  await expect(heading).toContainText('74');
});

test('section 2.21: data links are checked, opened with https:// before them, copied, viewed and restored; what is no address leads nowhere', async ({
  openPc,
}) => {
  const { page } = await openPc();
  const context = page.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.route(/links\.example\.com/, (route) => route.fulfill({ body: 'The saved page' }));
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Data Links');
  const heading = page.getByRole('heading', { name: 'Data Links' });
  await expect(heading).toContainText('26');
  expect(await headings(page)).toEqual(['S N', 'Purpose', 'Link', 'Created', 'Actions']);

  await page.getByRole('button', { name: 'Add Link' }).click();
  const form = page.getByRole('dialog', { name: 'Add Link' });
  await form.getByLabel('Purpose').fill('Test Purpose');
  await form.getByRole('button', { name: 'Save Link' }).click();
  await expect(form.getByText('Link and Purpose are required')).toHaveCount(1);
  await form.getByLabel('Purpose').fill(' ');
  await form.getByRole('button', { name: 'Save Link' }).click();
  await expect(form.getByText('Link and Purpose are required')).toHaveCount(1);
  await expect(form.getByLabel('Link')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Purpose').fill('Test Purpose');
  await form.getByRole('textbox', { name: 'Link' }).fill('links.example.com/sheet?a=1');
  await form.getByRole('button', { name: 'Save Link' }).click();
  await expect(page.getByText('New link has been added.')).toBeVisible();
  await expect(heading).toContainText('27');
  await expect(rowWith(page, 'Test Purpose')).toContainText('links.example.com/sheet?a=1');

  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Open link Test Purpose' }).click(),
  ]);
  await opened.waitForURL('https://links.example.com/sheet?a=1');
  await expect(opened.getByText('The saved page')).toBeVisible();
  await opened.close();
  await page.getByRole('button', { name: 'Copy link Test Purpose' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  await expect(page.getByText('Copied', { exact: true })).toBeHidden();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('links.example.com/sheet?a=1');

  await page.getByLabel('Search links').fill('sheet?a=1');
  await page.getByRole('button', { name: 'View Test Purpose' }).click();
  const view = page.getByRole('dialog', { name: 'View Link' });
  await expect(view.getByRole('group', { name: 'Purpose' })).toContainText('Test Purpose');
  await expect(view.getByRole('link', { name: 'links.example.com/sheet?a=1' })).toHaveAttribute(
    'href',
    'https://links.example.com/sheet?a=1',
  );
  await expect(view).toContainText(/Added today/);
  await page.keyboard.press('Escape');

  // What a browser would run is not kept; what leads nowhere on the web is text, and says so.
  await page.getByRole('button', { name: 'Edit Test Purpose' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Link' });
  await edit.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)');
  await edit.getByRole('button', { name: 'Update Link' }).click();
  await expect(edit.getByRole('textbox', { name: 'Link' })).toHaveAttribute('aria-invalid', 'true');
  await edit.getByRole('textbox', { name: 'Link' }).fill('ask at the front desk');
  await edit.getByRole('button', { name: 'Update Link' }).click();
  await expect(page.getByText('Link updated successfully.')).toBeVisible();
  await page.getByLabel('Search links').fill('TEST purp');
  const row = rowWith(page, 'Test Purpose');
  await expect(row).toContainText('ask at the front desk');
  await expect(row.getByRole('link')).toHaveCount(0);
  const open = row.getByRole('button', { name: 'Open link Test Purpose' });
  await expect(open).toHaveAttribute('aria-disabled', 'true');
  await expect(open).toHaveAttribute('title', /^Only web addresses/);
  await open.click({ force: true });
  expect(context.pages()).toHaveLength(1);

  await expect(heading).toContainText('(1)');
  await page.getByRole('button', { name: 'Delete Test Purpose' }).click();
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Link has been deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowWith(page, 'Test Purpose')).toBeVisible();
});
