import type { Role } from '#shared/access/roles.ts';
import type { AlsoCalled } from './also-called.ts';
import { datetime, type Field, type ValueOf } from './field.ts';
import type { FieldIssue } from './field-issue.ts';
import type { Filter, FilterValue } from './filter.ts';

export type Fields = Readonly<Record<string, Field>>;

/** A set of fields named by group: all, none, one group alone, or all but one group. */
export type FieldSet = 'all' | 'none' | { only: string } | { except: string };

/** What a role may do with some of an entity's rows. */
export interface Grant {
  /** All of them, those where a field holds the user's id, or those where a list of roles holds the user's. */
  rows: 'all' | { whereUserIs: string } | { whereRoleIsIn: string };
  read: FieldSet;
  set: FieldSet;
  create?: boolean;
  delete?: boolean;
}

export type AccessRules = Readonly<Partial<Record<Role, readonly Grant[]>>>;

export interface Sort {
  field: string;
  direction: 'asc' | 'desc';
}

/** One list screen of an entity: what its grid shows and how it can be searched, filtered and ordered. */
export interface ListDefinition {
  /** Fields in the order of the columns. */
  columns: readonly string[];
  /** Fields that its rows carry besides, for what a screen draws of them. */
  carries?: readonly string[];
  /** Headings of columns, and names of filters, that differ from the fields' labels. */
  headings?: Readonly<Record<string, string>>;
  /** Fields that the screen offers as filters. */
  filters: readonly string[];
  /** Those filters that take any text, and show the rows whose value holds it. */
  heldFilters?: readonly string[];
  /** Fields by which a link may narrow the list; offered as filters only while they are set. */
  linkFilters?: readonly string[];
  /** The field that says whose row it is: the screen offers to show the signed-in user's own. One of the filters. */
  mine?: string;
  /** Choices of a filter, by field and word, that a link may set beside the field's values, and what they ask. */
  linkChoices?: Readonly<Record<string, Readonly<Record<string, Exclude<FilterValue, readonly string[]>>>>>;
  /** Fields by whose values it may be shown as a board, for roles that read them on every row. */
  boards?: readonly string[];
  /** Always applied. */
  baseFilter?: Filter;
  /** Applied when the screen opens; the user may change it. */
  presetFilter?: Filter;
  /** Name of the search scope (default: `default`). */
  searchScope?: string;
  sort: Sort;
  emptyText: string;
  /** Shown while its first rows are fetched, where the specification says so. */
  loadingText?: string;
  /**
   * Name of its CSV export, where the entity's plural does not tell it, and what that holds where the specification
   * says so; else the list's columns.
   */
  csv?: { fileName: string; columns?: readonly string[] };
  /** Whether its prints and exports have the last activity of each person, for roles that see all activities. */
  lastActivity?: true;
  /** Page sizes in the order of their choice, where the specification has pages. Without them the list scrolls on. */
  pageSizes?: readonly number[];
  /** The page size to open with, where it is not the first of them. */
  defaultPageSize?: number;
}

export interface EntityDefinition<F extends Fields = Fields> {
  /** Name in the protocol, and of the table. */
  name: string;
  label: string;
  plural: string;
  /** Name in the REST paths of section 7: /api/{path}. */
  path: string;
  /** Field whose value names a record in messages. */
  title: string;
  fields: F;
  /** What tables of others call its fields besides, for the import of such tables. */
  alsoCalled?: AlsoCalled;
  /** Fields that free-text search looks into, by scope. The `default` scope has the search index. */
  searchScopes: Readonly<Record<string, readonly string[]>>;
  lists: Readonly<Record<string, ListDefinition>>;
  access: AccessRules;
  /** Shown when a required field is empty (section 5). */
  requiredMessage?: string;
  /** Fields that refer to the records whose view shows these: they have no screen of their own. */
  shownWith?: readonly string[];
  /**
   * Its records are people, found by name, phone number and email wherever somebody is looked for. The fields named here
   * say what each is, beside the name.
   */
  person?: readonly string[];
  /** What stays of a person who is erased, for the accounts: nothing that says who it was. */
  keptWhenErased?: readonly string[];
  /** What a card of a board shows below the name. */
  card?: readonly string[];
  /** Pairs of dates of which the second may not lie before the first. */
  datesInOrder?: readonly (readonly [string, string])[];
  /** What is wrong with a record beyond each field by itself. What was wrong before may stay until it is changed. */
  problems?: (record: Readonly<Record<string, unknown>>) => FieldIssue[];
  /** Pairs of columns that lists often filter and order by. */
  indexes?: readonly (readonly string[])[];
}

/** Fields that every record has; the server sets them. */
export const recordFields = {
  createdAt: datetime('Date created', { sortable: true, serverSet: true, groups: ['directory', 'student'] }),
  updatedAt: datetime('Updated', { serverSet: true, groups: ['directory', 'student'] }),
};

export type RecordFields = typeof recordFields;

/**
 * Defines an entity. The record's `_id`, `createdAt` and `updatedAt` are added here.
 */
export function defineEntity<const F extends Fields>(
  definition: EntityDefinition<F>,
): EntityDefinition<F & RecordFields> {
  return { ...definition, fields: { ...definition.fields, ...recordFields } };
}

/** The TypeScript type of a record of an entity, with every field. */
export type RecordOf<E extends EntityDefinition> = { _id: string } & {
  [Name in keyof E['fields'] as E['fields'][Name]['kind'] extends 'secret' ? never : Name]: ValueOf<
    E['fields'][Name]
  >;
};

/** A record of any entity, with the fields that its reader may see. */
export type AnyRecord = { _id: string } & Readonly<Record<string, unknown>>;

/** The fields that are stored with the record, in the order of the definition. */
export function storedFields(entity: EntityDefinition): readonly [name: string, field: Field][] {
  let stored = storedOf.get(entity);
  if (!stored) {
    stored = Object.entries(entity.fields).filter(([, field]) => field.kind !== 'secret');
    storedOf.set(entity, stored);
  }
  return stored;
}

/** Kept, for it is asked for with every record; a definition never changes. */
const storedOf = new WeakMap<EntityDefinition, [name: string, field: Field][]>();

/** The values that the server gives a new record of a user: who made it. */
export function valuesOfAuthor(entity: EntityDefinition, userId: string): Record<string, string> {
  return Object.fromEntries(
    storedFields(entity).flatMap(([name, { ofAuthor }]) => (ofAuthor ? [[name, userId]] : [])),
  );
}

/** The definition of a field. Throws where the entity has no such field: a fault of the program. */
export function fieldOf(entity: EntityDefinition, name: string): Field {
  const field = entity.fields[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}`);
  return field;
}

/** The fields that a row of a list carries: its columns, and what their content needs besides. */
export function carriedFields(entity: EntityDefinition, list: ListDefinition): string[] {
  const columns = list.columns.filter((name) => fieldOf(entity, name).kind !== 'secret');
  const besides = columns.flatMap((name) => fieldOf(entity, name).chatOn ?? []);
  return [...new Set([...columns, ...besides, ...(list.carries ?? [])])];
}

/** Rows on a page of a list when it opens (section 9); null for a list without pages. */
export function openingPageSize({ pageSizes, defaultPageSize }: ListDefinition): number | null {
  return defaultPageSize ?? pageSizes?.[0] ?? null;
}
