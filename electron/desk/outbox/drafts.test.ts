import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#shared/format/time.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { LARGEST_DRAFT, MOST_DRAFTS } from '#shared/protocol/draft-calls.ts';
import { newId } from '#shared/model/new-id.ts';
import { newAccount, resetPassword, setActive, setRole, type Account } from '../testing/accounts.ts';
import { DeskProcess } from '../testing/desk-process.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, shows } from '../testing/record-steps.ts';
import { ended } from '../testing/restorable-office.ts';
import { memoryKeychain, STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** What is typed and not saved outlives the desk, is its user's alone, and goes where that user's data goes. */

const office = openOffice();
const HER = { fullName: 'Zubeida Quraishi', mobile: '98450 77123', email: 'zubeida@sample.test' };
let folder: string;

beforeEach(() => {
  folder = office.newFolder();
});

type Draft = Params<'drafts.keep'>;

const draftOf = (values: Record<string, unknown>, more: Partial<Draft> = {}): Draft => ({
  id: newId(),
  entity: 'candidate',
  recordId: newId(),
  isNew: true,
  form: '/candidate',
  title: '',
  values,
  seen: {},
  references: {},
  about: null,
  beside: {},
  ...more,
});

async function signedIn(name = 'hr', url = office.network.url): Promise<TestDesk> {
  const desk = await TestDesk.open(folder, url, memoryKeychain());
  office.desks.push(desk);
  await desk.signIn(name);
  await desk.inStep();
  return desk;
}

const listed = async (desk: Pick<TestDesk, 'call'>): Promise<string[]> =>
  (await desk.call('drafts.list', {})).drafts.map(({ id }) => id);

describe('kept', () => {
  it('is there after a desk is killed, with what was typed last, until it is forgotten', async () => {
    const draft = draftOf({ fullName: 'Meera' });
    let desk = await DeskProcess.open(folder, office.server.url);
    await desk.signIn('hr');
    await desk.call('drafts.keep', draft);
    await desk.call('drafts.keep', { ...draft, values: { fullName: 'Meera Iyer', fee: 500 } });
    await desk.kill();

    desk = await DeskProcess.open(folder, office.server.url);
    await desk.signIn('hr');
    const { drafts } = await desk.call('drafts.list', {});
    expect(drafts).toHaveLength(1);
    expect(drafts[0]).toMatchObject({ id: draft.id, isNew: true, form: '/candidate', offered: false });
    expect(await desk.call('drafts.read', { id: draft.id })).toMatchObject({
      values: { fullName: 'Meera Iyer', fee: 500 },
    });
    await desk.call('drafts.forget', { id: draft.id });
    await desk.kill();
    desk = await DeskProcess.open(folder, office.server.url);
    await desk.signIn('hr');
    expect(await listed(desk)).toEqual([]);
    expect(await desk.call('drafts.read', { id: draft.id })).toBeNull();
    await desk.close();
  });

  it('opens by itself once, and again after more was typed in it', async () => {
    const desk = await signedIn();
    const draft = draftOf({ fullName: 'Meera' });
    const isOffered = async (): Promise<boolean | undefined> =>
      (await desk.call('drafts.list', {})).drafts[0]?.offered;
    await desk.call('drafts.keep', draft);
    await desk.call('drafts.offered', { ids: [draft.id], offered: true });
    expect(await isOffered()).toBe(true);
    await desk.call('drafts.offered', { ids: [draft.id], offered: false });
    expect(await isOffered()).toBe(false);
    await desk.call('drafts.offered', { ids: [draft.id], offered: true });
    await desk.call('drafts.keep', draft);
    expect(await isOffered()).toBe(false);
  });

  it('is shown to nobody while the windows are locked; what was typed just before is kept all the same', async () => {
    const desk = await signedIn();
    const draft = draftOf({ fullName: 'Meera' });
    await desk.call('drafts.keep', draft);
    await desk.call('session.lock', {});
    await desk.call('drafts.keep', { ...draft, values: { fullName: 'Meera Iyer' } });
    for (const call of [
      desk.call('drafts.list', {}),
      desk.call('drafts.read', { id: draft.id }),
      desk.call('drafts.forget', { id: draft.id }),
    ])
      await expect(call).rejects.toMatchObject({ code: 'locked' });
    await desk.call('session.signOut', {});
    await desk.signIn('hr');
    expect(await desk.call('drafts.read', { id: draft.id })).toMatchObject({
      values: { fullName: 'Meera Iyer' },
    });
  });

  it('takes no secret, no chosen file, no field that there is not, and not without end', async () => {
    const desk = await signedIn('superadmin');
    const bad = { code: 'bad-request' };
    const keep = (draft: Draft): Promise<null> => desk.call('drafts.keep', draft);
    await expect(keep(draftOf({ password: 'Demo@12345' }, { entity: 'user' }))).rejects.toMatchObject(bad);
    await expect(keep(draftOf({ avatar: 'a'.repeat(64) }))).rejects.toMatchObject(bad);
    await expect(keep(draftOf({ toString: 'x' }))).rejects.toMatchObject(bad);
    await expect(keep(draftOf({}, { seen: { forged: 1 } }))).rejects.toMatchObject(bad);
    await expect(keep(draftOf({}, { beside: { nextCall: null } }))).rejects.toMatchObject(bad);
    await expect(keep({ ...draftOf({}), more: 1 } as Draft)).rejects.toMatchObject(bad);
    const draft = draftOf({ notes: 'short' });
    await keep(draft);
    await expect(keep({ ...draft, values: { notes: 'x'.repeat(LARGEST_DRAFT) } })).rejects.toMatchObject({
      code: 'too-large',
    });
    expect(await desk.call('drafts.read', { id: draft.id })).toMatchObject({ values: { notes: 'short' } });
    expect(await listed(desk)).toEqual([draft.id]);
  });

  it('is no more than so many, the oldest going first', async () => {
    const desk = await signedIn();
    const ids: string[] = [];
    for (let at = 0; at < MOST_DRAFTS + 3; at += 1) {
      const draft = draftOf({ fullName: `Person ${at}` });
      ids.push(draft.id);
      await desk.call('drafts.keep', draft);
    }
    expect(await listed(desk)).toEqual(ids.slice(3).reverse());
  });
});

describe('a clock that was ahead', () => {
  afterEach(() => void vi.useRealTimers());

  it('has what is typed now kept all the same, and then listed first', async () => {
    const desk = await signedIn();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * DAY_MS });
    for (let at = 0; at < MOST_DRAFTS; at += 1)
      await desk.call('drafts.keep', draftOf({ fullName: `Person ${at}` }));
    vi.useRealTimers();
    const now = draftOf({ fullName: 'Meera Iyer' });
    await desk.call('drafts.keep', now);
    expect((await listed(desk))[0]).toBe(now.id);
    expect(await listed(desk)).toHaveLength(MOST_DRAFTS);
    // And typed in once more, with others after it.
    const next = draftOf({ fullName: 'Ravi Nair' });
    await desk.call('drafts.keep', next);
    expect((await listed(desk)).slice(0, 2)).toEqual([next.id, now.id]);
  });
});

describe('whose it is', () => {
  it('is the user’s alone: another one on the same PC sees none, the first one has it after that', async () => {
    const draft = draftOf({ fullName: 'Meera Iyer' });
    const desk = await signedIn();
    await desk.call('drafts.keep', draft);
    await desk.call('session.signOut', {});
    await expect(desk.call('drafts.list', {})).rejects.toMatchObject({ code: 'unauthenticated' });
    await desk.signIn('admin');
    expect(await listed(desk)).toEqual([]);
    expect(await desk.call('drafts.read', { id: draft.id })).toBeNull();
    await desk.call('drafts.forget', { id: draft.id });
    await desk.call('session.signOut', {});
    await desk.signIn('hr');
    expect(await listed(desk)).toEqual([draft.id]);
  });

  it('goes when the user wishes that nothing stays, also while changes wait', async () => {
    const desk = await signedIn();
    await desk.call('drafts.keep', draftOf({ fullName: 'Qwertunvlx' }));
    office.network.cut();
    await create(desk, 'candidate', { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'm@mail.test' });
    // Also so that what is left can be looked through: afterwards the server alone has its key.
    expect(textsOnDisk(folder, ['Qwertunvlx'])).toEqual(['Qwertunvlx']);
    await desk.call('session.signOut', { evenIfWaiting: true, wipe: true });
    expect(textsOnDisk(folder, ['Qwertunvlx'])).toEqual([]);
    office.network.mend();
    await desk.signIn('hr');
    expect(await listed(desk)).toEqual([]);
  });

  it('goes when the account is closed or has a lower role, which is said, and stays in a higher one', async () => {
    const administrator = await office.deskOf('superadmin');
    for (const [role, says] of [
      [null, 'deactivated'],
      ['Employee', 'role'],
      ['Admin', 'role'],
    ] as const) {
      const account = await newAccount(office.server.url, administrator, 'HR');
      const desk = await TestDesk.open(office.newFolder(), office.network.url, memoryKeychain());
      office.desks.push(desk);
      await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
      await desk.inStep();
      const draft = draftOf({ fullName: 'Meera Iyer' });
      await desk.call('drafts.keep', draft);
      if (role === null) await setActive(administrator, account, false);
      else await setRole(administrator, account, role);
      const { notice } = await until('told', async () => {
        const now = await desk.call('session.get', {});
        return now.user === null && now;
      });
      expect(notice).toContain(says);
      if (role === null) await setActive(administrator, account, true);
      await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
      await desk.inStep();
      const stays = role === 'Admin';
      expect([role, await listed(desk)]).toEqual([role, stays ? [draft.id] : []]);
      const said = JSON.stringify(await desk.call('sync.status', {}));
      expect([role, said.includes('had typed in a form and not saved')]).toEqual([role, !stays]);
    }
  });
});

describe('of people', () => {
  it('who are erased goes, and so does what names them; of others it stays', async () => {
    const superAdmin = await office.deskOf('superadmin');
    const desk = await signedIn();
    const id = await create(desk, 'candidate', HER);
    await desk.inStep();
    await shows(superAdmin, id, 'fullName', HER.fullName);
    const other = draftOf({ fullName: 'Asha Rao', mobile: '98200 54321', notes: 'Call at 10 on 22.' });
    for (const draft of [
      draftOf({ notes: 'Tallzzq' }, { recordId: id, isNew: false, title: HER.fullName }),
      draftOf({ fullName: 'Z', mobile: '+91 98450-77123' }),
      draftOf({ notes: 'Came with zubeida QURAISHI' }),
      draftOf({ notes: 'Asked for:\nZubeida\nQuraishi' }),
      draftOf(
        { kind: 'Call', outcome: null, note: 'Will payzzq' },
        {
          entity: 'activity',
          form: 'log-call',
          about: { entity: 'candidate', id, title: 'Z' },
          beside: { nextCall: null },
        },
      ),
      other,
    ])
      await desk.call('drafts.keep', draft);
    expect(await listed(desk)).toHaveLength(6);
    await superAdmin.call('persons.erase', { entity: 'candidate', id, reason: 'Asked', name: HER.fullName });
    await until('she is gone', async () => (await listed(desk)).length === 1);
    expect(await listed(desk)).toEqual([other.id]);
    await office.closed(desk);
    expect(textsOnDisk(folder, ['Zubeida', '98450-77123', 'QURAISHI', 'Will payzzq', 'Tallzzq'])).toEqual([]);
  });

  it('who are erased is not kept again by a form that is open still', async () => {
    const superAdmin = await office.deskOf('superadmin');
    const desk = await signedIn();
    const id = await create(desk, 'candidate', HER);
    await desk.inStep();
    await shows(superAdmin, id, 'fullName', HER.fullName);
    await superAdmin.call('persons.erase', { entity: 'candidate', id, reason: 'Asked', name: HER.fullName });
    await until('she is gone', async () => (await get(desk, id)) === null);
    const about = { entity: 'candidate', id, title: HER.fullName } as const;
    for (const draft of [
      draftOf({ notes: 'Tallzzq' }, { recordId: id, isNew: false, title: HER.fullName }),
      draftOf({ note: 'Will payzzq' }, { entity: 'activity', form: 'log-call', about }),
      // Chosen in a field of another record, with what that field shows.
      draftOf(
        { candidate: id, note: 'Will payzzq' },
        { entity: 'activity', references: { candidate: 'Zubeida' } },
      ),
    ])
      await expect(desk.call('drafts.keep', draft)).rejects.toMatchObject({ code: 'erased' });
    await office.closed(desk);
    expect(textsOnDisk(folder, ['Zubeida', 'Will payzzq', 'Tallzzq'])).toEqual([]);
  });

  it('who are erased is not kept again where the desk was killed behind the form', async () => {
    const superAdmin = await office.deskOf('superadmin');
    let desk = await DeskProcess.open(folder, office.server.url);
    await desk.signIn('hr');
    const id = await create(superAdmin, 'candidate', HER);
    const isHere = async (): Promise<boolean> =>
      (await desk.call('records.get', { entity: 'candidate', id })) !== null;
    await until('she is here', isHere);
    await superAdmin.call('persons.erase', { entity: 'candidate', id, reason: 'Asked', name: HER.fullName });
    await until('she is gone', async () => !(await isHere()));
    await desk.kill();
    desk = await DeskProcess.open(folder, office.server.url);
    await desk.signIn('hr');
    const draft = draftOf({ notes: 'Tallzzq' }, { recordId: id, isNew: false, title: HER.fullName });
    await expect(desk.call('drafts.keep', draft)).rejects.toMatchObject({ code: 'erased' });
    expect(await listed(desk)).toEqual([]);
    await desk.close();
  });

  /** A desk whose user sees her by being her interviewer, with a draft of her. */
  async function withDraftOfHer(): Promise<{
    administrator: TestDesk;
    desk: TestDesk;
    account: Account;
    id: string;
    draft: Draft;
  }> {
    const administrator = await office.deskOf('superadmin');
    const account = await newAccount(office.server.url, administrator, 'Employee');
    const desk = await TestDesk.open(folder, office.network.url, memoryKeychain());
    office.desks.push(desk);
    await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
    await desk.inStep();
    const id = await create(administrator, 'candidate', { ...HER, interviewerId: account.id });
    await shows(desk, id, 'fullName', HER.fullName);
    const draft = draftOf(
      { remarks: 'Knows her trade' },
      {
        recordId: id,
        isNew: false,
        title: HER.fullName,
        seen: { remarks: 'Seenbefore' },
        references: { remarks: 'Textofothers' },
      },
    );
    await desk.call('drafts.keep', draft);
    return { administrator, desk, account, id, draft };
  }

  const BLANKED = { title: '', values: { remarks: 'Knows her trade' }, seen: {}, references: {} };
  const OF_OTHERS = ['Seenbefore', 'Textofothers', 'Zubeida'];

  it('who are taken away while their copy is not here keeps nothing that others wrote either', async () => {
    const { administrator, desk, account, id, draft } = await withDraftOfHer();
    expect(textsOnDisk(folder, OF_OTHERS)).toEqual(OF_OTHERS);
    // The copy goes with a session that ended.
    await resetPassword(office.server.url, account, 'Copper lantern 57');
    await ended(desk);
    await edit(administrator, id, { interviewerId: null, interviewerName: null });
    await administrator.inStep();
    await desk.call('session.signIn', { email: account.email, password: 'Copper lantern 57' });
    await desk.inStep();
    expect(await desk.call('drafts.read', { id: draft.id })).toMatchObject(BLANKED);
    expect(textsOnDisk(folder, OF_OTHERS)).toEqual([]);
  });

  it('who are taken away from the user keeps what was typed, and nothing that others wrote', async () => {
    const { administrator, desk, id, draft } = await withDraftOfHer();
    await edit(administrator, id, { interviewerId: null, interviewerName: null });
    await until('taken away', async () => (await get(desk, id)) === null);
    expect(await desk.call('drafts.read', { id: draft.id })).toMatchObject(BLANKED);
    // The form may be open still, and be typed in.
    await desk.call('drafts.keep', draft);
    expect(await desk.call('drafts.read', { id: draft.id })).toMatchObject(BLANKED);
    await office.closed(desk);
    expect(textsOnDisk(folder, OF_OTHERS)).toEqual([]);
  });
});
