import { BETWEEN_NUMBERS } from '#shared/model/contact-keys.ts';
import type { Mergeable } from '#shared/model/merged-record.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { MOST_IN_GROUP, type DuplicateSign, type GroupSign } from '#shared/protocol/duplicates.ts';
import type { CacheReader } from '../cache/cache-reader.ts';
import { PeopleAlike, SAME } from './people-alike.ts';
import { SetsOfPeople } from './sets-of-people.ts';
import type { Settled } from './settled-pairs.ts';

export interface PersonRef {
  entity: Mergeable;
  id: string;
}

/** Records that may be one person. */
export interface FoundGroup {
  signs: GroupSign[];
  /** By which it is listed: the surest. */
  sign: DuplicateSign;
  people: PersonRef[];
}

/** Rows read, or looked at, between two chances to give way. */
const PIECE = 64;
const FIELD = ['_id', 'name', 'mobile', 'whatsapp', 'email', 'dob', 'college', 'city'] as const;

const READ: readonly (readonly [Mergeable, string])[] = [
  [
    'candidate',
    `SELECT "_id", "fullName", "mobile_digits", "whatsapp_digits", "email_key", "dob", "collegeName", "city_key"
     FROM "candidate" NOT INDEXED`,
  ],
  ['inquiry', `SELECT "_id", NULL, "mobile_digits", NULL, NULL, NULL, NULL, NULL FROM "inquiry" NOT INDEXED`],
];

/**
 * Looks for records that may be one person, in steps of less than a millisecond or two between which others may have
 * their turn: by phone and email across candidates and inquiries, by like names among candidates.
 */
export class DuplicateScan {
  readonly #reader: CacheReader;
  readonly #settled: Settled;
  readonly #people: PersonRef[] = [];
  /** Whose number or address it is: the people who have it. */
  readonly #contacts = new Map<string, number[]>();
  readonly #alike = new PeopleAlike();
  #done = 0;

  constructor(reader: CacheReader, settled: Settled) {
    this.#reader = reader;
    this.#settled = settled;
  }

  get records(): number {
    return this.#people.length;
  }

  /** Records read, and then looked at: twice as many as there are in the end. */
  get done(): number {
    return this.#done;
  }

  *run(): Generator<void, FoundGroup[]> {
    for (const [entity, sql] of READ) {
      for (const row of this.#reader.rows(sql)) {
        this.#take(entity, row);
        if (this.#people.length % PIECE !== 0) continue;
        this.#done = this.#people.length;
        yield;
      }
    }
    const contacts = new SetsOfPeople(this.#people.length);
    const common = yield* this.#joinContacts(contacts);
    const byContact = yield* this.#groupsByContact(contacts);
    this.#done += this.#people.length / 4;
    const byName = yield* this.#groupsByName(contacts);
    this.#done += this.#people.length / 2;
    const groups = [...byContact, ...byName, ...common];
    const open: FoundGroup[] = [];
    for (const [at, group] of groups.entries()) {
      if (at % PIECE === 0) yield;
      if (group.people.length > MOST_IN_GROUP || !this.#settled.all(group.people)) open.push(group);
    }
    return open;
  }

  #take(entity: Mergeable, row: readonly unknown[]): void {
    const at = this.#people.length;
    const value = (name: (typeof FIELD)[number]): string => {
      const given = row[FIELD.indexOf(name)];
      return typeof given === 'string' ? given : '';
    };
    this.#people.push({ entity, id: value('_id') });
    const numbers = `${value('mobile')}${BETWEEN_NUMBERS}${value('whatsapp')}`.split(BETWEEN_NUMBERS);
    for (const contact of new Set([...numbers, value('email')])) if (contact !== '') this.#have(contact, at);
    if (entity !== 'candidate') return;
    const college = normaliseText(value('college'))
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    this.#alike.add(value('name'), [value('dob'), college, value('city')]);
  }

  #have(contact: string, person: number): void {
    const people = this.#contacts.get(contact);
    if (people) people.push(person);
    else this.#contacts.set(contact, [person]);
  }

  /** Joins who have a number or an address in common. What very many have is a group of its own, and joins nobody. */
  *#joinContacts(sets: SetsOfPeople): Generator<void, FoundGroup[]> {
    const common: FoundGroup[] = [];
    let looked = 0;
    for (const [contact, people] of this.#contacts) {
      looked += 1;
      if (looked % PIECE === 0) yield;
      const [first, ...others] = people;
      if (first === undefined || others.length === 0) this.#contacts.delete(contact);
      else if (people.length <= MOST_IN_GROUP) for (const other of others) sets.join(first, other);
      else {
        common.push({ ...this.#group(people), signs: [signOf(contact)], sign: signOf(contact).sign });
        this.#contacts.delete(contact);
      }
    }
    return common;
  }

  *#groupsByContact(sets: SetsOfPeople): Generator<void, FoundGroup[]> {
    const groups = new Map<number, { people: Set<number>; signs: GroupSign[] }>();
    let looked = 0;
    for (const [contact, people] of this.#contacts) {
      looked += 1;
      if (looked % PIECE === 0) yield;
      const of = sets.of(people[0] ?? 0);
      const group = groups.get(of) ?? { people: new Set(), signs: [] };
      for (const person of people) group.people.add(person);
      group.signs.push(signOf(contact));
      groups.set(of, group);
    }
    const found = [...groups.values()].map(({ people, signs }): FoundGroup => {
      const sign = signs.some((each) => each.sign === 'phone') ? 'phone' : 'email';
      return { ...this.#group([...people]), signs, sign };
    });
    return found.sort((one, other) => rank(one.sign) - rank(other.sign));
  }

  /** Those that a number or an address has not put together already, the surest first. */
  *#groupsByName(contacts: SetsOfPeople): Generator<void, FoundGroup[]> {
    const alike = yield* this.#alike.find();
    const open = alike.filter(({ people: [first = 0, ...others] }) =>
      others.some((other) => contacts.of(other) !== contacts.of(first)),
    );
    const bySureness: FoundGroup[][] = [];
    for (const [at, { people, same }] of open.entries()) {
      if (at % PIECE === 0) yield;
      const what = SAME.filter((_, bit) => (same & (1 << bit)) !== 0).join(', ');
      const group: FoundGroup = { ...this.#group(people), signs: [{ sign: 'name', what }], sign: 'name' };
      (bySureness[sureness(same)] ??= []).push(group);
    }
    return bySureness.toReversed().flatMap((groups) => groups);
  }

  #group(people: readonly number[]): Pick<FoundGroup, 'people'> {
    return { people: people.flatMap((person) => this.#people[person] ?? []) };
  }
}

const signOf = (contact: string): GroupSign => ({
  sign: contact.includes('@') ? 'email' : 'phone',
  what: contact,
});

const rank = (sign: DuplicateSign): number => (sign === 'phone' ? 0 : 1);

/** A birth date says more than a college, and that more than a city. */
const sureness = (same: number): number =>
  SAME.reduce((sum, _, at) => sum + ((same & (1 << at)) === 0 ? 0 : 1 << (SAME.length - at)), 0);
