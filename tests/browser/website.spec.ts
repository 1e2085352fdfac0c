import type { Locator, Page } from '@playwright/test';
import { seriousOn } from '../product/accessibility.ts';
import { faultsOn } from '../product/faults.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { expect, test, type OfficePc } from './product-test.ts';

type OpenPc = () => Promise<OfficePc>;

/** Two PCs on one screen: what is done on the first is looked at on the second. */
async function twoPages(openPc: OpenPc, screen: string, second: string): Promise<[Page, Page]> {
  const pages = await Promise.all([openPc(), openPc()]);
  const [{ page }, { page: other }] = pages;
  await Promise.all([signIn(page, DEMO_ACCOUNTS['Super Admin']), signIn(other, second)]);
  for (const each of [page, other]) await openScreen(each, screen);
  return [page, other];
}

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name });
const count = (page: Page, name: string, total: number): Promise<void> =>
  expect(heading(page, name)).toHaveText(`${name} (${total})`);

async function shown(view: Locator, label: string, text: string): Promise<void> {
  await expect(view.getByRole('group', { name: label, exact: true })).toHaveText(new RegExp(`${text}$`));
}

async function expectNothingSerious(page: Page): Promise<void> {
  expect(await seriousOn(page, 'wcag')).toEqual([]);
}

/** Deletes on the first PC, sees it gone on all, and takes it back. */
async function deleteAndUndo(pages: readonly [Page, ...Page[]], title: string, done: string): Promise<void> {
  const [page] = pages;
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(question).toContainText('This will permanently delete the');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(done)).toBeVisible();
  for (const each of pages) await expect(rowWith(each, title)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const each of pages) await expect(rowWith(each, title)).toBeVisible();
}

/** The editor hears of a moved caret or selection a moment after the keys; who types at once types at the old place. */
async function editorSelects(text: Locator, selected: string, at?: 'start' | 'end'): Promise<void> {
  const selection = (): Promise<[string, string]> =>
    text.evaluate((element: HTMLElement & { ckeditorInstance: EditorInPage }) => {
      const range = element.ckeditorInstance.model.document.selection.getFirstRange();
      const inside = [...range.getItems()].map(({ data }) => data ?? '').join('');
      const { isAtStart, isAtEnd } = range.start;
      return [inside, isAtStart ? 'start' : isAtEnd ? 'end' : 'middle'];
    });
  await expect.poll(selection).toEqual([selected, at ?? expect.any(String)]);
}

/** As much of CKEditor's editor as the tests ask for. */
interface EditorInPage {
  model: { document: { selection: { getFirstRange(): EditorRange } } };
}
interface EditorRange {
  start: { isAtStart: boolean; isAtEnd: boolean };
  getItems(): Iterable<{ data?: string }>;
}

test('sections 2.17, 5: jobs are checked, kept line by line, deleted and restored', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Add Jobs');
  await count(page, 'Job Management', 12);
  await expect(page.getByRole('columnheader')).toHaveText(
    ['Order', 'Title', 'Location', 'Type', 'Experience', 'Email', 'Actions'],
    { useInnerText: true },
  );
  await page.getByLabel('Rows per page').selectOption('20');
  await expect(page.getByText('1–12 of 12')).toBeVisible();

  await page.getByRole('button', { name: 'Add Job' }).click();
  const form = page.getByRole('dialog', { name: 'Add Job' });
  await expect(form.getByLabel('Order')).toHaveValue('0');
  await form.getByRole('button', { name: 'Save Job' }).click();
  await expect(form.getByText('Title and Email are required')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Email', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expect(form.getByLabel('Title')).toBeFocused();
  await form.getByLabel('Title').fill('Night Trainer');
  await form.getByLabel('Email').fill('jobs@example.com');
  // What other jobs say is offered; anything else may be typed.
  const location = form.getByRole('combobox', { name: 'Location' });
  await location.fill('ben');
  await page.getByRole('option', { name: 'Bengaluru', exact: true }).click();
  await expect(location).toHaveValue('Bengaluru');
  await form.getByRole('combobox', { name: 'Type' }).fill('Part-time');
  await form.getByLabel('Responsibilities').fill('  Teach \n\n Mark papers\n');
  await form.getByLabel('Required Skills').fill('Patience');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New job has been added.')).toBeVisible();
  await count(page, 'Job Management', 13);

  await page.getByRole('button', { name: 'View Night Trainer' }).click();
  const view = page.getByRole('dialog', { name: 'View Job' });
  await shown(view, 'Responsibilities', 'Teach\nMark papers');
  await shown(view, 'Required Skills', 'Patience');
  await shown(view, 'Order', '0');
  await page.keyboard.press('Escape');

  await page.getByLabel('Search jobs').fill('jobs@example');
  await count(page, 'Job Management', 1);
  await page.getByRole('button', { name: 'Edit Night Trainer' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Job' });
  await edit.getByLabel('Location').fill('Kolhapur');
  await edit.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText('Job updated successfully.')).toBeVisible();
  await expect(rowWith(page, 'Kolhapur')).toBeVisible();
  await deleteAndUndo([page], 'Night Trainer', 'Job has been deleted.');
});

test('sections 2.17, 2.19: the order of jobs is typed in their row, and the career slide is edited', async ({
  openPc,
}) => {
  const [page, other] = await twoPages(openPc, 'Add Jobs', DEMO_ACCOUNTS['Super Admin']);
  const orderOf = (on: Page, title: string): Locator =>
    on.getByRole('spinbutton', { name: `Order of ${title}` });
  const titles = (): Promise<string[]> => page.locator('[col-id="title"][role="gridcell"]').allInnerTexts();
  const order = orderOf(page, 'React Developer');
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await expect(order).toHaveValue('1');
  await page.reload();

  // Reached from the row's first cell by Tab; an invalid order says why and is not saved; Escape gives the old back.
  await rowWith(page, 'React Developer').getByRole('gridcell').nth(2).click();
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await page.keyboard.press('Tab');
  await expect(order).toBeFocused();
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Order must be a number');
  await expect(order).toHaveAttribute('aria-invalid', 'true');
  await expectNothingSerious(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(order).toHaveValue('1');

  // What is typed next takes the place of what Escape gave back.
  await page.keyboard.type('3.5');
  await page.keyboard.press('Enter');
  await expect(orderOf(other, 'React Developer')).toHaveValue('3.5');
  expect(await titles()).toHaveProperty('0', 'React Developer');
  const saves = sent.filter((message) => message.includes('records.save'));
  expect(saves).toEqual([expect.stringContaining('"changes":{"order":3.5}')]);

  // Leaving the field puts the rows in order, and the focus goes along with its row: past title and email.
  for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect.poll(titles).toHaveProperty('2', 'React Developer');
  await expect(page.getByRole('button', { name: 'View React Developer' })).toBeFocused();

  // What cannot be read does not go with the screen without a word.
  // Whoever closes the window meanwhile is asked.
  await orderOf(page, 'HR Executive').fill('7');
  const isAsked = (): Promise<boolean> =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await isAsked()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await isAsked()).toBe(false);
  await orderOf(page, 'HR Executive').fill('45k');
  await openScreen(page, 'Add Blogs');
  await expect(
    page.getByRole('status').filter({ hasText: 'The order of HR Executive was not saved.' }),
  ).toContainText('Order must be a number.');
  await openScreen(page, 'Add Jobs');
  await expect(orderOf(page, 'HR Executive')).toHaveValue('3');

  const faults = await faultsOn(page);
  faults.fail({ method: 'records.save', entity: 'job' });
  await orderOf(page, 'HR Executive').fill('0.5');
  await orderOf(page, 'HR Executive').blur();
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('Failed to update order');
  await expect(orderOf(page, 'HR Executive')).toHaveValue('3');
  faults.mend();
  await error.getByRole('button', { name: 'Retry' }).click();
  await expect(orderOf(other, 'HR Executive')).toHaveValue('0.5');
  await expect.poll(titles).toHaveProperty('0', 'HR Executive');

  // A mistake stays in sight with its reason, though an order saved before it waits to put the rows in order.
  await orderOf(page, 'HR Executive').fill('2.5');
  await page.keyboard.press('Enter');
  await expect(orderOf(other, 'HR Executive')).toHaveValue('2.5');
  await orderOf(page, 'Java Developer').fill('4th');
  await orderOf(page, 'Java Developer').blur();
  await orderOf(other, 'DevOps Engineer').fill('5.5');
  await other.keyboard.press('Enter');
  await expect(orderOf(page, 'DevOps Engineer')).toHaveValue('5.5');
  await expect(page.getByRole('alert')).toHaveText('Order must be a number');
  expect(await titles()).toHaveProperty('0', 'HR Executive');
  await orderOf(page, 'Java Developer').press('Escape');
  await orderOf(page, 'Java Developer').blur();
  await expect.poll(titles).toHaveProperty('1', 'HR Executive');

  // Sections 2.19, 5: the career slide is viewed and edited, its headline comma separated.
  await openScreen(page, 'Career Slide');
  await openScreen(other, 'Career Slide');
  await count(page, 'Career Slide', 1);
  await expect(page.getByRole('columnheader')).toHaveText(
    ['Headline', 'Subheading', 'CTA Label', 'CTA URL', 'Actions'],
    { useInnerText: true },
  );
  await expect(page.getByRole('button', { name: /^(Add|Delete)/ })).toHaveCount(0);
  faults.fail({ method: 'records.save', entity: 'careerSlide' });
  await page.getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit Career Slide' });
  await form.getByLabel('Headline').fill('Learn from engineers,  build projects, , get placed');
  await form.getByLabel('Subheading').fill('Classroom and online');
  await form.getByLabel('CTA Label').fill('Apply');
  await form.getByLabel('CTA URL').fill('careers');
  await page.keyboard.press('Control+s');
  await expect(form.getByLabel('CTA URL')).toHaveAccessibleDescription(/^CTA URL must be a web address/);
  await expect(form.getByLabel('CTA Label')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('CTA URL')).toBeFocused();
  await form.getByLabel('CTA URL').fill('careers.example.com/jobs');
  await form.getByRole('button', { name: 'Update Career Slide' }).click();
  await expect(error).toContainText('Failed to update career');
  faults.mend();
  await error.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Career slide updated successfully.')).toBeVisible();

  await expect(rowWith(other, 'Learn from engineers, build projects, get placed')).toContainText('Apply');
  await expect(other.getByRole('link', { name: 'careers.example.com/jobs' })).toHaveAttribute(
    'href',
    'https://careers.example.com/jobs',
  );
  await other.getByRole('button', { name: /^View/ }).click();
  const view = other.getByRole('dialog', { name: 'View Career Slide' });
  await shown(view, 'Headline', 'Learn from engineers\nbuild projects\nget placed');
  await expect(view.getByRole('button', { name: /Save|Update|Delete/ })).toHaveCount(0);
});

test('sections 2.20, 5: blogs are written with formatted text, viewed elsewhere, edited, deleted and restored', async ({
  openPc,
  server,
}) => {
  const [page, other] = await twoPages(openPc, 'Add Blogs', DEMO_ACCOUNTS.Admin);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await count(page, 'Blog Management', 10);
  await expect(page.getByRole('columnheader')).toHaveText(
    ['S N', 'Title', 'Slug', 'Category', 'Blog For', 'Created', 'Actions'],
    { useInnerText: true },
  );
  expect(loaded.filter((url) => url.includes('rich-text-editor'))).toEqual([]);

  await page.getByRole('button', { name: 'Add Blog' }).click();
  const form = page.getByRole('dialog', { name: 'Add Blog' });
  const text = form.getByRole('textbox', { name: 'Content' });
  await form.getByRole('button', { name: 'Save Blog' }).click();
  await expect(form.getByText('Title and Slug are required')).toBeVisible();
  await expect(form.getByLabel('Slug', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Title').fill("What's new in Java?");
  await expect(form.getByLabel('Slug')).toHaveValue('whats-new-in-java');
  await expect(form.getByText('Title and Slug are required')).toHaveCount(0);
  await form.getByLabel('Slug').fill('java-news');
  await form.getByLabel('Title').fill("What's new in Java 25?");
  await expect(form.getByLabel('Slug')).toHaveValue('java-news');
  await form.getByLabel('Image').fill('https://images.example.com/java.jpg');
  await page.keyboard.press('Tab');
  await expect(text).toBeFocused();
  await page.keyboard.type('Read ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('all');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' of the notes');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await editorSelects(text, 'notes');
  await page.keyboard.press('Control+k');
  // Escape in a balloon closes the balloon, not the form.
  await expect(form.getByLabel('Link URL')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form.getByLabel('Link URL')).toBeHidden();
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(form.getByLabel('Link URL')).toBeFocused();
  await page.keyboard.type('docs.example.com/java');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Link URL')).toBeHidden();
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+End');
  await editorSelects(text, '', 'end');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Bulleted List' }).click();
  await page.keyboard.type('Records');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Patterns');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Picture from a web address' }).click();
  await form
    .getByRole('textbox', { name: 'Picture from a web address' })
    .fill('https://images.example.com/notes.png');
  await page.keyboard.press('Enter');
  await expectNothingSerious(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New blog has been added.')).toBeVisible();

  await other.getByRole('button', { name: '1 new' }).click();
  await other.getByLabel('Search blogs').fill('java-news');
  await count(other, 'Blog Management', 1);
  await other.getByRole('button', { name: "View What's new in Java 25?" }).click();
  const view = other.getByRole('dialog', { name: 'View Blog' });
  await expect(view.locator('strong')).toHaveText('all');
  await expect(view.getByRole('link', { name: 'notes', exact: true })).toHaveAttribute(
    'href',
    'https://docs.example.com/java',
  );
  await expect(view.getByRole('listitem')).toHaveText(['Records', 'Patterns']);
  await expect(view.getByText('https://images.example.com/notes.png')).toBeVisible();
  await expect(view.getByRole('link', { name: /^Open picture/ })).toHaveCount(2);
  await expect(view.locator('img')).toHaveCount(0);

  // What is open elsewhere takes the new text while it is not written in, and closes without a question.
  await view.getByRole('button', { name: 'Edit' }).click();
  const otherEdit = other.getByRole('dialog', { name: 'Edit Blog' });
  const otherText = otherEdit.getByRole('textbox', { name: 'Content' });
  await expect(otherText).toContainText('Read all of the notes');
  await page.getByRole('button', { name: "Edit What's new in Java 25?" }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Blog' });
  const editText = edit.getByRole('textbox', { name: 'Content' });
  await editText.press('Control+Home');
  await editorSelects(editText, '', 'start');
  await page.keyboard.type('Soon: ');
  await edit.getByRole('button', { name: 'Update Blog' }).click();
  await expect(page.getByText('Blog updated successfully.')).toBeVisible();
  await expect(otherText).toContainText('Soon: Read all of the notes');
  await expect(otherEdit.getByText('This blog was changed elsewhere. Content now shows')).toBeVisible();
  await otherText.press('Control+End');
  await other.keyboard.type('x');
  await other.keyboard.press('Backspace');
  await other.keyboard.press('Escape');
  await expect(otherEdit).toBeHidden();

  await deleteAndUndo([page, other], "What's new in Java 25?", 'Blog has been deleted.');
  expect(loaded.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([]);
  await hostileTextIsHarmless(other, server.origin);
});

/** The server takes it out, and so does what shows it: a desk also has text that the server has not answered yet. */
async function hostileTextIsHarmless(page: Page, origin: string): Promise<void> {
  const hostile =
    '<p>Before<img src="https://evil.example/x" onerror="window.harmed=1"><script>window.harmed=1</script>' +
    '<a href="javascript:window.harmed=1">trap</a></p><iframe src="https://evil.example"></iframe>' +
    '<div class="mantine-Overlay-root" style="position:fixed;inset:0">After</div>';
  const send = async (path: string, body: unknown, token = ''): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  };
  const login = { email: DEMO_ACCOUNTS.Admin, password: DEMO_PASSWORD };
  const { token } = await send('/api/auths/login', login);
  await send('/api/blogs', { title: 'By REST', slug: 'a', content: hostile }, String(token));
  await send('/api/blogs', { title: 'On the wire', slug: 'b', content: '<p>HOSTILE</p>' }, String(token));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const asJson = JSON.stringify(hostile).slice(1, -1);
    socket
      .connectToServer()
      .onMessage((message) => socket.send(String(message).replace('<p>HOSTILE</p>', () => asJson)));
  });
  await page.goto('/addblogs');
  for (const title of ['By REST', 'On the wire']) {
    await page.getByRole('button', { name: `View ${title}` }).click();
    const view = page.getByRole('dialog', { name: 'View Blog' });
    const content = view.getByRole('group', { name: 'Content' });
    await expect(content).toContainText('After');
    await expect(content.locator('img, script, iframe, [style], [onerror], [class*="mantine"]')).toHaveCount(
      0,
    );
    await expect(content.getByText('trap')).not.toHaveAttribute('href');
    await view.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('After');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
}
