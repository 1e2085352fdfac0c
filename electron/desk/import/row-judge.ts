import { cellText, isEmptyCell } from '#shared/import/cell.ts';
import { fold } from '#shared/import/fold.ts';
import { joined } from '#shared/import/joined-columns.ts';
import { readCell } from '#shared/import/read-cell.ts';
import type { Meanings } from '#shared/import/read-options.ts';
import { contactFields, contactKeys } from '#shared/model/contact-keys.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { validateChanges } from '#shared/model/validation.ts';
import type { ContactMatch } from '#shared/protocol/duplicates.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { ImportRow } from '#shared/protocol/import.ts';
import { assertUnique } from '../records/change-checks.ts';
import { assertMayHave } from '../records/change-rules.ts';
import { contactMatches } from '../records/contact-matches.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { cellOf } from './kept-cells.ts';
import type { KeptCell } from './reader-messages.ts';
import type { ImportWork } from './import-work.ts';
import type { Judged } from './staged-rows.ts';

type Issue = Judged['issues'][number];

/** Names that are looked for at once, to find the one that is meant. */
const MOST_NAMESAKES = 50;

/** Says of each row of an import what would become of it. */
export class RowJudge {
  readonly #workspace: Workspace;
  readonly #work: ImportWork;
  readonly #definition: EntityDefinition;
  readonly #meanings: Map<string, Meanings>;
  readonly #referred = new Map<string, string | null | undefined>();
  readonly #contacts: [field: string, kind: 'phone' | 'email'][];
  readonly #firstWith: (keys: readonly string[], row: number) => number | null;
  readonly #now: number;

  /** @param firstWith the first row of the file above one that has one of the keys */
  constructor(
    workspace: Workspace,
    work: ImportWork,
    firstWith: (keys: readonly string[], row: number) => number | null,
  ) {
    this.#workspace = workspace;
    this.#work = work;
    this.#firstWith = firstWith;
    this.#now = Date.now();
    this.#definition = entityOf(work.entity);
    this.#meanings = new Map(
      Object.entries(work.meanings).map(([field, meant]) => [
        field,
        new Map(Object.entries(meant).map(([written, means]) => [fold(written), means])),
      ]),
    );
    this.#contacts = (['phone', 'email'] as const).flatMap((kind) =>
      contactFields(this.#definition, kind).map((field): [string, 'phone' | 'email'] => [field, kind]),
    );
  }

  /** What the row gives, and what is to be said of it. */
  judge(row: number, cells: readonly KeptCell[]): Judged & { values: Record<string, unknown> } {
    const { values, issues, doubts, unknown } = this.#read(cells);
    const keys = this.#keysOf(values);
    const match = this.#matchOf(values);
    const checked = [...this.#beyond(cells), ...this.#checked(values, issues, match)];
    const sameAs = this.#firstWith(keys, row);
    const state = checked.length > 0 ? 'wrong' : sameAs !== null ? 'twice' : match ? 'known' : 'new';
    return { state, issues: checked, doubts, match, sameAs, unknown, keys, values };
  }

  #read(cells: readonly KeptCell[]): Pick<Judged, 'issues' | 'doubts' | 'unknown'> & {
    values: Record<string, unknown>;
  } {
    const values: Record<string, unknown> = { ...this.#work.fixed };
    const given = new Set<string>();
    const [issues, doubts]: [Issue[], string[]] = [[], []];
    const unknown: Judged['unknown'] = [];
    for (const [column, { field: name }] of this.#work.columns.entries()) {
      const cell = cellOf(cells[column]);
      if (name === null || isEmptyCell(cell)) continue;
      const field = fieldOf(this.#definition, name);
      const read = readCell(cell, field, {
        now: this.#now,
        meanings: this.#meanings.get(name) ?? NONE,
        referred: (of, text) => this.#referredTo(of, text),
      });
      for (const written of read.unknown ?? []) unknown.push([name, written.slice(0, MOST_WRITTEN)]);
      if ('problem' in read) issues.push({ field: name, code: 'invalid', message: read.problem, column });
      else if (read.value !== null) {
        values[name] = given.has(name) ? joined(field, values[name], read.value) : read.value;
        given.add(name);
      }
      if ('doubt' in read && read.doubt !== undefined) doubts.push(read.doubt);
    }
    return { values, issues, doubts, unknown };
  }

  /** What a save would say: of a record that is new, or of one that is here. */
  #checked(values: Record<string, unknown>, issues: readonly Issue[], match: ImportRow['match']): Issue[] {
    const { cache, reader } = this.#workspace;
    const definition = this.#definition;
    const isHere = match?.entity === this.#work.entity;
    const stored = isHere ? reader.record(match.entity, match.id) : undefined;
    const read = new Set(issues.map(({ field }) => field));
    const { values: valid, issues: found } = validateChanges(definition, values, {
      mode: isHere ? 'update' : 'create',
      now: this.#now,
      ...(stored ? { stored } : {}),
    });
    const all = [...issues];
    const add = (field: string, code: Issue['code'], message: string): void => {
      const column = this.#work.columns.findIndex((each) => each.field === field);
      if (!read.has(field)) all.push({ field, code, message, column: column < 0 ? null : column });
    };
    for (const { field, code, message } of found) add(field, code, message);
    for (const check of [
      () => assertMayHave(reader, definition, valid),
      () => {
        if (!isHere) assertUnique(cache, definition, '', valid);
      },
    ]) {
      try {
        check();
      } catch (error) {
        if (!(error instanceof PlainError)) throw error;
        for (const issue of error.fields ?? []) add(issue.field, issue.code, issue.message);
      }
    }
    return all;
  }

  /** A cell that no heading is above: something else in the row was divided, and what is behind it stands too far right. */
  #beyond(cells: readonly KeptCell[]): Issue[] {
    const { divided, columns } = this.#work;
    if (divided === null) return [];
    const isBeyond = (kept: KeptCell, at: number): boolean =>
      at >= divided && columns[at]?.field === null && !isEmptyCell(cellOf(kept));
    const column = cells.findIndex(isBeyond);
    return column < 0 ? [] : [{ field: '', code: 'invalid', message: TOO_MANY_CELLS, column }];
  }

  #keysOf(values: Readonly<Record<string, unknown>>): string[] {
    const keys = this.#contacts.flatMap(([field, kind]) => {
      const value = values[field];
      return typeof value === 'string' ? contactKeys(kind, value).map((key) => `${kind} ${key}`) : [];
    });
    return [...new Set(keys)];
  }

  /** Who is here with one of its numbers or addresses; a record of the same kind before one of another. */
  #matchOf(values: Readonly<Record<string, unknown>>): ImportRow['match'] {
    let other: ContactMatch | undefined;
    for (const [field] of this.#contacts) {
      const value = values[field];
      if (typeof value !== 'string') continue;
      const found = contactMatches(this.#workspace, {
        entity: this.#work.entity,
        field,
        value: value.slice(0, MOST_WRITTEN),
        id: null,
      });
      const own = found.find(({ entity }) => entity === this.#work.entity);
      if (own) return matchFrom(own);
      other ??= found[0];
    }
    return other ? matchFrom(other) : null;
  }

  #referredTo(field: Field, text: string): string | null | undefined {
    const { target } = field;
    if (!target) return null;
    const key = `${target.entity}\n${JSON.stringify(target.choosable ?? target.among ?? null)}\n${fold(text)}`;
    if (!this.#referred.has(key)) this.#referred.set(key, this.#look(field, text));
    return this.#referred.get(key);
  }

  #look({ target }: Field, text: string): string | null | undefined {
    if (!target) return null;
    const { reader, actor } = this.#workspace;
    const filter = target.choosable ?? target.among;
    try {
      const found = reader.choices(
        {
          entity: target.entity as EntityName,
          search: text,
          limit: MOST_NAMESAKES,
          ...(filter ? { filter } : {}),
        },
        actor,
      );
      const named = found.filter(({ record, title }) => {
        const address = record['email'];
        return fold(title) === fold(text) || (typeof address === 'string' && isSameAddress(address, text));
      });
      return named.length > 1 ? undefined : (named[0]?._id ?? null);
    } catch (error) {
      if (error instanceof PlainError) return null;
      throw error;
    }
  }
}

const TOO_MANY_CELLS =
  'This row has more cells than there are headings: one of them was divided, as 45,000 is at its comma. Put the cells right, and empty this one';

const NONE: Meanings = new Map();
/** As much of a value as is kept to ask what it means, in letters. */
const MOST_WRITTEN = 200;

const isSameAddress = (one: string, other: string): boolean => normaliseText(one) === normaliseText(other);

const matchFrom = ({ entity, id, title, field }: ContactMatch): NonNullable<ImportRow['match']> => ({
  entity,
  id,
  title: cellText(title).slice(0, MOST_WRITTEN),
  field,
});
