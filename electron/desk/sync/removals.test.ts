import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { setActive, setRole, somebodyNew, type Account } from '../testing/accounts.ts';
import { isLeaf, spoil } from '../testing/failing-disk.ts';
import { fileNamed, textsOnDisk } from '../testing/folder-contents.ts';
import { give as giveFile, judge, peopleCsv } from '../testing/import-steps.ts';
import { openOffice } from '../testing/office.ts';
import { openKept } from '../testing/kept-keys.ts';
import { noKeychain, STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** What the user may no longer see leaves the desk without a question, and the disk with it. */

const office = openOffice();
const candidates = { entity: 'candidate', list: 'candidates', offset: 0 } as const;
const textsOf = (at: number): string[] => [`Qwertun${at}vlx`, `city${at}zzkw`, `person${at}@revoked.test`];

/** Three letters that nothing else here has: one entry of the search index, which the file holds as it is. */
const PIECE = 'ꙮⴰᚠ';

let administrator: TestDesk;
let interviewer: { account: Account; desk: TestDesk; folder: string };

beforeEach(async () => {
  administrator = await office.deskOf('superadmin');
  interviewer = await somebodyNew(office, administrator, 'Employee');
});

/** Candidates of the interviewer; gives their ids. */
async function give(count: number, before = ''): Promise<string[]> {
  const { account } = interviewer;
  const ids: string[] = [];
  const held = await shown();
  for (let at = 0; at < count; at += 1) {
    const [fullName, city, email] = textsOf(at);
    const { record } = await administrator.call('records.save', {
      entity: 'candidate',
      id: null,
      base: null,
      changes: { fullName: `${before}${fullName}`, city, email, mobile: '9', interviewerId: account.id },
    });
    ids.push(record._id);
  }
  await administrator.inStep();
  await until('all are here', async () => (await shown()) >= held + count);
  return ids;
}

const shown = async (): Promise<number> =>
  (await interviewer.desk.call('records.list', { ...candidates, limit: 1 })).total ?? 0;

/** Of 240 candidates of the interviewer 200 are deleted while the desk is away: it is asked. Gives the ids of all. */
async function asked(): Promise<string[]> {
  const { desk } = interviewer;
  const ids = await give(240);
  office.network.cut();
  for (const id of ids.slice(0, 200)) await administrator.call('records.delete', { entity: 'candidate', id });
  await administrator.inStep();
  office.network.mend();
  void desk.call('sync.now', {});
  await desk.state('halted');
  return ids;
}

async function takeAway(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const base = (await administrator.call('records.get', { entity: 'candidate', id }))?.base ?? 0;
    const changes = { interviewerId: null, interviewerName: null };
    await administrator.call('records.save', { entity: 'candidate', id, base, changes });
  }
  await administrator.inStep();
}

/** Whether the query finds nothing in the file, read beside the desk. */
function isEmpty(path: string, sql: string): boolean {
  const db = openKept(path, 'NORMAL');
  try {
    return db.prepare(sql).get() === undefined;
  } finally {
    db.close();
  }
}

async function closeInterviewer(): Promise<void> {
  office.desks.splice(office.desks.indexOf(interviewer.desk), 1);
  await interviewer.desk.close();
}

describe('180 records that are given to somebody else', () => {
  it('go without a question', async () => {
    const ids = await give(180);
    office.network.cut();
    await takeAway(ids);
    office.network.mend();
    void interviewer.desk.call('sync.now', {});
    await until('gone', async () => (await shown()) === 0);
    expect(interviewer.desk.events.flatMap(({ data }) => ('state' in data ? data.state : []))).not.toContain(
      'halted',
    );
  });
});

describe('40 records that are given to somebody else', () => {
  it('leave no text of theirs in any file', async () => {
    const ids = await give(60);
    const { desk, folder } = interviewer;
    await until('found by the index', async () => {
      const { rows } = await desk.call('records.list', { ...candidates, search: 'qwertun', limit: 500 });
      return rows.length === 60;
    });
    await takeAway(ids.slice(0, 40));
    await until('gone', async () => (await shown()) === 20);
    await closeInterviewer();
    const taken = Array.from({ length: 40 }, (_, at) => textsOf(at)).flat();
    const left = Array.from({ length: 20 }, (_, at) => textsOf(at + 40)).flat();
    expect(textsOnDisk(folder, taken)).toEqual([]);
    expect(textsOnDisk(folder, left)).toEqual(left);
  });

  it('leave no piece of theirs in the search index, also where the desk was closed at once', async () => {
    await give(2);
    const taken = await give(40, `${PIECE} `);
    const { account, folder } = interviewer;
    const path = fileNamed(folder, 'cache.db');
    await until('indexed', () => isEmpty(path, 'SELECT 1 FROM candidate_unindexed'));
    await takeAway(taken);
    await until('gone', async () => (await shown()) === 2);
    await closeInterviewer();
    const desk = await TestDesk.open(folder, office.network.url, noKeychain);
    office.desks.push(desk);
    interviewer = { account, folder, desk };
    office.network.cut();
    await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
    const indexed = 'SELECT 1 FROM candidate_unindexed';
    const noted = `SELECT 1 FROM sync_state WHERE name LIKE 'leftovers%'`;
    await until('cleared', () => isEmpty(path, indexed) && isEmpty(path, noted));
    expect(await shown()).toBe(2);
    await closeInterviewer();
    expect(textsOnDisk(folder, [PIECE.slice(1)])).toEqual([]);
  });
});

describe('while a mass delete waits for an answer', () => {
  it('nothing of it has gone, also over a line on which pages broke off before', async () => {
    const { desk } = interviewer;
    const ids = await give(240);
    office.network.cut();
    // Each of these is a page that breaks off: the next is asked for with half as many rows.
    for (let at = 0; at < 4; at += 1) await desk.call('sync.now', {});
    for (const id of ids.slice(0, 200))
      await administrator.call('records.delete', { entity: 'candidate', id });
    await administrator.inStep();
    office.network.mend();
    void desk.call('sync.now', {});
    await desk.state('halted');
    expect((await desk.call('sync.status', {})).problem).toContain('They stay until you agree');
    expect(await shown()).toBe(240);
  });

  it('what is taken away still goes', async () => {
    const ids = await asked();
    expect(await shown()).toBe(240);
    await interviewer.desk.call('sync.confirmRemoval', { accept: false });
    await takeAway(ids.slice(200, 230));
    await until('gone', async () => (await shown()) === 210);
    expect((await interviewer.desk.call('sync.status', {})).state).toBe('halted');
    await interviewer.desk.call('sync.confirmRemoval', { accept: true });
    await interviewer.desk.inStep();
    expect(await shown()).toBe(10);
  });

  it('the question is asked again once the network is back', async () => {
    const { desk } = interviewer;
    await asked();
    const { problem } = await desk.call('sync.status', {});
    const lostAndFound = async (): Promise<void> => {
      office.network.cut();
      void desk.call('sync.now', {});
      await desk.state('offline');
      office.network.mend();
      void desk.call('sync.now', {});
      await desk.state('halted');
    };
    await lostAndFound();
    expect((await desk.call('sync.status', {})).problem).toBe(problem);
    await desk.call('sync.confirmRemoval', { accept: false });
    const { problem: declined } = await desk.call('sync.status', {});
    expect(declined).not.toBe(problem);
    // Said to the question before, by somebody who had not seen that another one is asked.
    await expect(
      desk.call('sync.confirmRemoval', { accept: true, question: problem ?? '' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await shown()).toBe(240);
    await lostAndFound();
    expect((await desk.call('sync.status', {})).problem).toBe(declined);
    await desk.call('sync.confirmRemoval', { accept: true });
    await desk.inStep();
    expect(await shown()).toBe(40);
  });
});

describe('a copy that is damaged while a mass delete waits for an answer', () => {
  it('is fetched anew, and there is nothing to ask any more', async () => {
    const { desk, folder } = interviewer;
    await asked();
    spoil(fileNamed(folder, 'cache.db'), (page) => isLeaf(page) && page.includes('@revoked.test'));
    await until('found', async () => {
      await desk.call('records.list', { ...candidates, limit: 500 }).catch(() => undefined);
      return desk.logged.some((line) => line.includes('damaged'));
    });
    await desk.inStep();
    expect(await shown()).toBe(40);
  });
});

describe('a mass delete of two kinds of records', () => {
  it('is asked about for each: who agrees to one has not agreed to the other', async () => {
    const desk = await office.deskOf('hr', office.network.url);
    const lists = [
      { entity: 'candidate', list: 'candidates', search: 'Crowd' },
      { entity: 'inquiry', list: 'inquiries', search: 'Throng' },
    ] as const;
    for (const { entity, search } of lists) {
      const { id } = await giveFile(administrator, entity, `${entity}.csv`, peopleCsv(search, 700));
      await judge(administrator);
      await administrator.call('import.run', { id });
      await administrator.call('import.putAway', { id });
    }
    await administrator.inStep();
    const counts = (): Promise<number[]> =>
      Promise.all(lists.map(async (query) => (await desk.call('records.count', query)).total));
    await until('all are here', async () => (await counts()).every((count) => count === 700));
    office.network.cut();
    // All of them, however many the tests before have left.
    for (const { entity, list } of lists) {
      const query = { entity, list } as const;
      await administrator.call('records.deleteMany', { id: newId(), query, picked: {} });
    }
    await administrator.inStep();
    office.network.mend();
    void desk.call('sync.now', {});
    const problem = async (): Promise<string> => (await desk.call('sync.status', {})).problem ?? '';
    await until('the first question', async () => (await problem()).includes('most of its candidates'));
    await desk.call('sync.confirmRemoval', { accept: true });
    await until('the second one', async () => (await problem()).includes('most of its inquiries'));
    expect((await counts())[1]).toBe(700);
    await desk.call('sync.confirmRemoval', { accept: true });
    await until('both are gone', async () => (await counts()).every((count) => count === 0));
  });
});

describe('what others wrote in a record that is given to somebody else', () => {
  const WON = 'wonvalue-qzv';
  const SEEN = 'seenvalue-qzv';
  const OWN = 'ownvalue-qzv';
  const LOST = 'lostvalue-qzv';

  /** A record that the interviewer has changed, once over a value of the administrator and once under one. */
  async function changedByBoth(): Promise<string> {
    const [id = ''] = await give(1);
    const edit = async (desk: TestDesk, changes: Record<string, unknown>, base?: number): Promise<number> => {
      const known = (await desk.call('records.get', { entity: 'candidate', id }))?.base ?? 0;
      await desk.call('records.save', { entity: 'candidate', id, base: base ?? known, changes });
      await desk.inStep();
      return known;
    };
    const { desk } = interviewer;
    const has = (of: TestDesk, name: string, value: string): Promise<unknown> =>
      until(value, async () => {
        const view = await of.call('records.get', { entity: 'candidate', id });
        return view?.record[name] === value;
      });
    await edit(administrator, { discussion: SEEN });
    await has(desk, 'discussion', SEEN);
    await edit(desk, { discussion: OWN });
    await has(administrator, 'discussion', OWN);
    const base = await edit(desk, { remarks: LOST });
    await has(administrator, 'remarks', LOST);
    await edit(administrator, { remarks: WON }, base);
    await until('told', async () => (await desk.call('sync.tray', {})).length > 0);
    return id;
  }

  it('leaves the outbox too, and nothing of an entry that is put away stays', async () => {
    const id = await changedByBoth();
    const { desk, folder } = interviewer;
    const [name = ''] = textsOf(0);
    expect(textsOnDisk(folder, [name, SEEN, WON, OWN, LOST])).toHaveLength(5);
    await takeAway([id]);
    await until('gone', async () => (await shown()) === 0);
    await until('not in any file', () => textsOnDisk(folder, [name, SEEN, WON]).length === 0);
    const [entry] = await desk.call('sync.tray', {});
    expect(entry).toMatchObject({
      title: 'Candidate',
      there: false,
      fields: [{ name: 'remarks', value: LOST, stands: null }],
    });
    expect(JSON.stringify(entry)).not.toContain(WON);
    await desk.call('sync.discard', { id: entry?.id ?? '' });
    const outbox = openKept(fileNamed(folder, 'outbox.db'), 'NORMAL');
    expect(outbox.prepare('SELECT lost, won, wonBy, title FROM conflicts').all()).toEqual([
      { lost: 'null', won: 'null', wonBy: '', title: '' },
    ]);
    outbox.close();
  });

  it('leaves it with the account', async () => {
    await changedByBoth();
    const { desk, folder, account } = interviewer;
    expect(textsOnDisk(folder, [OWN])).toEqual([OWN]);
    await setActive(administrator, account, false);
    await until('the session has ended', async () => (await desk.call('session.get', {})).user === null);
    expect(textsOnDisk(folder, [...textsOf(0), SEEN, WON, OWN, LOST])).toEqual([]);
  });

  it('leaves it with the role that showed it, before anybody signs in again', async () => {
    await changedByBoth();
    const { desk, folder, account } = interviewer;
    expect(textsOnDisk(folder, [OWN])).toEqual([OWN]);
    await setRole(administrator, account, 'Student');
    await until('the session has ended', async () => (await desk.call('session.get', {})).user === null);
    expect(textsOnDisk(folder, [...textsOf(0), SEEN, WON])).toEqual([]);
    expect(textsOnDisk(folder, [OWN])).toEqual([OWN]);
    await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
    await desk.inStep();
    expect(await desk.call('sync.tray', {})).toMatchObject([{ title: 'Candidate', there: false }]);
  });
});
