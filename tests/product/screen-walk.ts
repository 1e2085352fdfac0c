import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { listExport } from '#shared/access/exports.ts';
import type { Role } from '#shared/access/roles.ts';
import { entityOf } from '#shared/model/entities.ts';
import {
  fieldOf,
  openingPageSize,
  type EntityDefinition,
  type ListDefinition,
} from '#shared/model/entity.ts';
import { listOf } from '#shared/model/list-query.ts';
import { choose, exportCsv, rowWith } from './page-actions.ts';
import { enter, labelOf } from './record-entry.ts';
import type { ScreenOffer } from './screen-offers.ts';
import type { Entries, RecordMark } from './walk-records.ts';

/** One role on one list screen, and a Super Admin of another desk who follows on the right list. */
export interface ScreenWalk {
  role: Role;
  /** The screen's entry in the sidebar, for the names of the steps. */
  screen: string;
  offer: ScreenOffer;
  page: Page;
  other: Page;
  mark: RecordMark;
  entries: Entries;
  /** Makes the record before the walk, where the screen adds none. */
  prepare(): Promise<void>;
}

/** Who brings back what was deleted, and who reads who changed what (decisions 10 and 11). */
const RESTORERS: readonly Role[] = ['Super Admin', 'Admin'];
const HISTORY_READERS: readonly Role[] = ['Super Admin', 'Admin', 'HR'];

/**
 * Does all that the screen offers and sees each result on the other desk. What the screen does not offer, or not to
 * this role, is not there; what it refuses is disabled and says why.
 */
export async function walkScreen(walk: ScreenWalk): Promise<void> {
  const { role, offer, page, other, mark } = walk;
  const { list } = definitionsOf(offer);
  const row = rowWith(page, mark.word);
  const step = (what: string, act: () => Promise<void>): Promise<void> =>
    test.step(`${role}, ${walk.screen}: ${what}`, act);

  await step('finds the controls of the role beside the heading', () => expectControls(walk));
  await searchBox(other).fill(mark.word);
  if (offer.add === undefined) await walk.prepare();
  else await step('adds', () => add(walk));
  await step('the other desk has the record', () => expect(rowWith(other, mark.word)).toBeVisible());
  if (list.pageSizes) await step('turns the page', () => turnPage(walk));
  await step('searches', () => search(walk));
  await step('finds the actions of the role in the row', () => expectActions(walk));
  if (list.filters.length > 0) await step('filters', () => filter(walk));
  if (offer.periods) await step('chooses a period', () => choosePeriod(walk));
  if (hasPhone(offer, list.columns)) await step('may call and chat', () => expectPhoneLinks(row, mark));
  if (offer.copy) await step('copies', () => copy(walk));
  await step('views', () => view(walk));
  if (offer.change) await step('edits; the other desk has the change', () => edit(walk));
  await step('exports', () => exportRecord(walk));
  if (isRefused(walk)) await step('may not delete', () => expectDeleteRefused(walk, true));
  else if (offer.deletes) await step('deletes; it leaves the other desk', () => remove(walk));
}

/**
 * Looks at what the screen offers the role, on a record that was made beforehand: what does not depend on the role alone
 * is done by whoever walks the screen.
 */
export async function lookAtScreen(walk: ScreenWalk): Promise<void> {
  const { role, screen } = walk;
  const step = (what: string, act: () => Promise<void>): Promise<void> =>
    test.step(`${role}, ${screen}: ${what}`, act);

  await step('finds the controls of the role beside the heading', () => expectControls(walk));
  await walk.prepare();
  await step('searches', () => search(walk));
  await step('finds the actions of the role in the row', () => expectActions(walk));
  await step('views', () => view(walk));
  if (isRefused(walk)) await step('may not delete', () => expectDeleteRefused(walk, false));
}

function definitionsOf({ entity, list }: ScreenOffer): { entity: EntityDefinition; list: ListDefinition } {
  return { entity: entityOf(entity), list: listOf(entityOf(entity), list) };
}

function hasPhone({ entity }: ScreenOffer, fields: readonly string[]): boolean {
  return fields.some((field) => fieldOf(entityOf(entity), field).kind === 'phone');
}

function isRefused({ offer, role }: ScreenWalk): boolean {
  return offer.deleteRefused?.role === role;
}

/** What the buttons of the record's row are named after; `changed` once Edit has been there. */
function nameOf({ offer, entries }: ScreenWalk, changed: boolean): string {
  const { entity } = definitionsOf(offer);
  if (fieldOf(entity, entity.title).kind === 'list') return entity.label;
  const [field, value] = offer.change ?? [];
  return changed && field === entity.title ? (value ?? '') : String(entries[entity.title]);
}

/** A text that the record is found by after Edit: its title may be what has changed. */
function wordOf({ offer, mark }: ScreenWalk): string {
  const [field, value] = offer.change ?? [];
  return field === entityOf(offer.entity).title ? (value ?? '') : mark.word;
}

const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: /^Search/ });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page): Locator => page.getByRole('heading').filter({ hasText: /\(\d+\)$/ });

async function expectControls({ role, offer, page }: ScreenWalk): Promise<void> {
  await expect(heading(page)).toBeVisible();
  const restores = offer.deletes === true && RESTORERS.includes(role);
  await expect(page.getByRole('button', { name: /^(Add|Assign) / })).toHaveText(offer.add ? [offer.add] : []);
  await expect(button(page, 'Export CSV')).toHaveCount(1);
  await expect(button(page, 'Restore')).toHaveCount(restores ? 1 : 0);
}

async function expectActions({ offer, page, mark }: ScreenWalk): Promise<void> {
  const actions = rowWith(page, mark.word).getByRole('button');
  await expect(actions.and(page.getByRole('button', { name: /^View / }))).toHaveCount(1);
  await expect(actions.and(page.getByRole('button', { name: /^Edit / }))).toHaveCount(offer.change ? 1 : 0);
  await expect(actions.and(page.getByRole('button', { name: /^Delete / }))).toHaveCount(
    offer.deletes ? 1 : 0,
  );
}

async function add({ page, offer, entries }: ScreenWalk): Promise<void> {
  await button(page, offer.add ?? '').click();
  const form = page.getByRole('dialog');
  for (const field of offer.entered ?? []) await enter(page, form, offer, field, entries[field] ?? '');
  await form.getByRole('button', { name: /^(Save|Assign)/ }).click();
  await expect(form).toBeHidden();
}

async function turnPage({ page, offer }: ScreenWalk): Promise<void> {
  const { list } = definitionsOf(offer);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const size = Math.min(...(list.pageSizes ?? []));
  await expect(pages.getByLabel('Rows per page')).toHaveValue(String(openingPageSize(list)));
  await pages.getByLabel('Rows per page').selectOption(String(size));
  await pages.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(pages).toContainText(`${size + 1}–`);
}

async function search({ page, offer, mark }: ScreenWalk): Promise<void> {
  await page.getByRole('searchbox', { name: offer.search, exact: true }).fill(mark.word);
  await expect(heading(page)).toContainText('(1)');
  await expect(rowWith(page, mark.word)).toBeVisible();
}

/** Each filter hides the record with another choice and shows it with its own. */
async function filter(walk: ScreenWalk): Promise<void> {
  const { page, offer, mark, entries } = walk;
  const { list } = definitionsOf(offer);
  for (const field of list.filters) {
    const label = labelOf(offer, field, 'filter');
    if (list.heldFilters?.includes(field)) {
      await filterByText(walk, label, offer.otherChoices?.[field] ?? '', String(entries[field]));
      continue;
    }
    await choose(page, page, label, offer.otherChoices?.[field] ?? '');
    await expect(page.getByText(list.emptyText)).toBeVisible();
    if (offer.unofferedChoices?.includes(field)) {
      await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click();
      // The same word once more is no typing while the box still holds it.
      await expect(page.getByRole('searchbox', { name: offer.search, exact: true })).toHaveValue('');
      await search(walk);
    } else {
      await choose(page, page, label, String(entries[field]));
    }
    await expect(rowWith(page, mark.word)).toBeVisible();
  }
}

/** Any text may be typed: another one hides the record, a part of its own shows it. */
async function filterByText(
  { page, offer, mark }: ScreenWalk,
  label: string,
  other: string,
  own: string,
): Promise<void> {
  const box = page.getByRole('search').getByLabel(label, { exact: true });
  await box.fill(other);
  await expect(page.getByText(definitionsOf(offer).list.emptyText)).toBeVisible();
  await box.fill(own.slice(1).toUpperCase());
  await expect(rowWith(page, mark.word)).toBeVisible();
  // What is edited later need not fit it any more.
  await box.fill('');
  await expect(rowWith(page, mark.word)).toBeVisible();
  await page.keyboard.press('Escape');
}

async function choosePeriod({ page, offer, mark }: ScreenWalk): Promise<void> {
  const [hides, shows] = offer.periods ?? ['', ''];
  await button(page, hides).click();
  await expect(page.getByText(definitionsOf(offer).list.emptyText)).toBeVisible();
  await button(page, shows).click();
  await expect(rowWith(page, mark.word)).toBeVisible();
}

async function expectPhoneLinks(within: Locator, { phone }: RecordMark): Promise<void> {
  const digits = `91${phone.replaceAll(' ', '')}`;
  await expect(within.getByRole('link', { name: /^Call / })).toHaveAttribute('href', `tel:+${digits}`);
  await expect(within.getByRole('link', { name: /^WhatsApp / })).toHaveAttribute(
    'href',
    `https://wa.me/${digits}`,
  );
}

async function copy({ page, offer, mark, entries }: ScreenWalk): Promise<void> {
  const name = new RegExp(`^${offer.copy?.button} `);
  await rowWith(page, mark.word).getByRole('button', { name }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(entries[offer.copy?.field ?? '']);
}

async function view(walk: ScreenWalk): Promise<void> {
  const { page, role, offer, entries, mark } = walk;
  const { entity } = definitionsOf(offer);
  await button(page, `View ${nameOf(walk, false)}`).click();
  const dialog = page.getByRole('dialog');
  const fields = (offer.add ? offer.entered : Object.keys(entries)) ?? [];
  for (const field of fields.filter((name) => !offer.notInView?.includes(name))) {
    if (fieldOf(entity, field).kind === 'datetime') continue;
    await expect(dialog.getByRole('group').filter({ hasText: String(entries[field]) })).not.toHaveCount(0);
  }
  const history = dialog.getByRole('tab', { name: 'History' });
  await expect(history).toHaveCount(HISTORY_READERS.includes(role) ? 1 : 0);
  await expect(dialog.getByRole('button', { name: /^(Save|Update|Assign)/ })).toHaveCount(0);
  if (hasPhone(offer, fields)) await expectPhoneLinks(dialog, mark);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function edit(walk: ScreenWalk): Promise<void> {
  const { page, other, offer } = walk;
  const [field, value] = offer.change ?? ['', ''];
  await button(page, `Edit ${nameOf(walk, false)}`).click();
  const form = page.getByRole('dialog');
  await enter(page, form, offer, field, value);
  await form.getByRole('button', { name: /^Update/ }).click();
  await expect(form).toBeHidden();
  await expect(rowWith(other, wordOf(walk))).toContainText(value);
}

/** One file comes, with the columns of the list and the record's line. */
async function exportRecord(walk: ScreenWalk): Promise<void> {
  const { page, role, offer } = walk;
  const { entity, list } = definitionsOf(offer);
  const word = wordOf(walk);
  await searchBox(page).fill(word);
  await expect(rowWith(page, word)).toBeVisible();
  let files = 0;
  const count = (): void => void (files += 1);
  page.on('download', count);
  const [saved] = await Promise.all([page.waitForEvent('download'), exportCsv(page)]);
  const text = await readFile(await saved.path(), 'utf8');
  page.off('download', count);
  expect(files).toBe(1);

  const expected = listExport(entity, list, role);
  expect(saved.suggestedFilename()).toBe(expected?.fileName);
  const [headings, record, ...more] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  const lastActivity = expected?.lastActivity ? ['Last activity', 'Last activity at'] : [];
  const columns = expected?.columns.map((column) => column.heading) ?? [];
  expect(headings).toBe([...columns, ...lastActivity].join(','));
  expect(record).toContain(word);
  const [field, value] = offer.change ?? ['', ''];
  if (expected?.columns.some(({ name }) => name === field)) expect(record).toContain(value);
  expect(more).toEqual([]);
}

async function remove(walk: ScreenWalk): Promise<void> {
  const { page, other, offer } = walk;
  await button(page, `Delete ${nameOf(walk, true)}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(definitionsOf(offer).list.emptyText)).toBeVisible();
  await expect(other.getByText('No longer here')).toBeVisible();
}

/** A forced click stands for the hand of someone who tries nevertheless. */
async function expectDeleteRefused(walk: ScreenWalk, changed: boolean): Promise<void> {
  const { page, offer } = walk;
  const refused = button(page, `Delete ${nameOf(walk, changed)}`);
  await expect(refused).toBeDisabled();
  await expect(refused).toHaveAttribute('title', offer.deleteRefused?.tooltip ?? '');
  await refused.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
