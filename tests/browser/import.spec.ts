import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { connectLoopback } from '../product/loopback-client.ts';
import { choose, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { expectReadable } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const chip = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Rows to show' }).getByRole('button', { name });
const next = (page: Page, step: string): Locator => page.getByRole('button', { name: `Next: ${step}` });

const KNOWN = { fullName: 'Meera Known', mobile: '9765400001', email: 'meera.known@mail.test' };
const GOOD_ROWS = 24;

/** As a college sends it: a title above the headings, semicolons, and each number written in another way. */
function leadsOfCollege(): Buffer {
  const forms = ['98201 0####', '+91 98201-0####', '098201 0####', '982010####'];
  const courses = ['JAVA', 'full stack', 'Java Full Stack', 'DevOps, Cloud'];
  const good = Array.from({ length: GOOD_ROWS }, (_, at) => {
    const number = (forms[at % forms.length] ?? '').replace('####', String(1000 + at));
    const town = at % 2 === 0 ? 'Nashik' : 'पुणे';
    return `Lead Number ${at + 1};${number};lead${at + 1}@college.test;${courses[at % courses.length]};${town}`;
  });
  const lines = [
    'Leads of Sunrise College;;;;',
    'Student Name;Ph. No.;Mail ID;Course;Comes from',
    ...good,
    'Lead Number 1 again;9820101000;again@college.test;JAVA;Nashik',
    `Meera K.;+91 ${KNOWN.mobile};${KNOWN.email};DevOps;Nagpur`,
    'Lost Digits;9.82E+09;lost@college.test;JAVA;Nashik',
    'Wrong Address;9820199999;wrong(at)college.test;JAVA;Nashik',
    ';;;;',
  ];
  return Buffer.from(`\uFEFF${lines.join('\r\n')}`, 'utf8');
}

async function total(page: Page): Promise<number> {
  return Number(/\((\d+)\)/.exec((await heading(page).textContent()) ?? '')?.[1]);
}

test(
  'a college’s messy list comes in step by step, is seen on another desk, and is taken back as one',
  { tag: '@core' },
  async ({ openPc, server }) => {
    test.slow();
    const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
    const known = await rest.create('/api/students', KNOWN);
    const cityOfKnown = async (): Promise<unknown> =>
      (await rest.list('/api/students')).find(({ _id }) => _id === known._id)?.['city'] ?? null;
    const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
    await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
    await Promise.all([openScreen(page, 'Candidate'), openScreen(other, 'Candidate')]);
    await expect(heading(page)).toHaveText(/\(\d+\)/);
    const before = await total(page);

    await test.step('what cannot be a table is refused in a sentence', async () => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(page).toHaveURL(/\/import\?into=candidate$/);
      await expectReadable(page, 'import-file', ['main']);
      const picture = {
        name: 'photo.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('89504e470d0a1a0a00', 'hex'),
      };
      await page.getByLabel('File to import').setInputFiles(picture);
      await expect(page.getByRole('alert')).toContainText('This file cannot be imported');
      await expectReadable(page, 'import-refused', ['main']);
    });

    await test.step('File: dropped, and found what it is', async () => {
      const bytes = leadsOfCollege().toString('base64');
      const dropped = await page.evaluateHandle((base64) => {
        const data = new DataTransfer();
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], 'leads.csv', { type: 'text/csv' }));
        return data;
      }, bytes);
      await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: dropped });
      await expect(page.getByText(`CSV, ${GOOD_ROWS + 4} rows below the headings.`)).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Between the cells' })).toHaveValue('Semicolon');
      await expect(page.getByRole('combobox', { name: 'Headings' })).toHaveValue('In row 2');
      await expectReadable(page, 'import-found', ['main']);
      await next(page, 'columns').click();
    });

    await test.step('Columns: one is corrected, a source is given to all, and a word that is no option gets its meaning', async () => {
      await expect(page.getByRole('combobox', { name: 'Field of Ph. No.' })).toHaveValue('Mobile');
      await choose(page, page, 'Field of Comes from', 'Email');
      await next(page, 'preview').click();
      await expect(page.getByRole('alert')).toContainText('Two columns have the same field.');
      await expect(page.getByText('“Mail ID” has this field already.')).toBeVisible();
      await choose(page, page, 'Field of Comes from', 'City');
      await choose(page, page, 'Field with the same value for all rows', 'Lead Source');
      await choose(page, page, 'Lead Source', 'College');
      await expectReadable(page, 'import-columns', ['main']);
      await next(page, 'preview').click();
      await expect(page.getByText('Java Full Stack (6 rows)')).toBeVisible();
      await expectReadable(page, 'import-options', ['main']);
      await choose(page, page, 'Meaning of Java Full Stack', 'JAVA');
      await next(page, 'preview').click();
      await expect(page.getByRole('grid')).toBeVisible();
    });

    await test.step('Preview: counts are filters, a cell is mended, and one who is known gets what is missing', async () => {
      await expect(chip(page, 'New')).toHaveText(`New ${GOOD_ROWS}`);
      await expect(chip(page, 'Already here')).toHaveText('Already here 1');
      await expect(chip(page, 'Twice in the file')).toHaveText('Twice in the file 1');
      await expect(chip(page, 'All')).toHaveText(`All ${GOOD_ROWS + 4}`);
      await chip(page, 'Wrong 2').click();
      await expect(page.getByRole('row')).toHaveCount(3);
      await expect(page.getByRole('gridcell', { name: /^9\.82E\+09 Mobile is 9\.82E\+09/ })).toBeVisible();
      await expectReadable(page, 'import-preview', ['main']);
      await page.getByRole('gridcell', { name: /^9\.82E\+09 / }).focus();
      await page.keyboard.press('F2');
      await page.keyboard.type('9820188888');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('gridcell', { name: '9820188888', exact: true })).toBeFocused();
      await expect(chip(page, 'New')).toHaveText(`New ${GOOD_ROWS + 1}`);
      await chip(page, 'Already here').click();
      await page.getByRole('button', { name: `Open ${KNOWN.fullName}` }).click();
      await expect(page.getByRole('dialog', { name: 'View Candidate' })).toContainText(KNOWN.mobile);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: /^What happens to row \d+: Skip$/ }).click();
      await page.getByRole('menuitem', { name: 'Fill empty fields' }).click();
      await expect(page.getByRole('button', { name: /: Fill empty fields$/ })).toBeVisible();
      await page.setViewportSize({ width: 940, height: 600 });
      await expectReadable(page, 'import-preview-small', ['main']);
      await page.setViewportSize({ width: 1366, height: 768 });
      await next(page, 'import').click();
    });

    await test.step('Import and Report: what came in is in the lists of both desks, the rest in a file', async () => {
      await expectReadable(page, 'import-import', ['main']);
      await page.getByRole('button', { name: `Import ${GOOD_ROWS + 1} new and change 1 candidate` }).click();
      await expect(page.getByText('Imported!')).toBeVisible();
      await expect(page.getByRole('main')).toContainText(`Added${GOOD_ROWS + 1}Changed1Skipped0Left out2`);
      await expectReadable(page, 'import-report', ['main']);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save the rows that were left out' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      const text = await readFile(await (await saved).path(), 'utf8');
      expect(text).toContain('wrong(at)college.test');
      expect(text).toContain('Lead Number 1 again');
      expect(text).not.toContain('Lost Digits');
      await page.getByRole('button', { name: 'Show the list' }).click();
      // What others add does not move what one is reading.
      await other.getByRole('button', { name: `${GOOD_ROWS + 1} new` }).click();
      for (const desk of [page, other]) {
        await expect.poll(() => total(desk)).toBe(before + GOOD_ROWS + 1);
        await desk.getByLabel('Search candidates').fill('lost@college.test');
        await expect(rowWith(desk, 'Lost Digits')).toContainText('9820188888');
        await desk.getByLabel('Search candidates').fill('');
      }
      await expect.poll(cityOfKnown).toBe('Nagpur');
    });

    await test.step('Undo: everything is as before, on both desks', async () => {
      await openScreen(page, 'Import');
      // The message of what was done again offers one as well.
      const undo = page
        .getByRole('region', { name: 'Report' })
        .getByRole('button', { name: 'Undo', exact: true });
      await undo.click();
      const told = page.getByText('What came in was taken back, but for what others have changed since.');
      await expect(told).toBeVisible();
      await page.getByRole('button', { name: 'Redo' }).click();
      await expect(told).toBeHidden();
      await expect.poll(cityOfKnown).toBe('Nagpur');
      await undo.click();
      await expect(told).toBeVisible();
      // It is so for whoever comes back to it, too.
      await openScreen(page, 'Candidate');
      await openScreen(page, 'Import');
      await expect(told).toBeVisible();
      await expect.poll(cityOfKnown).toBeNull();
      await openScreen(other, 'Inquiry');
      for (const desk of [page, other]) {
        await openScreen(desk, 'Candidate');
        await expect.poll(() => total(desk)).toBe(before);
      }
      await openScreen(page, 'Import');
      await page.getByRole('button', { name: 'Import another file' }).click();
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    });
  },
);

test('a name in two columns is one, and an amount that a comma has divided is put right in the preview', async ({
  openPc,
}) => {
  const lines = [
    'First Name,Last Name,Mobile / WhatsApp,Fee,Mail',
    'Asha,Rao,९७६५४०००११,45,000,asha.parts@college.test',
    'Ravi,Das,9765400012,30000,ravi.parts@college.test',
    'Uma,Das,9765400012,30000,uma.parts@college.test',
  ];
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const file = { name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('File to import').setInputFiles(file);
  await next(page, 'columns').click();
  await expect(page.getByRole('combobox', { name: 'Field of Mobile / WhatsApp' })).toHaveValue('Mobile');
  const last = page.getByRole('combobox', { name: 'Field of Last Name' });
  await expect(last).toHaveValue('Full Name');
  await expect(last).toHaveAccessibleDescription('After what “First Name” says.');
  await expectReadable(page, 'import-parts', ['main']);
  await next(page, 'preview').click();
  await expect(chip(page, 'Wrong')).toHaveText('Wrong 1');
  const write = async (column: string, text: string): Promise<void> => {
    const headings = await page.getByRole('columnheader').allTextContents();
    const row = page.getByRole('row').filter({ hasText: 'Asha' });
    await row.locator('th, td').nth(headings.indexOf(column)).focus();
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+a');
    if (text === '') await page.keyboard.press('Delete');
    else await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid').getByRole('textbox')).toHaveCount(0);
  };
  await expectReadable(page, 'import-divided', ['main']);
  await write('Fee', '45,000');
  await write('Email', 'asha.parts@college.test');
  await write('Column 6', '');
  await expect(chip(page, 'Wrong')).toHaveText('Wrong 0');
  // Enter that ends a word of Devanagari does not end the cell.
  await page.getByRole('gridcell', { name: 'Ravi', exact: true }).focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  const ime = await page.context().newCDPSession(page);
  await ime.send('Input.imeSetComposition', { text: 'रवि', selectionStart: 3, selectionEnd: 3 });
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('रवि');
  await page.keyboard.type(' K.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: 'रवि K.', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'What happens to row 4: Leave out' }).click();
  await page.getByRole('menuitem', { name: 'Add anyway' }).click();
  await expect(page.getByRole('button', { name: 'What happens to row 4: Add anyway' })).toBeVisible();
  await next(page, 'import').click();
  await page.getByRole('button', { name: 'Import 3 new candidates' }).click();
  await expect(page.getByText('Imported!')).toBeVisible();
  await page.getByRole('button', { name: 'Show the list' }).click();
  await page.getByLabel('Search candidates').fill('asha.parts@');
  await expect(rowWith(page, 'Asha Rao')).toContainText('9765400011');
});

test('the preview shows nothing of who is erased meanwhile', async ({ openPc, server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const her = { fullName: 'Zubeida Preview', mobile: '9765400091', email: 'zubeida.preview@mail.test' };
  const { _id: id } = await rest.create('/api/students', her);
  const [{ page }, pc] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(pc.page, DEMO_ACCOUNTS['Super Admin'])]);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const lines = [
    'Full Name,Mobile,Email',
    `${her.fullName},${her.mobile},${her.email}`,
    'Bela Preview,9765400092,bela.preview@mail.test',
  ];
  const file = { name: 'preview.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('File to import').setInputFiles(file);
  await next(page, 'columns').click();
  await next(page, 'preview').click();
  await expect(page.getByText(her.mobile)).toBeVisible();
  const superAdmin = await connectLoopback(pc.desk.address);
  await superAdmin.call('persons.erase', {
    entity: 'candidate',
    id: String(id),
    reason: 'Asked by letter',
    name: her.fullName,
  });
  superAdmin.close();
  await expect(chip(page, 'All')).toHaveText('All 1');
  await expect(page.getByText(her.mobile)).toHaveCount(0);
  await expect(page.getByText('Bela Preview')).toBeVisible();
});

test('what was said of the columns stays when the screen is left or loaded anew, and a second window is heard', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/students', KNOWN);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Import');
  const lines = [
    'Student Name,Mobile,Email,Strange',
    'Amit Shah,9811111111,amit@college.test,Pune',
    `Meera K.,${KNOWN.mobile},${KNOWN.email},Pune`,
  ];
  const file = { name: 'strange.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('File to import').setInputFiles(file);
  await next(page, 'columns').click();
  await choose(page, page, 'Field with the same value for all rows', 'College Location');
  const location = page.getByRole('textbox', { name: 'College Location' });
  await location.fill('Job fair, stall 3');
  await choose(page, page, 'Field with the same value for all rows', 'Fee');
  const fee = page.getByRole('textbox', { name: 'Fee', exact: true });
  await fee.fill('500');
  await choose(page, page, 'Field of Strange', 'City');
  await openScreen(page, 'Candidate');
  await openScreen(page, 'Import');
  const strange = page.getByRole('combobox', { name: 'Field of Strange' });
  await expect(strange).toHaveValue('City');
  await expect(location).toHaveValue('Job fair, stall 3');
  await location.fill('Job fair, stall 4');
  // Emptied, it is still there to be written in.
  await fee.fill('');
  await fee.pressSequentially('900');
  await page.reload();
  await expect(strange).toHaveValue('City');
  await expect(location).toHaveValue('Job fair, stall 4');
  await expect(fee).toHaveValue('₹900');
  // What is changed after the rows were judged is judged before they are shown.
  await next(page, 'preview').click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await choose(page, page, 'Field of Strange', 'Company');
  await openScreen(page, 'Candidate');
  await openScreen(page, 'Import');
  await expect(strange).toHaveValue('Company');
  await next(page, 'preview').click();
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible();

  await next(page, 'import').click();
  await expect(page.getByText('1 here already will be skipped.')).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/import');
  await second.getByRole('button', { name: 'Preview' }).click();
  await choose(second, second, 'Who is already here', 'Overwrite');
  await expect(page.getByText('1 here already: fields will be overwritten.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 new and change 1 candidate' }).click();
  await expect(page.getByText('Imported!')).toBeVisible();
});

test('an interviewer is the same for all rows, by name and account', async ({ openPc, server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Import');
  const lines = ['Student Name,Mobile,Email', 'Amit Interviewed,9811111112,amit.interviewed@college.test'];
  const file = { name: 'interviews.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('File to import').setInputFiles(file);
  await next(page, 'columns').click();
  await choose(page, page, 'Field with the same value for all rows', 'Interviewer');
  const interviewer = page.getByRole('combobox', { name: 'Interviewer', exact: true });
  await interviewer.pressSequentially('imran');
  await page.getByRole('option', { name: /^Imran Shaikh/ }).click();
  await expect(interviewer).toHaveValue('Imran Shaikh');
  await next(page, 'preview').click();
  await next(page, 'import').click();
  await page.getByRole('button', { name: 'Import 1 new candidate' }).click();
  await expect(page.getByText('Imported!')).toBeVisible();
  const [imran] = await rest.list('/api/users?search=Imran Shaikh');
  const interviewerOf = async (): Promise<unknown> =>
    (await rest.list('/api/students?search=amit.interviewed')).map(({ interviewerName, interviewerId }) => [
      interviewerName,
      interviewerId,
    ]);
  await expect.poll(interviewerOf).toEqual([['Imran Shaikh', imran?._id]]);
});

test('the next page of wrong rows begins where the one before has ended, also after rows of it were mended', async ({
  openPc,
}) => {
  const wrong = Array.from(
    { length: 55 },
    (_, at) => `Wrong Number ${at + 1},${9811200000 + at},wrong${at + 1}(at)college.test`,
  );
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Import');
  const content = ['Student Name,Mobile,Email', ...wrong].join('\n');
  const file = { name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.getByLabel('File to import').setInputFiles(file);
  await next(page, 'columns').click();
  await next(page, 'preview').click();
  await chip(page, 'Wrong 55').click();
  const numbers = page.getByRole('rowheader');
  await expect(numbers).toHaveCount(50);
  await expect(numbers.first()).toHaveText('2');
  await page.getByRole('gridcell', { name: /^wrong1\(at\)/ }).focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('mended1@college.test');
  await page.keyboard.press('Enter');
  await expect(chip(page, 'Wrong')).toHaveText('Wrong 54');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(numbers).toHaveText(['52', '53', '54', '55', '56']);
  // Back again, all that is still wrong is there.
  await page.getByRole('button', { name: 'Page 1' }).click();
  await expect(numbers.first()).toHaveText('3');
  await expect(numbers).toHaveCount(50);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(numbers).toHaveText(['53', '54', '55', '56']);
});

test('the way to the report asks before a form that is being filled meanwhile goes', async ({ openPc }) => {
  const rows = Array.from(
    { length: 1_500 },
    (_, at) => `Many Number ${at + 1},${9811300000 + at},many${at + 1}@college.test`,
  );
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Import');
  const content = ['Student Name,Mobile,Email', ...rows].join('\n');
  const file = { name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.getByLabel('File to import').setInputFiles(file);
  await next(page, 'columns').click();
  await next(page, 'preview').click();
  await next(page, 'import').click();
  await page.getByRole('button', { name: 'Import 1,500 new candidates' }).click();
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const name = page.getByRole('dialog', { name: 'Add Candidate' }).getByLabel('Full Name');
  await name.fill('Asha Meanwhile');
  await page.getByRole('button', { name: 'Show report' }).click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Asha Meanwhile');
});
