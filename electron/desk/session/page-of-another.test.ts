import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { openOffice } from '../testing/office.ts';

/** A page that hung while somebody else signed in asks in the name of the one whom it shows. */

const office = openOffice();

it('what a page asks in the name of who has left is not done in the name of who has come', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const former = (await desk.call('session.get', {})).user?._id;
  const ofFormer = (method: string, params: unknown): Promise<unknown> =>
    desk.desk.call(method, params, former);
  const draft = {
    id: newId(),
    entity: 'candidate',
    recordId: newId(),
    isNew: true,
    form: '/candidate',
    title: '',
    values: { fullName: 'Typed by who has left' },
    seen: {},
    references: {},
    about: null,
    beside: {},
  };
  await ofFormer('drafts.keep', draft);
  await desk.call('session.signOut', {});
  await expect(ofFormer('drafts.keep', draft)).rejects.toMatchObject({ code: 'unauthenticated' });
  await desk.signIn('superadmin');
  const changes = { fullName: 'Saved by who has left', mobile: '98200 12345', email: 'a@mail.test' };
  const asked: [string, unknown][] = [
    ['drafts.keep', draft],
    ['records.save', { entity: 'candidate', id: null, base: null, changes }],
    ['records.list', { entity: 'candidate', list: 'candidates', offset: 0, limit: 5 }],
    ['session.lock', {}],
    ['session.signOut', { evenIfWaiting: true, wipe: true }],
  ];
  for (const [method, params] of asked)
    await expect(ofFormer(method, params)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await ofFormer('session.get', {})).toMatchObject({ user: { email: 'superadmin@demo.test' } });
  expect((await desk.call('drafts.list', {})).drafts).toEqual([]);
  expect((await desk.call('sync.status', {})).waiting).toBe(0);
  await desk.call('session.signOut', {});
  await desk.signIn('hr');
  expect(((await ofFormer('drafts.list', {})) as { drafts: unknown[] }).drafts).toHaveLength(1);
});
