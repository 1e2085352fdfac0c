import { setTimeout as after } from 'node:timers/promises';
import { PlainError } from '#shared/protocol/errors.ts';
import { changesIn, type DayBook } from './day-book.ts';
import type { Colleague } from './colleague.ts';
import { Doings, type Staff } from './doings.ts';
import { NoAnswer } from '../../electron/desk/testing/desk-process.ts';
import { PATHS } from '#shared/protocol/sync.ts';

/** What a person may be told in the course of a day, in place of what was asked for. */
export const ANSWERS = new Set([
  'offline',
  'conflict',
  'not-found',
  'forbidden',
  'unavailable',
  'invalid',
  'session-ended',
  'unauthenticated',
  'locked',
  'restored',
]);

/** Doings by which what has not been sent may go. */
export const TAKES_OUT = ['undo', 'tray'];

/** Numbers that the seed decides, each below the one asked for. */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** What people of an office do in a day, at random: they add, edit, call, enrol, merge, hand over, and take back. */
export class OfficeDay {
  readonly next: (below: number) => number;
  readonly done = new Map<string, number>();
  readonly #book: DayBook;
  readonly #doings: Doings;

  constructor(seed: number, book: DayBook, users: string[], staff: Staff) {
    this.next = random(seed);
    this.#book = book;
    this.#doings = new Doings(this.next, book, users, staff);
  }

  get records(): Doings['records'] {
    return this.#doings.records;
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
      if (!isExpected && TAKES_OUT.some((each) => name.startsWith(each)))
        this.#book.takenOut(person.data, changesIn(person.data));
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
      ['tray', 4],
      ['deleteMany', 2],
      ['restoreMany', 2],
      ['saveView', 2],
    ];
    let at = this.next(steps.reduce((sum, [, weight]) => sum + weight, 0));
    return steps.find(([, weight]) => (at -= weight) < 0)?.[0] ?? 'edit';
  }

  async #act(name: string, person: Colleague): Promise<void> {
    switch (name) {
      case 'network':
        return person.cutOrMend();
      case 'lose':
        return person.network.loseAnswers(this.next(2) === 0 ? PATHS.push : PATHS.pull, 1);
      case 'reopen':
        return person.openAgain(false);
      case 'kill':
        return person.openAgain(true);
      default:
        return this.#doings.act(name, person);
    }
  }
}
