import { afterEach, beforeEach, expect, it } from 'vitest';
import { areLikeNames, nameWords } from '#shared/model/like-names.ts';
import { openWorkspace, pageOf, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { writePage } from '../sync/page-writer.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { DuplicateScan, type FoundGroup } from './duplicate-scan.ts';
import { Settled } from './settled-pairs.ts';

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
let seq = 0;

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  seq = 0;
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

type Person = Record<string, string | null> & { _id: string };

function has(entity: 'candidate' | 'inquiry' | 'notDuplicate', ...people: Person[]): void {
  const rows = people.map((person): SampleRow => ({ ...person, _id: person._id, _seq: (seq += 1) }));
  writePage(workspace.cache, workspace.overlay, pageOf(entity, rows, { seq }));
}

/** What is found, each group as its signs and its people in order. */
function found(): string[] {
  return groups().map(({ signs, people }) => {
    const ids = people.map(({ id }) => id).sort();
    return `${signs.map(({ sign, what }) => `${sign} ${what}`).join(' & ')}: ${ids.join(' ')}`;
  });
}

function groups(): FoundGroup[] {
  const reader = workspace.cache.openReader();
  const steps = new DuplicateScan(reader, new Settled(reader.db)).run();
  let step = steps.next();
  while (!step.done) step = steps.next();
  reader.close();
  return step.value;
}

it('groups by phone with the country, however it is written, also the second of two, across entities', () => {
  has(
    'candidate',
    { _id: 'a', fullName: 'Asha Rao', mobile: '98200 12345' },
    { _id: 'b', fullName: 'Somebody Else', mobile: '98111 11111', whatsapp: '+91-9820012345' },
    { _id: 'c', fullName: 'Third', mobile: '080 4123 4567 / 098200-12345' },
    { _id: 'd', fullName: 'Abroad', mobile: '+1 98200 12345' },
    { _id: 'e', fullName: 'Short', mobile: '12345' },
    { _id: 'f', fullName: 'Short too', mobile: '12345' },
  );
  has('inquiry', { _id: 'i', Name: 'A. Rao', mobile: '91 98200 12345' });
  expect(found()).toEqual(['phone 919820012345: a b c i']);
});

it('groups by email without case, and who is known by both once', () => {
  has(
    'candidate',
    { _id: 'a', fullName: 'Asha Rao', mobile: '98200 12345', email: 'Asha@Mail.test' },
    { _id: 'b', fullName: 'A', mobile: '98200 12345', email: 'asha@mail.test' },
    { _id: 'c', fullName: 'C', mobile: '98200 99999', email: 'asha@mail.test' },
  );
  expect(found()).toEqual(['phone 919820012345 & email asha@mail.test: a b c']);
});

it('groups by like names where city, college or birth date is the same, the surest first', () => {
  has(
    'candidate',
    { _id: 'a', fullName: 'Priyanka Sharma', city: 'Pune' },
    { _id: 'b', fullName: 'Sharma Priynka', city: 'PUNE' },
    { _id: 'c', fullName: 'Priyanka Sharma', city: 'Nashik' },
    { _id: 'd', fullName: 'Deepak Choudhary', dob: '2001-02-03', city: 'Thane' },
    { _id: 'e', fullName: 'Dipak Chaudhari', dob: '2001-02-03', city: 'Mumbai' },
    { _id: 'f', fullName: 'R. Iyer', collegeName: 'St. Xavier’s College' },
    { _id: 'g', fullName: 'Ravi Iyer', collegeName: 'St Xavier’s  college' },
    { _id: 'h', fullName: 'Ravi Iyer', city: 'Nagpur' },
  );
  expect(found()).toEqual(['name birth date: d e', 'name college: f g', 'name city: a b']);
});

it('an initial that fits two names is a group with each; the two are none', () => {
  has(
    'candidate',
    { _id: 'a', fullName: 'R Sharma', city: 'Pune' },
    { _id: 'b', fullName: 'Ravi Sharma', city: 'Pune' },
    { _id: 'c', fullName: 'Rahul Sharma', city: 'Pune' },
  );
  expect(found().toSorted()).toEqual(['name city: a b', 'name city: a c']);
});

it('leaves out who was said to be different, until somebody new is among them; and who enrolled from an inquiry', () => {
  has(
    'candidate',
    { _id: 'a', fullName: 'A', mobile: '98200 12345' },
    { _id: 'b', fullName: 'B', mobile: '98200 12345' },
    { _id: 'x', fullName: 'X', mobile: '98200 55555' },
  );
  has('inquiry', { _id: 'i', Name: 'X', mobile: '98200 55555', enrolledAs: 'x' });
  has('notDuplicate', { _id: 'n', records: '["a","b"]' });
  expect(found()).toEqual([]);
  has('candidate', { _id: 'c', fullName: 'C', mobile: '98200 12345' });
  expect(found()).toEqual(['phone 919820012345: a b c']);
});

it('a number that very many have is one group, and joins nobody else', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    _id: `m${at}`,
    fullName: `Person ${at}`,
    mobile: '99999 99999',
    email: `same${Math.floor(at / 2)}@mail.test`,
  }));
  has('candidate', ...many);
  const all = groups();
  expect(all.filter(({ sign }) => sign === 'email')).toHaveLength(20);
  expect(all.filter(({ sign }) => sign === 'phone').map(({ people }) => people.length)).toEqual([40]);
});

it('finds the pairs of like names that comparing everybody with everybody finds', () => {
  const first = [
    'Ravi',
    'Raavi',
    'R',
    'Rani',
    'Priyanka',
    'Priynka',
    'Md',
    'Mohammed',
    'Sunil',
    'Sunill',
    'S',
  ];
  const middle = ['', 'Kumar', 'K', 'Kumr'];
  const last = ['Sharma', 'Sharmaa', 'Iyer', 'Khan', 'S'];
  const names = first.flatMap((one) =>
    middle.flatMap((two) => last.map((three) => `${one} ${two} ${three}`)),
  );
  const people = names.map((fullName, at) => ({ _id: `p${at}`, fullName, dob: `2000-01-0${1 + (at % 4)}` }));
  has('candidate', ...people);
  const together = new Set(
    groups().flatMap(({ people: ids }) => ids.flatMap((a) => ids.map((b) => `${a.id} ${b.id}`))),
  );
  let pairs = 0;
  for (const [at, one] of people.entries()) {
    for (const other of people.slice(at + 1)) {
      if (one.dob !== other.dob || !areLikeNames(nameWords(one.fullName), nameWords(other.fullName)))
        continue;
      pairs += 1;
      const isVague = [one, other].some(({ fullName }) => /\b\w\b/.test(fullName));
      if (!isVague) expect([one, other, together.has(`${one._id} ${other._id}`)]).toEqual([one, other, true]);
    }
  }
  expect(pairs).toBeGreaterThan(200);
});
