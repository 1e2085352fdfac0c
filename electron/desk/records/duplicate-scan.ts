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
  readonly #ids: string[] = [];
  /** Candidates come first. */
  #candidates = 0;
  readonly #contacts = new Contacts();
  readonly #alike = new PeopleAlike();
  #done = 0;

  constructor(reader: CacheReader, settled: Settled) {
    this.#reader = reader;
    this.#settled = settled;
  }

  get records(): number {
    return this.#ids.length;
  }

  /** Records read, and then looked at: twice as many as there are in the end. */
  get done(): number {
    return this.#done;
  }

  *run(): Generator<void, FoundGroup[]> {
    for (const [entity, sql] of READ) {
      for (const row of this.#reader.rows(sql)) {
        this.#take(entity, row);
        if (this.#ids.length % PIECE !== 0) continue;
        this.#done = this.#ids.length;
        yield;
      }
    }
    const contacts = new SetsOfPeople(this.#ids.length);
    const common = yield* this.#joinContacts(contacts);
    const byContact = yield* this.#groupsByContact(contacts);
    this.#done += this.#ids.length / 4;
    const byName = yield* this.#groupsByName(contacts);
    this.#done += this.#ids.length / 2;
    const groups = [...byContact, ...byName, ...common];
    const open: FoundGroup[] = [];
    for (const [at, group] of groups.entries()) {
      if (at % PIECE === 0) yield;
      if (group.people.length > MOST_IN_GROUP || !this.#settled.all(group.people)) open.push(group);
    }
    return open;
  }

  #take(entity: Mergeable, row: readonly unknown[]): void {
    const at = this.#ids.length;
    if (entity === 'candidate') this.#candidates += 1;
    const value = (name: (typeof FIELD)[number]): string => {
      const given = row[FIELD.indexOf(name)];
      return typeof given === 'string' ? given : '';
    };
    this.#ids.push(value('_id'));
    const numbers = `${value('mobile')}${BETWEEN_NUMBERS}${value('whatsapp')}`.split(BETWEEN_NUMBERS);
    for (const contact of new Set([...numbers, value('email')]))
      if (contact !== '') this.#contacts.add(contact, at);
    if (entity !== 'candidate') return;
    const college = normaliseText(value('college'))
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    this.#alike.add(value('name'), [value('dob'), college, value('city')]);
  }

  /** Joins who have a number or an address in common. What very many have is a group of its own, and joins nobody. */
  *#joinContacts(sets: SetsOfPeople): Generator<void, FoundGroup[]> {
    const common: FoundGroup[] = [];
    for (const [at, [contact, people]] of this.#contacts.shared.entries()) {
      if (at % PIECE === 0) yield;
      const [first = 0, ...others] = people;
      if (people.length <= MOST_IN_GROUP) for (const other of others) sets.join(first, other);
      else common.push({ ...this.#group(people), signs: [signOf(contact)], sign: signOf(contact).sign });
    }
    return common;
  }

  *#groupsByContact(sets: SetsOfPeople): Generator<void, FoundGroup[]> {
    const groups = new Map<number, { people: Set<number>; signs: GroupSign[] }>();
    for (const [at, [contact, people]] of this.#contacts.shared.entries()) {
      if (at % PIECE === 0) yield;
      if (people.length > MOST_IN_GROUP) continue;
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
    const bySureness = Array.from({ length: 2 ** SAME.length }, (): FoundGroup[] => []);
    for (const [at, { people, same }] of open.entries()) {
      if (at % PIECE === 0) yield;
      const what = SAME.filter((_, bit) => (same & (1 << bit)) !== 0).join(', ');
      const group: FoundGroup = { ...this.#group(people), signs: [{ sign: 'name', what }], sign: 'name' };
      bySureness[sureness(same)]?.push(group);
    }
    return bySureness.toReversed().flat();
  }

  #group(people: readonly number[]): Pick<FoundGroup, 'people'> {
    return {
      people: people.map((person) => ({
        entity: person < this.#candidates ? 'candidate' : 'inquiry',
        id: this.#ids[person] ?? '',
      })),
    };
  }
}

/** In so many tables: the growth of one for all would hold up others for longer than they should wait. */
const TABLES = 32;

/** Who has a number or an address. Most are one person's alone. */
class Contacts {
  /** Numbers and addresses of several people, with these. */
  readonly shared: [contact: string, people: number[]][] = [];
  readonly #first = Array.from({ length: TABLES }, () => new Map<string, number | number[]>());

  add(contact: string, person: number): void {
    const end = contact.length;
    const table = this.#first[(contact.charCodeAt(end >> 1) * 7 + contact.charCodeAt(end - 1)) % TABLES];
    const known = table?.get(contact);
    if (known === undefined) table?.set(contact, person);
    else if (typeof known === 'object') known.push(person);
    else {
      const people = [known, person];
      table?.set(contact, people);
      this.shared.push([contact, people]);
    }
  }
}

const signOf = (contact: string): GroupSign => ({
  sign: contact.includes('@') ? 'email' : 'phone',
  what: contact,
});

const rank = (sign: DuplicateSign): number => (sign === 'phone' ? 0 : 1);

/** A birth date says more than a college, and that more than a city. */
const sureness = (same: number): number =>
  SAME.reduce((sum, _, at) => sum + ((same & (1 << at)) === 0 ? 0 : 1 << (SAME.length - 1 - at)), 0);
