import { setTimeout as after } from 'node:timers/promises';
import type { Mergeable } from '#shared/model/merged-record.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { newId } from '#shared/model/new-id.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { changesIn, type DayBook } from './day-book.ts';
import type { Colleague } from './colleague.ts';
import { NoAnswer, type DeskProcess } from '../../electron/desk/testing/desk-process.ts';
import { PATHS } from '#shared/protocol/sync.ts';

/** What a person may be told in the course of a day, in place of what was asked for. */
const ANSWERS = new Set([
  'offline',
  'conflict',
  'not-found',
  'forbidden',
  'unavailable',
  'invalid',
  'session-ended',
  'unauthenticated',
  'restored',
]);
const LISTS = { candidate: 'candidates', inquiry: 'inquiries', contactInquiry: 'contacts' } as const;
type Person = keyof typeof LISTS;

/** Numbers that the seed decides, each below the one asked for. */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface Staff {
  signedIn: ReadonlySet<string>;
  interviewer: string;
}

/** What people of an office do in a day, at random: they add, edit, call, enrol, merge, hand over, and take back. */
export class OfficeDay {
  readonly next: (below: number) => number;
  readonly records: [EntityName, string][] = [];
  readonly #book: DayBook;
  readonly #users: string[];
  readonly #staff: Staff;
  readonly done = new Map<string, number>();

  /** @param staff those of the users who have to stay what they are; among them one who sees the own candidates alone */
  constructor(seed: number, book: DayBook, users: string[], staff: Staff) {
    this.#staff = staff;
    this.next = random(seed);
    this.#book = book;
    this.#users = users;
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.next(items.length)];
  }

  /** Mostly one of the last, so that people meet. */
  #of(entity: EntityName): string {
    const ids = this.records.flatMap(([each, id]) => (each === entity ? [id] : []));
    return this.#one(this.next(4) > 0 ? ids.slice(-6) : ids) ?? 'nobody';
  }

  /** A person does something. A killed desk is opened again. */
  async step(person: Colleague): Promise<void> {
    const name = this.#choose();
    try {
      const acting = this.#act(name, person);
      if (this.next(14) === 0) await this.#killDuring(acting, person);
      await acting;
      this.done.set(name, (this.done.get(name) ?? 0) + 1);
    } catch (error) {
      const isExpected = error instanceof PlainError && ANSWERS.has(error.code);
      if (!isExpected && !(error instanceof NoAnswer)) throw error;
      // It may have been taken out before the desk ended.
      if (!isExpected && name.startsWith('undo')) this.#book.takenOut(person.data, changesIn(person.data));
    }
    await person.desk.call('session.get', {}).catch(() => person.openAgain(false));
  }

  async #killDuring(acting: Promise<void>, person: Colleague): Promise<void> {
    const ended = acting.catch(() => undefined);
    await after(this.next(60));
    person.kills += 1;
    await person.desk.kill();
    await ended;
  }

  #choose(): string {
    if (this.records.length < 6) return this.next(2) === 0 ? 'addCandidate' : 'addInquiry';
    const steps: [string, number][] = [
      ['network', 8],
      ['lose', 3],
      ['reopen', 2],
      ['kill', 2],
      ['addCandidate', 6],
      ['addInquiry', 5],
      ['addContact', 3],
      ['edit', 18],
      ['log', 14],
      ['merge', 16],
      ['handOver', 7],
      ['enrol', 9],
      ['takeOver', 4],
      ['many', 5],
      ['delete', 4],
      ['restore', 4],
      ['undoLast', 8],
      ['undo', 8],
      ['dismiss', 1],
      ['staff', 3],
      ['interview', 10],
      ['retry', 2],
    ];
    let at = this.next(steps.reduce((sum, [, weight]) => sum + weight, 0));
    return steps.find(([, weight]) => (at -= weight) < 0)?.[0] ?? 'edit';
  }

  async #act(name: string, person: Colleague): Promise<void> {
    const { desk, network } = person;
    switch (name) {
      case 'network':
        return person.cutOrMend();
      case 'lose':
        return network.loseAnswers(this.#one([PATHS.push, PATHS.pull]) ?? '', 1);
      case 'reopen':
        return person.openAgain(false);
      case 'kill':
        return person.openAgain(true);
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
        const { inquiry } = await desk.call('contacts.takeOver', { id: this.#of('contactInquiry') });
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
      default:
        return void (await desk.call('sync.retryAll', {}));
    }
  }

  #any(): { entity: EntityName; id: string } {
    const entity = this.#one(['candidate', 'inquiry', 'contactInquiry', 'activity'] as const) ?? 'candidate';
    return { entity, id: this.#of(entity) };
  }

  async #add({ desk, data }: Colleague, entity: Person, values: Record<string, unknown>): Promise<void> {
    const text = this.#book.text();
    const id = newId();
    this.records.push([entity, id]);
    await desk.call('records.save', { entity, id, base: null, changes: { ...values, notes: text } });
    this.#book.saved(data, text);
  }

  async #edit({ desk, name, data }: Colleague): Promise<void> {
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
    this.#book.saved(data, text);
  }

  async #log({ desk, data }: Colleague): Promise<void> {
    const entity = this.#one(['candidate', 'inquiry'] as const) ?? 'candidate';
    const [note, id] = [this.#book.text(), newId()];
    const about = { entity, id: this.#of(entity) };
    const nextCall =
      this.next(2) === 0 ? {} : { nextCall: new Date(Date.now() + 864e5 * (1 + this.next(9))).toISOString() };
    this.records.push(['activity', id]);
    await desk.call('activities.log', { id, about, kind: 'Call', outcome: 'Busy', note, ...nextCall });
    this.#book.saved(data, note);
  }

  async #merge({ desk, name }: Colleague): Promise<void> {
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

  /** Gives a candidate to the interviewer, or takes it away. */
  async #interview({ desk }: Colleague): Promise<void> {
    const id = this.#of('candidate');
    const view = await desk.call('records.get', { entity: 'candidate', id });
    if (!view) return;
    const interviewerId =
      this.#one([this.#staff.interviewer, this.#staff.interviewer, this.#one(this.#users) ?? '', null]) ??
      null;
    await desk.call('records.save', { entity: 'candidate', id, base: view.base, changes: { interviewerId } });
  }

  /** A Super Admin sends somebody else home, or says who takes new leads. */
  async #changeStaff({ desk, name }: Colleague): Promise<void> {
    const id = this.#one(this.#users) ?? '';
    if (name !== 'superadmin' || this.#staff.signedIn.has(id)) return;
    const view = await desk.call('records.get', { entity: 'user', id });
    if (!view) return;
    const field = this.#one(['isActive', 'takesLeads', 'takesLeads']) ?? 'isActive';
    const changes = { [field]: view.record[field] !== true };
    await desk.call('records.save', { entity: 'user', id, base: view.base, changes });
  }

  async #handOver(desk: DeskProcess): Promise<void> {
    const entity = this.#one(['candidate', 'inquiry'] as const) ?? 'candidate';
    const ids = [...new Set([1, 2, 3, 4].map(() => this.#of(entity)))];
    const selected = { query: { entity, list: LISTS[entity] }, picked: { ids } };
    await desk.call('records.handOver', { id: newId(), to: this.#one(this.#users) ?? '', of: { selected } });
  }

  async #enrol({ desk, data }: Colleague): Promise<void> {
    const [text, candidate] = [this.#book.text(), newId()];
    const changes = {
      fullName: 'Enrolled One',
      mobile: '98200 12345',
      email: `e${this.next(1e9)}@mail.test`,
      notes: text,
    };
    this.records.push(['candidate', candidate]);
    await desk.call('inquiries.enrol', { id: this.#of('inquiry'), candidate, changes });
    this.#book.saved(data, text);
  }

  async #many({ desk, data }: Colleague): Promise<void> {
    const text = this.#book.text();
    const ids = [...new Set(Array.from({ length: 6 }, () => this.#of('candidate')))];
    const given = {
      id: newId(),
      query: { entity: 'candidate', list: 'candidates' },
      picked: this.next(4) === 0 ? {} : { ids },
    } as const;
    const { done } = await desk.call('records.setMany', { ...given, changes: { city: text } });
    if (done > 0) this.#book.saved(data, text);
  }
}
