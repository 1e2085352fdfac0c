import { createHash } from 'node:crypto';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import {
  LARGEST_DRAFT,
  MOST_DRAFTS,
  type DraftSummary,
  type KeptDraft,
} from '#shared/protocol/draft-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { isDiskRefusal } from '../storage/disk-trouble.ts';
import type { OutboxFile } from './outbox-file.ts';

type Given = Params<'drafts.keep'>;

interface DraftRow {
  id: string;
  at: string;
  offered: number;
  content: string;
}

/** People who are erased, as far as this computer knows them (`workspace/erased-people.ts`). */
interface ErasedPeople {
  records: ReadonlySet<string>;
  texts: readonly string[];
  numbers: readonly string[];
}

interface RecordName {
  entity: EntityName;
  recordId: string;
}

type IsThere = (entity: EntityName, recordId: string) => boolean;

/** Newest first, as of now; those of a time to come were typed while the clock was ahead, and count as the oldest. */
const NEWEST_FIRST = 'ORDER BY at > ?, at DESC, id DESC';

const ERASED = 'This person was erased. Nothing about them is kept.';
/** Where the outbox keeps the marks of those who were erased last, and how many. */
const ERASED_MARKS = 'erased';
export const MOST_MARKS = 1_000;

const TOO_LARGE = 'This form holds too much to be kept if the application stops. Save it soon.';

/**
 * The part of the outbox that keeps what is typed in forms until it is saved or thrown away. It is never sent, and what
 * of it others wrote goes wherever that goes.
 */
export class Drafts {
  readonly #file: OutboxFile;
  /** Of both a form may be open still, and be typed in. */
  readonly #taken = new Set<string>();
  /** Marks of records; a form of one may be open still, also where the desk has started anew behind it. */
  #erased: Set<string>;

  constructor(file: OutboxFile) {
    this.#file = file;
    this.#erased = new Set((file.meta.read(ERASED_MARKS) ?? '').split(' '));
  }

  /**
   * Keeps a draft in place of the one of its id; when this returns it survives a power cut. Of a record that was taken away
   * only what was typed is kept.
   * @throws PlainError `too-large` over the limit, `bad-request` for fields that nothing typed can be in, `erased` of people
   * who are
   */
  keep(given: Given, isThere: IsThere): void {
    judgeFields(given.entity, given.values, given.seen);
    if (given.about) judgeFields(given.about.entity, given.beside);
    else if (Object.keys(given.beside).length > 0) throw notKnown('beside');
    const { id, entity, recordId } = given;
    // The record itself, what it is about, and whoever is chosen in a field.
    const named = [
      recordId,
      given.about?.id,
      ...[given.values, given.seen, given.beside].flatMap(Object.values),
    ];
    if (named.some((each) => typeof each === 'string' && this.#erased.has(markOf(each))))
      throw new PlainError('erased', ERASED);
    const isTaken = recordsOf(given).some(
      (each) => this.#taken.has(keyOf(each)) && !isThere(each.entity, each.recordId),
    );
    const content = JSON.stringify(isTaken ? withoutOthers(given) : given);
    if (content.length > LARGEST_DRAFT) throw new PlainError('too-large', TOO_LARGE);
    const { statements } = this.#file;
    const now = new Date().toISOString();
    this.#file.commit(() => {
      statements
        .prepare('INSERT OR REPLACE INTO drafts (id, entity, recordId, at, content) VALUES (?, ?, ?, ?, ?)')
        .run(id, entity, recordId, now, content);
      statements
        .prepare(`DELETE FROM drafts WHERE id NOT IN (SELECT id FROM drafts ${NEWEST_FIRST} LIMIT ?)`)
        .run(now, MOST_DRAFTS);
    });
  }

  count(): number {
    const row = this.#file.statements.prepare('SELECT count(*) AS count FROM drafts').get();
    return (row as { count: number }).count;
  }

  /** Newest first. */
  all(): DraftSummary[] {
    return this.#rows().flatMap((row) => {
      const draft = read(row);
      if (!draft) return [];
      const { id, entity, recordId, isNew, form, title, about, at } = draft;
      return [{ id, entity, recordId, isNew, form, title, about, at, offered: row.offered !== 0 }];
    });
  }

  read(id: string): KeptDraft | null {
    const row = this.#file.statements.prepare('SELECT * FROM drafts WHERE id = ?').get(id);
    return row ? read(row as DraftRow) : null;
  }

  noteOffered(ids: readonly string[], offered: boolean): void {
    const note = this.#file.statements.prepare('UPDATE drafts SET offered = ? WHERE id = ?');
    this.#file.commit(() => {
      for (const id of ids) note.run(Number(offered), id);
    });
  }

  forget(id: string): void {
    this.#file.commit(() => void this.#file.statements.prepare('DELETE FROM drafts WHERE id = ?').run(id));
  }

  /** Gives whether there were any. */
  forgetAll(): boolean {
    return this.#file.statements.prepare('DELETE FROM drafts').run().changes > 0;
  }

  /** These records were taken away from the user: what others wrote in them goes, what was typed stays. */
  forgetOthers(records: readonly RecordName[]): boolean {
    if (records.length === 0) return false;
    const gone = new Set(records.map(keyOf));
    for (const key of gone) this.#taken.add(key);
    return this.#blank(({ entity, recordId }) => gone.has(keyOf({ entity, recordId })));
  }

  /** After everything was fetched anew: the same of records that are not for the user any more. */
  forgetWhereGone(isThere: IsThere): boolean {
    return this.#blank((record) => {
      const isGone = !isThere(record.entity, record.recordId);
      if (isGone) this.#taken.add(keyOf(record));
      return isGone;
    });
  }

  #blank(isGone: (record: RecordName) => boolean): boolean {
    const change = this.#file.statements.prepare('UPDATE drafts SET content = ? WHERE id = ?');
    let found = false;
    for (const row of this.#rows()) {
      const draft = read(row);
      if (!draft || !recordsOf(draft).some(isGone)) continue;
      found = true;
      const { at: _, ...kept } = draft;
      change.run(JSON.stringify(withoutOthers(kept)), row.id);
    }
    return found;
  }

  /** People were erased: what was typed for their records goes, and whatever else names them. */
  forgetPeople(people: ErasedPeople): void {
    this.#noteErased(people.records);
    const gone = this.#rows().filter(({ content }) => names(people, content));
    if (gone.length === 0) return;
    for (const { id } of gone) this.forget(id);
    this.#file.leaveNothing();
  }

  /** Whether the outbox was told that the record is erased. */
  knowsErased(recordId: string): boolean {
    return this.#erased.has(markOf(recordId));
  }

  #noteErased(ids: ReadonlySet<string>): void {
    this.#erased = new Set([...this.#erased, ...[...ids].map(markOf)].slice(-MOST_MARKS));
    try {
      this.#file.meta.write(ERASED_MARKS, [...this.#erased].join(' '));
    } catch (error) {
      // Without room for the note they are known until the desk ends.
      if (!isDiskRefusal(error)) throw error;
    }
  }

  #rows(): DraftRow[] {
    return this.#file.statements
      .prepare(`SELECT * FROM drafts ${NEWEST_FIRST}`)
      .all(new Date().toISOString()) as DraftRow[];
  }
}

/** An id that is told of nobody. */
const markOf = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 22);

const keyOf = ({ entity, recordId }: RecordName): string => `${entity} ${recordId}`;

/** The records that a draft shows something of: others may have written it. One that is new was there for nobody yet. */
function recordsOf({ entity, recordId, isNew, about }: Given): RecordName[] {
  const own = isNew ? [] : [{ entity, recordId }];
  return about ? [...own, { entity: about.entity, recordId: about.id }] : own;
}

function withoutOthers(draft: Given): Given {
  const { about, message } = draft;
  return {
    ...draft,
    title: '',
    seen: {},
    references: {},
    about: about && { ...about, title: '' },
    ...(message && { message: { ...message, to: null } }),
  };
}

/** null where it cannot be read: it is worth nothing then. */
function read({ at, content }: DraftRow): KeptDraft | null {
  try {
    return { ...(JSON.parse(content) as Given), at };
  } catch {
    return null;
  }
}

/** Whether a draft is of people, or says who they are. */
function names({ records, texts, numbers }: ErasedPeople, content: string): boolean {
  for (const id of records) if (content.includes(id)) return true;
  const draft = read({ id: '', at: '', offered: 0, content });
  if (!draft) return true;
  const { title, values, seen, references, beside, about, message } = draft;
  // Each text by itself: digits of two of them are no number.
  const written = textsIn([title, values, seen, references, beside, about?.title, message]);
  const plain = written.map(normaliseText);
  if (texts.some((text) => plain.some((each) => each.includes(text)))) return true;
  if (numbers.length === 0) return false;
  const digits = written.map((text) => text.replace(/\D/g, ''));
  return numbers.some((number) => digits.some((each) => each.includes(number)));
}

/** The texts in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Secrets are nowhere on the disk, and a file that was chosen is not kept with what names it. */
function judgeFields(entity: EntityName, ...given: readonly Readonly<Record<string, unknown>>[]): void {
  const { fields } = entityOf(entity);
  for (const name of given.flatMap((values) => Object.keys(values))) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || field.kind === 'secret' || field.kind === 'file') throw notKnown(name);
  }
}

const notKnown = (name: string): PlainError =>
  new PlainError('bad-request', `drafts.keep: ${name} is nothing that a draft holds`);
