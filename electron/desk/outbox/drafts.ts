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

const TOO_LARGE = 'This form holds too much to be kept if the application stops. Save it soon.';

/**
 * The part of the outbox that keeps what is typed in forms until it is saved or thrown away. It is never sent, and what
 * of it others wrote goes wherever that goes.
 */
export class Drafts {
  readonly #file: OutboxFile;

  constructor(file: OutboxFile) {
    this.#file = file;
  }

  /**
   * Keeps a draft in place of the one of its id; when this returns it survives a power cut.
   * @throws PlainError `too-large` over the limit, `bad-request` for fields that nothing typed can be in
   */
  keep(given: Given): void {
    judgeFields(given.entity, given.values, given.seen);
    if (given.about) judgeFields(given.about.entity, given.beside);
    else if (Object.keys(given.beside).length > 0) throw notKnown('beside');
    const { id, entity, recordId } = given;
    const content = JSON.stringify(given);
    if (content.length > LARGEST_DRAFT) throw new PlainError('too-large', TOO_LARGE);
    const { statements } = this.#file;
    this.#file.commit(() => {
      statements
        .prepare('INSERT OR REPLACE INTO drafts (id, entity, recordId, at, content) VALUES (?, ?, ?, ?, ?)')
        .run(id, entity, recordId, new Date().toISOString(), content);
      statements
        .prepare(
          'DELETE FROM drafts WHERE id NOT IN (SELECT id FROM drafts ORDER BY at DESC, id DESC LIMIT ?)',
        )
        .run(MOST_DRAFTS);
    });
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
  forgetOthers(records: readonly { entity: EntityName; recordId: string }[]): boolean {
    if (records.length === 0) return false;
    const rows = this.#rows();
    if (rows.length === 0) return false;
    const gone = new Set(records.map(({ entity, recordId }) => `${entity} ${recordId}`));
    const change = this.#file.statements.prepare('UPDATE drafts SET content = ? WHERE id = ?');
    let found = false;
    for (const row of rows) {
      const draft = read(row);
      if (!draft) continue;
      const { at: _, ...kept } = draft;
      const { about } = kept;
      const isOf = gone.has(`${kept.entity} ${kept.recordId}`);
      const isAbout = about !== null && gone.has(`${about.entity} ${about.id}`);
      if (!isOf && !isAbout) continue;
      found = true;
      const blanked = {
        ...kept,
        title: '',
        seen: {},
        references: {},
        about: about && { ...about, title: '' },
      } satisfies Given;
      change.run(JSON.stringify(blanked), row.id);
    }
    return found;
  }

  /** People were erased: what was typed for their records goes, and whatever else names them. */
  forgetPeople(people: ErasedPeople): void {
    const gone = this.#rows().filter(({ content }) => names(people, content));
    if (gone.length === 0) return;
    for (const { id } of gone) this.forget(id);
    this.#file.leaveNothing();
  }

  #rows(): DraftRow[] {
    return this.#file.statements
      .prepare('SELECT * FROM drafts ORDER BY at DESC, id DESC')
      .all() as DraftRow[];
  }
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
  const { title, values, seen, references, beside, about } = draft;
  const written = JSON.stringify([title, values, seen, references, beside, about?.title]);
  const plain = normaliseText(written);
  if (texts.some((text) => plain.includes(text))) return true;
  if (numbers.length === 0) return false;
  // Each text by itself: digits of two of them are no number.
  const digits = written.split('"').map((text) => text.replace(/\D/g, ''));
  return numbers.some((number) => digits.some((each) => each.includes(number)));
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
