import { documentRefusal } from '#shared/model/document-file.ts';
import { mayCreate } from '#shared/access/permissions.ts';
import { candidate } from '#shared/model/candidate.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { proposalsOf } from '#shared/cv/proposals.ts';
import type { Session } from '../session/session.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { addDocument } from './add-document.ts';
import { documentPlaces } from './document-places.ts';
import { documentsOf } from './documents-of.ts';
import { openDocument, type DocumentHost } from './open-document.ts';
import type { OpenedCopies } from './opened-copies.ts';
import { DocumentReading } from './reading.ts';
import { showDocument } from './show-document.ts';
import { NOTHING_PROPOSED, textOf } from './text-of.ts';

export interface DocumentSettings {
  session: Session;
  events: DeskEvents;
  host: DocumentHost;
  copies: OpenedCopies;
}

/** What the calls about documents do. */
export class Documents {
  readonly #session: Session;
  readonly #events: DeskEvents;
  readonly #made: (set: string | null) => void;
  readonly #reading: DocumentReading;
  readonly #host: DocumentHost;
  readonly #copies: OpenedCopies;
  /** Workspaces that let the copies go when they close. */
  readonly #known = new WeakSet<Workspace>();
  /** What is being added, by id: asked for twice, it is done once. */
  readonly #adding = new Map<string, Promise<Results['documents.add']>>();

  /**
   * @param made hears of the set of each document that was added
   * @param program of the worker that reads documents, where it is another than the sources have
   */
  constructor(
    { session, events, host, copies }: DocumentSettings,
    made: (set: string | null) => void,
    program?: string,
  ) {
    this.#session = session;
    this.#events = events;
    this.#host = host;
    this.#copies = copies;
    this.#made = made;
    this.#reading = new DocumentReading(program);
  }

  add(given: Params<'documents.add'>): Promise<Results['documents.add']> {
    let adding = this.#adding.get(given.id);
    if (!adding) {
      adding = this.#add(given).finally(() => this.#adding.delete(given.id));
      this.#adding.set(given.id, adding);
    }
    return adding;
  }

  async #add(given: Params<'documents.add'>): Promise<Results['documents.add']> {
    const { set, problem, again } = await addDocument(this.#session, given, this.#reading);
    if (!again) {
      const { workspace, sync } = this.#session.require();
      this.#events.changed('document', [given.id], 'here');
      this.#events.changed(given.about.entity, [given.about.id], 'here');
      workspace.index.catchUp();
      sync.outboxChanged();
      this.#made(set);
    }
    return { _id: given.id, set, problem };
  }

  of(given: Params<'documents.of'>): Results['documents.of'] {
    return documentsOf(this.#session.require().workspace, given);
  }

  show({ id }: Params<'documents.show'>): Promise<Results['documents.show']> {
    return showDocument(this.#session, id, this.#reading);
  }

  open({ id }: Params<'documents.open'>): Promise<Results['documents.open']> {
    const { workspace } = this.#session.require();
    if (!this.#known.has(workspace)) workspace.whenClosing(() => this.#copies.clear());
    this.#known.add(workspace);
    return openDocument(this.#session, this.#host, this.#copies, id);
  }

  places(given: Params<'documents.places'>): Promise<Results['documents.places']> {
    return documentPlaces(this.#session.require().workspace, given);
  }

  /** @throws PlainError `forbidden` where the role makes no candidates, `too-large` or `invalid` for what is no document */
  async readCv({ base64 }: Params<'documents.readCv'>): Promise<Results['documents.readCv']> {
    const { workspace } = this.#session.require();
    if (!mayCreate(candidate, workspace.actor.role))
      throw new PlainError('forbidden', 'Your role may not add candidates');
    const bytes = Buffer.from(base64, 'base64');
    const refusal = documentRefusal(bytes);
    if (refusal) throw new PlainError(refusal.code, refusal.message);
    const { text, why } = await textOf(bytes, this.#reading);
    return text === null
      ? { proposals: [], problem: NOTHING_PROPOSED[why] }
      : { proposals: proposalsOf(text), problem: null };
  }
}
