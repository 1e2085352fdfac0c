import type { EntityDefinition, ListDefinition, Sort } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';

/**
 * What a list shows, as its address says it: `?interviewStatus=Scheduled&search=asha&sort=fullName.asc`. So Back,
 * reload and a kept link lead to the same rows.
 */
export interface ListView {
  /** The chosen filters by field; a field that is not filtered is absent. */
  filters: Readonly<Record<string, string>>;
  search: string;
  /** The search is looked for in documents, and not in fields. */
  inDocuments?: true;
  sort: Sort | null;
}

export const SEARCH = 'search';
export const SORT = 'sort';
/** Says where a search looks: `in=documents`. */
export const IN = 'in';
export const IN_DOCUMENTS = 'documents';
/** Names a record to show, as in `/candidate?record=…`. */
export const RECORD = 'record';

/** Names the field by whose values the list is shown as a board. */
export const BOARD = 'board';

/** The address that shows a record on a screen. What the present address says of the same screen's list is kept. */
export function recordAddress(
  path: string,
  id: string,
  present: { pathname: string; search: string },
): string {
  const params = new URLSearchParams(present.pathname === path ? present.search : '');
  params.set(RECORD, id);
  return `${path}?${params.toString()}`;
}

/** Reads the address. What does not fit the model is left out; a preset filter counts until the address names it. */
export function readListView(
  entity: EntityDefinition,
  list: ListDefinition,
  params: URLSearchParams,
): ListView {
  const filters: Record<string, string> = {};
  for (const name of [...list.filters, ...(list.linkFilters ?? [])]) {
    const value = params.get(name) ?? presetOf(list, name);
    if (value === '') continue;
    if (linkChoice(list, name, value) !== undefined || isChoice(fieldOf(entity, name), value))
      filters[name] = value;
  }
  return {
    filters,
    search: params.get(SEARCH) ?? '',
    ...(params.get(IN) === IN_DOCUMENTS ? { inDocuments: true as const } : {}),
    sort: readSort(entity, params.get(SORT)),
  };
}

/** Lays a change over the address; an empty value takes a filter away. */
export function writeListView(
  list: ListDefinition,
  params: URLSearchParams,
  change: {
    filters?: Readonly<Record<string, string>>;
    search?: string;
    inDocuments?: boolean;
    sort?: Sort | null;
  },
): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, otherwise: string): void => {
    if (value === otherwise) next.delete(name);
    else next.set(name, value);
  };
  for (const [name, value] of Object.entries(change.filters ?? {})) put(name, value, presetOf(list, name));
  if (change.search !== undefined) put(SEARCH, change.search, '');
  if (change.inDocuments !== undefined) put(IN, change.inDocuments ? IN_DOCUMENTS : '', '');
  if (change.sort !== undefined)
    put(SORT, change.sort ? `${change.sort.field}.${change.sort.direction}` : '', '');
  return next;
}

/** Names of the filters to offer: the list's own, and those that a link has set. */
export function offeredFilters(list: ListDefinition, view: ListView): string[] {
  const set = (list.linkFilters ?? []).filter((name) => view.filters[name] !== undefined);
  return [...list.filters, ...set];
}

/** Whether anything but the list's own presets narrows it. */
export function isNarrowed(view: ListView): boolean {
  return view.search.trim() !== '' || Object.keys(view.filters).length > 0;
}

type Filter = NonNullable<ListQuery['filter']>;

/** The filters as the desk takes them. */
export function toFilter(
  entity: EntityDefinition,
  list: ListDefinition,
  filters: Readonly<Record<string, string>>,
): Filter {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]): [string, Filter[string]] => {
      const given = linkChoice(list, name, value);
      if (given !== undefined) return [name, given];
      if (list.heldFilters?.includes(name)) return [name, { holds: value }];
      if (fieldOf(entity, name).kind === 'boolean') return [name, value === 'Yes'];
      return [name, fieldOf(entity, name).kind === 'options' ? [value] : value];
    }),
  );
}

/** What a word that is none of the field's values asks; undefined where it is no such word. */
export function linkChoice(list: ListDefinition, name: string, word: string): Filter[string] | undefined {
  const choices = list.linkChoices?.[name] ?? {};
  return Object.hasOwn(choices, word) ? choices[word] : undefined;
}

function presetOf(list: ListDefinition, name: string): string {
  const preset = list.presetFilter?.[name];
  return typeof preset === 'string' ? preset : '';
}

/** A reference may be any id; the rest must be one of its field's values. */
function isChoice(field: Field, value: string): boolean {
  if (field.kind === 'boolean') return value === 'Yes' || value === 'No';
  return field.options === undefined || field.options.includes(value);
}

function readSort(entity: EntityDefinition, text: string | null): Sort | null {
  const [field, direction] = (text ?? '').split('.');
  if (!field || !Object.hasOwn(entity.fields, field)) return null;
  return direction === 'asc' || direction === 'desc' ? { field, direction } : null;
}
