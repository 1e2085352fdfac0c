import type { Locator, Page } from '@playwright/test';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

/** A list screen, worked without a mouse. */
interface Stop {
  /** Name in the palette. */
  screen: string;
  heading: string;
  /** Title of the dialog that Enter on a row opens. */
  view: string;
  /** What N opens, and what is typed: each value into the field that has the focus, with Ctrl+S after it. */
  add?: { title: string; typed: readonly string[] };
}

/** What style.md asks for, as the sheet says it: keys and what they do. */
const shortcuts = {
  Everywhere: ['Ctrl+KFind people, screens and commands', '?Show these shortcuts', 'EscClose'],
  'On a list': ['/Search', 'NAdd'],
  'In the table': ['↑↓←→Go from cell to cell', 'EnterView the row', 'TabGo through', 'Ctrl+CCopy the cell'],
  'In a form': ['Ctrl+SSave', 'EscClose; asks'],
};

const focused = (page: Page): Locator => page.locator(':focus');

async function signInByKeyboard(page: Page, email: string): Promise<void> {
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
}

/** Ctrl+K, a few letters, Enter; the work then goes on in that screen. */
async function goTo(page: Page, screen: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find people, screens and commands' })).toBeFocused();
  await page.keyboard.type(screen);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
}

/** Far enough for every control of a screen or a form. */
const MOST_PRESSES = 30;

async function tabTo(page: Page, target: Locator): Promise<void> {
  const wanted = target.and(focused(page));
  for (let presses = 0; presses < MOST_PRESSES && (await wanted.count()) === 0; presses += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toHaveCount(1);
}

/** The row of the cell that has the focus. */
const focusedRow = (page: Page): Locator => page.getByRole('row').filter({ has: focused(page) });

async function work(page: Page, { screen, heading, view, add }: Stop): Promise<void> {
  await test.step(screen, async () => {
    await goTo(page, screen);
    await expect(page.getByRole('heading', { name: heading })).toContainText(/\(\d/);

    await page.keyboard.press('/');
    await expect(focused(page)).toHaveAttribute('type', 'search');
    await tabTo(page, page.getByRole('gridcell'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const row = await focusedRow(page).getAttribute('row-index');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: view });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(focused(page)).toHaveRole('gridcell');
    expect(await focusedRow(page).getAttribute('row-index')).toBe(row);

    if (add) await addByKeyboard(page, add.title, add.typed);
  });
}

async function addByKeyboard(page: Page, title: string, typed: readonly string[]): Promise<void> {
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: title });
  await expect(form.locator(':focus')).toHaveAttribute('data-field', /./);
  const [first = ''] = typed;
  await page.keyboard.type(first);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(form.locator(':focus')).toHaveValue(first);
  await page.keyboard.press('Control+s');
  for (const value of typed.slice(1)) {
    // A field that is wanting gets the focus.
    await expect(form.locator(':focus')).toHaveValue('');
    await page.keyboard.type(value);
    await page.keyboard.press('Control+s');
  }
  await expect(form).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.type(first);
  await expect(rowWith(page, first).first()).toBeVisible();
  await page.keyboard.press('Escape');
}

const groups: Readonly<Record<string, readonly Stop[]>> = {
  candidates: [
    {
      screen: 'Candidate',
      heading: 'Candidates',
      view: 'View Candidate',
      add: { title: 'Add Candidate', typed: ['Keyboard Person', '90000 11111', 'key.one@example.com'] },
    },
    { screen: 'Candidate Follow Up', heading: 'Candidate Follow Up', view: 'View Candidate' },
    { screen: 'Scheduled Interview', heading: 'Scheduled Interviews', view: 'View Candidate' },
    { screen: 'Placement Cell', heading: 'Placement Cell', view: 'View Candidate' },
  ],
  inquiries: [
    {
      screen: 'Inquiry',
      heading: 'Inquiries',
      view: 'View Inquiry',
      add: { title: 'Add Inquiry', typed: ['Keyboard Intern'] },
    },
    { screen: 'Inquiry Follow Up', heading: 'Inquiry Follow Up', view: 'View Inquiry' },
    { screen: 'Contacts Inquiry', heading: 'Contacts Inquiry', view: 'View Contact' },
    {
      screen: 'Add Lead Status',
      heading: 'Lead Status',
      view: 'View Lead Status',
      add: { title: 'Add Lead Status', typed: ['Keyboard status'] },
    },
  ],
  website: [
    {
      screen: 'Add Jobs',
      heading: 'Job Management',
      view: 'View Job',
      add: { title: 'Add Job', typed: ['Keyboard job', 'jobs@example.com'] },
    },
    { screen: 'Career Slide', heading: 'Career Slide', view: 'View Career Slide' },
    {
      screen: 'Add Blogs',
      heading: 'Blog Management',
      view: 'View Blog',
      add: { title: 'Add Blog', typed: ['Keyboard blog'] },
    },
    {
      screen: 'Data Links',
      heading: 'Data Links',
      view: 'View Link',
      add: { title: 'Add Link', typed: ['Keyboard sheet', 'links.example.com/keys'] },
    },
  ],
  people: [
    {
      screen: 'OtherCompaniesHr',
      heading: 'HR & Company Management',
      view: 'View HR',
      add: { title: 'Add HR', typed: ['Keyboard Recruiter'] },
    },
    {
      screen: 'Add Employee',
      heading: 'Employee Management',
      view: 'View Employee',
      add: { title: 'Add Employee', typed: ['Keyboard Colleague', 'key.colleague@example.com'] },
    },
    { screen: 'Account', heading: 'Employee directory', view: 'Employee' },
    {
      screen: 'Add Role',
      heading: 'Role Management',
      view: 'View Role',
      add: { title: 'Add Role', typed: ['Keyboard role'] },
    },
    { screen: 'Assign Roles', heading: 'Assign Role Management', view: 'View Role Assignment' },
  ],
};

for (const [name, stops] of Object.entries(groups)) {
  test(`style: every screen of ${name} is worked without a mouse`, async ({ openPc }) => {
    const { page } = await openPc();
    await signInByKeyboard(page, DEMO_ACCOUNTS['Super Admin']);
    for (const stop of stops) await work(page, stop);
  });
}

test('style: ? lists every shortcut, the user menu leads there too, and Ctrl+K asks before it leaves an unsaved form', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signInByKeyboard(page, DEMO_ACCOUNTS.Employee);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('Shift+?');
  for (const [group, keys] of Object.entries(shortcuts)) {
    for (const key of keys) await expect(sheet.getByRole('region', { name: group })).toContainText(key);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: /^Keyboard shortcuts/ }).click();
  await expect(sheet).toBeVisible();
  // One Escape, one dialog.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find people, screens and commands' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Find people, screens and commands' })).toBeHidden();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await work(page, { screen: 'Upcoming Interview', heading: 'Upcoming Interviews', view: 'View Candidate' });
  // In a field the keys are letters.
  await page.keyboard.press('/');
  await page.keyboard.type('?n/');
  await expect(focused(page)).toHaveValue('?n/');
  await page.keyboard.press('Escape');
  await expect(focused(page)).toHaveValue('');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await tabTo(page, page.getByRole('gridcell'));
  await tabTo(page, page.getByRole('button', { name: /^Edit / }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await expect(form.locator(':focus')).toHaveRole('combobox');
  await tabTo(page, form.getByLabel('Remarks'));
  await page.keyboard.type('Typed, not saved');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find people, screens and commands' })).toBeFocused();
  await page.keyboard.type('sql');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');
  const goToBox = page.getByRole('combobox', { name: 'Find people, screens and commands' });
  await expect(goToBox).toBeHidden();
  await expect(form.getByLabel('Remarks')).toBeFocused();
  await expect(form.getByLabel('Remarks')).toHaveValue(/Typed, not saved$/);
  // Nor do two close where the focus is nowhere, as for a moment after a question.
  await page.keyboard.press('Control+k');
  await expect(goToBox).toBeFocused();
  await goToBox.blur();
  await page.keyboard.press('Escape');
  await expect(goToBox).toBeHidden();
  await expect(form.getByLabel('Remarks')).toBeFocused();
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(goToBox).toBeFocused();
  await page.keyboard.type('sql');
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await tabTo(page, question.getByRole('button', { name: 'Discard' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'SQL' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const [screen, word] of [
    ['ReactQA', 'ReactQA'],
    ['DotNetCore', 'DotNetCore'],
    ['Aws', 'Aws'],
  ] as const) {
    await goTo(page, screen);
    await expect(page.getByRole('main').getByRole('heading', { name: word })).toBeVisible();
  }
});

test('a dialog gives the focus back to where it was opened, also from a menu, a row and the palette', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const user = page.getByRole('button', { name: /^Signed in as/ });
  const dialog = page.getByRole('dialog');
  // The second is loaded when it is first asked for, by which time the entry of the menu has gone.
  for (const name of ['Keyboard shortcuts', 'My details', 'Audit log']) {
    for (const byKeys of [true, false]) {
      if (byKeys) await user.press('Enter');
      else await user.click();
      const entry = page.getByRole('menuitem', { name });
      if (byKeys) await entry.press('Enter');
      else await entry.click();
      await expect(dialog.locator(':focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(user).toBeFocused();
    }
  }
  // Of the roles, the buttons of all rows are told anew while the view is open: it asks who has the role.
  for (const [screen, button] of [
    ['Add Lead Status', 'Delete Admission Done'],
    ['Add Role', 'View HR'],
  ] as const) {
    await openScreen(page, screen);
    const opener = page.getByRole('button', { name: button, exact: true });
    for (let times = 0; times < 5; times += 1) {
      await opener.press('Enter');
      await expect(dialog.locator(':focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  }
  // By the palette, which has gone by the time that the dialog is closed.
  const opener = page.getByRole('button', { name: 'View HR', exact: true });
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find people, screens and commands' })).toBeFocused();
  await page.keyboard.type('keyboard short');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});
