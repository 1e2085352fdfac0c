import { changesIn, type DayBook } from './day-book.ts';
import type { Mergeable } from '#shared/model/merged-record.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { newId } from '#shared/model/new-id.ts';
import type { Method, Params, Results } from '#shared/protocol/bridge.ts';

const LISTS = { candidate: 'candidates', inquiry: 'inquiries', contactInquiry: 'contacts' } as const;
type Person = keyof typeof LISTS;

/** A desk that answers calls of the bridge, in whatever process it is. */
export interface AskedDesk {
  call<M extends Method>(method: M, params: Params<M>): Promise<Results[M]>;
}

/** Somebody at a desk. */
export interface AtDesk {
  /** As the email begins. */
  readonly name: string;
  /** The desk's data folder. */
  readonly data: string;
  readonly desk: AskedDesk;
}

export interface Staff {
  signedIn: ReadonlySet<string>;
  interviewer: string;
}

/** The single things that people of an office do, each at random: what they were told is saved stands in the book. */
export class Doings {
  next: (below: number) => number;
  readonly records: [EntityName, string][] = [];
  readonly #book: DayBook;
  readonly #users: string[];
  readonly #staff: Staff;

  /** @param staff those of the users who have to stay what they are; among them one who sees the own candidates alone */
  constructor(next: (below: number) => number, book: DayBook, users: string[], staff: Staff) {
    this.next = next;
    this.#book = book;
    this.#users = users;
    this.#staff = staff;
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.next(items.length)];
  }

  /** Mostly one of the last, so that people meet. */
  #of(entity: EntityName): string {
    const ids = this.records.flatMap(([each, id]) => (each === entity ? [id] : []));
    return this.#one(this.next(4) > 0 ? ids.slice(-6) : ids) ?? 'nobody';
  }

  /**
   * Does one thing.
   * @throws PlainError where the desk refuses it.
   */
  async act(name: string, person: AtDesk): Promise<void> {
    const { desk } = person;
    switch (name) {
      case 'addCandidate':
        return this.#add(person, 'candidate', {
          fullName: 'Random One',
          mobile: '98200 12345',
          email: `r${this.next(1e9)}@mail.test`,
        });
      case 'addInquiry':
        return this.#add(person, 'inquiry', {
          Name: 'Random One',
          ...(this.next(3) === 0 ? { assignedTo: null } : {}),
        });
      case 'addContact':
        return this.#add(person, 'contactInquiry', { name: 'Random One', message: 'x' });
      case 'edit':
        return this.#edit(person);
      case 'log':
        return this.#log(person);
      case 'merge':
        return this.#merge(person);
      case 'handOver':
        return this.#handOver(desk);
      case 'enrol':
        return this.#enrol(person);
      case 'takeOver': {
        const id = this.#of('contactInquiry');
        const { inquiry } = await desk.call('contacts.takeOver', { id });
        this.#book.madeOf(inquiry, id);
        this.records.push(['inquiry', inquiry]);
        return;
      }
      case 'many':
        return this.#many(person);
      case 'delete':
        return void (await desk.call('records.delete', this.#any()));
      case 'restore':
        return void (await desk.call('records.restore', this.#any()));
      case 'undoLast': {
        const undone = await desk.call('changes.undoLast', {});
        if (undone?.set === null) this.#book.takenOut(person.data, changesIn(person.data));
        return;
      }
      case 'undo': {
        const { changes } = await desk.call('changes.list', { mine: this.next(3) > 0 });
        const chosen = this.#one(changes.slice(0, 10));
        if (!chosen) return;
        const undone = await desk.call('changes.undo', { set: chosen.id });
        if (undone.set === null) this.#book.takenOut(person.data, changesIn(person.data));
        return;
      }
      case 'interview':
        return this.#interview(person);
      case 'staff':
        return this.#changeStaff(person);
      case 'dismiss':
        return void (await desk.call('duplicates.dismiss', {
          ids: [this.#of('candidate'), this.#of('inquiry')],
        }));
      case 'deleteMany': {
        const query = { entity: 'candidate', list: 'candidates' } as const;
        return void (await desk.call('records.deleteMany', {
          id: newId(),
          query,
          picked: { ids: this.#several('candidate') },
        }));
      }
      case 'restoreMany': {
        const ids = this.#several('candidate');
        return void (await desk.call('records.restoreMany', { id: newId(), entity: 'candidate', ids }));
      }
      case 'saveView':
        return this.#saveView(person);
      case 'tray':
        return this.#tray(person);
      default:
        return void (await desk.call('sync.retryAll', {}));
    }
  }

  #several(entity: EntityName): string[] {
    return [...new Set(Array.from({ length: 6 }, () => this.#of(entity)))];
  }

  #any(): { entity: EntityName; id: string } {
    const entity = this.#one(['candidate', 'inquiry', 'contactInquiry', 'activity'] as const) ?? 'candidate';
    return { entity, id: this.#of(entity) };
  }

  async #add({ desk, data }: AtDesk, entity: Person, values: Record<string, unknown>): Promise<void> {
    const text = this.#book.text();
    const id = newId();
    this.records.push([entity, id]);
    await desk.call('records.save', { entity, id, base: null, changes: { ...values, notes: text } });
    this.#book.saved(data, text, [[id]]);
  }

  async #edit({ desk, name, data }: AtDesk): Promise<void> {
    const entity = this.#one(['candidate', 'candidate', 'inquiry'] as const) ?? 'candidate';
    const id = this.#of(entity);
    const view = await desk.call('records.get', { entity, id });
    if (!view) return;
    const text = this.#book.text();
    const field =
      entity === 'candidate'
        ? (this.#one(
            name === 'employee' ? ['remarks', 'discussion'] : ['city', 'notes', 'trainer', 'remarks'],
          ) ?? 'city')
        : 'notes';
    await desk.call('records.save', { entity, id, base: view.base, changes: { [field]: text } });
    this.#book.saved(data, text, [[id]]);
    this.#book.edits.set(text, { by: data, entity, id, field, shown: view.record[field] });
  }

  async #log({ desk, data }: AtDesk): Promise<void> {
    const entity = this.#one(['candidate', 'inquiry'] as const) ?? 'candidate';
    const [note, id] = [this.#book.text(), newId()];
    const about = { entity, id: this.#of(entity) };
    const nextCall =
      this.next(2) === 0 ? {} : { nextCall: new Date(Date.now() + 864e5 * (1 + this.next(9))).toISOString() };
    this.records.push(['activity', id]);
    await desk.call('activities.log', { id, about, kind: 'Call', outcome: 'Busy', note, ...nextCall });
    this.#book.saved(data, note, [[id, about.id]]);
  }

  async #merge({ desk, name }: AtDesk): Promise<void> {
    if (name === 'hr') return;
    const entity: Mergeable = this.next(3) > 0 ? 'candidate' : 'inquiry';
    const ids = [
      ...new Set([this.#of(entity), this.#of(entity), ...(this.next(3) === 0 ? [this.#of(entity)] : [])]),
    ];
    const bases: Record<string, number> = {};
    for (const id of ids) bases[id] = (await desk.call('records.get', { entity, id }))?.base ?? 0;
    const [stays = '', ...others] = ids;
    if (others.length === 0) return;
    await desk.call('duplicates.merge', {
      entity,
      stays,
      others,
      values: this.next(2) === 0 ? {} : { notes: 'merged' },
      bases,
    });
  }

  /** Keeps a list as it is under a name, or names a view anew. */
  async #saveView({ desk, data }: AtDesk): Promise<void> {
    const [text, kept] = [this.#book.text(), this.#of('savedView')];
    const view = await desk.call('records.get', { entity: 'savedView', id: kept });
    const id = view ? kept : newId();
    if (!view) this.records.push(['savedView', id]);
    const made = view ? {} : { list: 'candidates', settings: JSON.stringify({ search: 'Random' }) };
    const changes = { ...made, name: text };
    await desk.call('records.save', { entity: 'savedView', id, base: view?.base ?? null, changes });
    this.#book.saved(data, text, [[id]]);
  }

  /** Sees to something in the sync tray: tries it again, writes it again, or gives it up. */
  async #tray({ desk, data }: AtDesk): Promise<void> {
    const entry = this.#one(await desk.call('sync.tray', {}));
    if (!entry) return;
    const { id, kind } = entry;
    if (kind === 'conflict') this.#book.read.add(id);
    if (kind !== 'waiting' && this.next(2) === 0)
      return void (await desk.call(kind === 'refused' ? 'sync.retry' : 'sync.putBack', { id }));
    await desk.call('sync.discard', { id });
    this.#book.takenOut(data, changesIn(data));
  }

  /** Gives a candidate to the interviewer, or takes it away. */
  async #interview({ desk }: AtDesk): Promise<void> {
    const id = this.#of('candidate');
    const view = await desk.call('records.get', { entity: 'candidate', id });
    if (!view) return;
    const interviewerId =
      this.#one([this.#staff.interviewer, this.#staff.interviewer, this.#one(this.#users) ?? '', null]) ??
      null;
    await desk.call('records.save', { entity: 'candidate', id, base: view.base, changes: { interviewerId } });
  }

  /** A Super Admin sends somebody else home, or says who takes new leads. */
  async #changeStaff({ desk, name }: AtDesk): Promise<void> {
    const id = this.#one(this.#users) ?? '';
    if (name !== 'superadmin' || this.#staff.signedIn.has(id)) return;
    const view = await desk.call('records.get', { entity: 'user', id });
    if (!view) return;
    const field = this.#one(['isActive', 'takesLeads', 'takesLeads']) ?? 'isActive';
    const changes = { [field]: view.record[field] !== true };
    await desk.call('records.save', { entity: 'user', id, base: view.base, changes });
  }

  async #handOver(desk: AskedDesk): Promise<void> {
    const entity = this.#one(['candidate', 'inquiry'] as const) ?? 'candidate';
    const ids = [...new Set([1, 2, 3, 4].map(() => this.#of(entity)))];
    const selected = { query: { entity, list: LISTS[entity] }, picked: { ids } };
    await desk.call('records.handOver', { id: newId(), to: this.#one(this.#users) ?? '', of: { selected } });
  }

  async #enrol({ desk, data }: AtDesk): Promise<void> {
    const [text, candidate] = [this.#book.text(), newId()];
    const changes = {
      fullName: 'Enrolled One',
      mobile: '98200 12345',
      email: `e${this.next(1e9)}@mail.test`,
      notes: text,
    };
    this.records.push(['candidate', candidate]);
    const id = this.#of('inquiry');
    this.#book.madeOf(candidate, id);
    await desk.call('inquiries.enrol', { id, candidate, changes });
    this.#book.saved(data, text, [[candidate, id]]);
  }

  async #many({ desk, data }: AtDesk): Promise<void> {
    const text = this.#book.text();
    const ids = this.#several('candidate');
    const given = {
      id: newId(),
      query: { entity: 'candidate', list: 'candidates' },
      picked: this.next(4) === 0 ? {} : { ids },
    } as const;
    const { done } = await desk.call('records.setMany', { ...given, changes: { city: text } });
    if (done === 0) return;
    // Not all that were chosen: some were not there, or not this person's to change.
    const query = { ...given.query, search: text, offset: 0, limit: 200 } as const;
    const changed = await desk.call('records.list', query).then(
      ({ rows }) => rows.map(({ _id }) => String(_id)),
      () => [],
    );
    const places = changed.length > 0 ? changed : ids;
    this.#book.saved(
      data,
      text,
      places.map((id) => [id]),
    );
  }
}
