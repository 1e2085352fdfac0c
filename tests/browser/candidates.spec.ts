import { DEMO_ACCOUNTS } from '../product/product.ts';
import { choose, openScreen, rowWith, signIn, signOut } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

test(
  'a candidate is added, found by part of the phone number, edited, deleted and restored; another desk follows; the address holds search and filters',
  { tag: '@core' },
  async ({ openPc }) => {
    const { page } = await openPc();
    const other = await openPc();
    await signIn(page, DEMO_ACCOUNTS.HR);
    await signIn(other.page, DEMO_ACCOUNTS.Admin);
    await openScreen(page, 'Candidate');
    await openScreen(other.page, 'Candidate');
    await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');

    await page.getByRole('button', { name: 'Add Candidate' }).click();
    const form = page.getByRole('dialog', { name: 'Add Candidate' });
    for (const section of [
      'Basic Information',
      'Training Details',
      'Interview & Placement Status',
      'Follow-up & Progress',
      'Education Details',
    ]) {
      await expect(form.getByRole('heading', { name: section })).toBeVisible();
    }
    // Fields are found by their labels alone, required or not, whatever a section is called.
    await expect(form.getByLabel('Full Name', { exact: true })).toHaveAttribute('aria-required', 'true');
    await expect(form.getByLabel('Placement Status')).toHaveCount(1);
    await form.getByLabel('Enrolled Course').click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      'Frontend',
      'Full Stack',
      'DevOps',
      'AI/ML',
      'Cloud',
      'Web Design',
      'Backend',
      'JAVA',
      'Other',
    ]);
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Save Employee' }).click();
    for (const message of ['Full Name is required', 'Mobile is required', 'Email is required']) {
      await expect(form.getByText(message)).toBeVisible();
    }
    await expect(form.getByLabel('Full Name')).toBeFocused();
    // The chosen section is the current one, also where the form cannot be scrolled so far that it stands at the top.
    const followUp = form
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Follow-up & Progress' });
    await followUp.click();
    await expect(form.getByLabel('Discussion')).toBeInViewport();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await expect(followUp).toHaveAttribute('aria-current', 'true');
    await form.getByLabel('Full Name').fill('Test Person');
    await form.getByLabel('Mobile').fill('+91 90000 12345');
    await form.getByLabel('Email').fill('test.person@example.com');
    await form.getByLabel('City').fill('Pune');
    await form.getByRole('button', { name: 'Save Employee' }).click();
    await expect(page.getByText('Added! New candidate has been added.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('401');
    // Keys go where no rows have arrived yet: the row they come to is marked all the same.
    await page.getByRole('gridcell', { name: 'Test Person', exact: true }).click();
    await page.keyboard.press('End');
    const marked = page.getByRole('row', { selected: true });
    await expect(marked.getByRole('gridcell', { name: '401', exact: true })).toBeVisible();

    await page.getByLabel('Search candidates').fill('0000 123');
    await expect(rowWith(page, 'Test Person')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('1');

    await other.page.getByLabel('Search candidates').fill('Test Person');
    await expect(rowWith(other.page, 'Test Person')).toBeVisible();

    await page.getByRole('button', { name: 'Edit Test Person' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Candidate' });
    await expect(edit.getByLabel('City')).toHaveValue('Pune');
    await edit.getByLabel('Full Name').fill('Test Person Edited');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Candidate updated successfully.')).toBeVisible();
    await expect(rowWith(other.page, 'Test Person Edited')).toBeVisible();

    await page.getByRole('button', { name: 'Delete Test Person Edited' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Are you sure?' });
    await expect(confirmation).toContainText('This will permanently delete the candidate.');
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Candidate has been deleted.')).toBeVisible();
    await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();
    await expect(other.page.getByText('No longer here')).toBeVisible();

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rowWith(page, 'Test Person Edited')).toBeVisible();
    await expect(rowWith(other.page, 'Test Person Edited')).toBeVisible();

    const payment = page.getByRole('combobox', { name: 'Payment Status' });
    await choose(page, page, 'Payment Status', 'Not Paid');
    await page.getByLabel('Search candidates').fill('zzzz');
    await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();
    await page.waitForURL(/search=zzzz/);
    await page.reload();
    await expect(page.getByLabel('Search candidates')).toHaveValue('zzzz');
    await expect(payment).toHaveValue('Not Paid');
    await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();

    await signOut(page);
    await expect(page.getByText('Logged out!', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  },
);

test('an unsaved form asks before it closes or Back leaves it, and a change from another desk is said', async ({
  openPc,
}) => {
  const { page } = await openPc();
  const other = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await signIn(other.page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await openScreen(other.page, 'Candidate');
  const firstEdit = page.getByRole('button', { name: /^Edit / }).first();
  const label = (await firstEdit.getAttribute('aria-label')) ?? '';
  await firstEdit.click();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await form.getByLabel('City').fill('Typed Here');

  await other.page.getByRole('button', { name: label, exact: true }).click();
  const otherForm = other.page.getByRole('dialog', { name: 'Edit Candidate' });
  await otherForm.getByLabel('Core Skill').fill('Changed Elsewhere');
  await otherForm.getByRole('button', { name: 'Update Employee' }).click();
  await expect(other.page.getByText('Candidate updated successfully.')).toBeVisible();

  await expect(form.getByLabel('Core Skill')).toHaveValue('Changed Elsewhere');
  await expect(form.getByLabel('City')).toHaveValue('Typed Here');

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
  const editButton = page.getByRole('button', { name: label, exact: true });
  await expect(editButton).toBeFocused();

  await page.keyboard.press('Enter');
  await form.getByLabel('City').fill('Given Up');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await expect(editButton).toBeFocused();

  // Pressing Back once more while the question stands is not another question.
  await editButton.click();
  await form.getByLabel('City').fill('Typed Again');
  for (const press of ['first', 'second']) {
    await test.step(`Back, ${press} press`, () => page.evaluate(() => window.history.back()));
    await expect(question).toBeVisible();
  }
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/candidate$/);
  await expect(form.getByLabel('City')).toHaveValue('Typed Again');
  await expect(form.getByLabel('City')).toBeFocused();
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await expect(editButton).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Back in the moment in which "Keep editing" is pressed asks once more', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await form.getByLabel('City').fill('Typed Here');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/\/candidate$/);
  // The window is busy, so that the answer and the next Back lie before it together.
  await question.evaluate((dialog) => {
    dialog.setAttribute('data-first', '');
    window.history.back();
    const until = performance.now() + 500;
    while (performance.now() < until);
    [...dialog.querySelectorAll('button')].find((each) => each.textContent === 'Keep editing')?.click();
  });
  await expect(page.locator('[data-first]')).toBeHidden();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(form.getByLabel('City')).toHaveValue('Typed Here');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
