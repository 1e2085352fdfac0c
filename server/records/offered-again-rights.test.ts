import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import { candidate } from '#shared/model/candidate.ts';
import { storedFields } from '#shared/model/entity.ts';
import type { Again, Operation, OperationResult } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { ALL_ROLES, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** Whatever a desk claims of a server that was put back: it may do no more by it than without it. */

let server: TestServer;
let superAdmin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
  await superAdmin.push(
    newCandidate('there', { interviewerId: userIdOf('Employee'), map: userIdOf('Admin') }),
    newCandidate('gone'),
    operation('delete', 'candidate', 'gone', {}, 1e9),
    operation('create', 'inquiry', 'lead', { Name: 'Lead' }),
    operation('create', 'activity', 'call', { candidate: 'there', kind: 'Call' }),
    operation('create', 'savedView', 'view', {
      name: 'Theirs',
      list: 'candidate.candidates',
      settings: '{}',
    }),
    operation('create', 'messageTemplate', 'template', {
      name: 'Hello',
      channel: 'WhatsApp',
      audience: ['Candidates'],
      text: 'Hello',
    }),
  );
});
afterAll(() => server.stop());

const changesOf = (): Operation[] => [
  ...storedFields(candidate).map(([name]) => operation('update', 'candidate', 'there', { [name]: 'x' }, 1e9)),
  operation('update', 'candidate', 'gone', { city: 'Pune' }, 1e9),
  operation('create', 'candidate', 'there', newCandidate('there').changes),
  operation('delete', 'inquiry', 'lead', {}, 1e9),
  operation('restore', 'candidate', 'gone'),
  operation('update', 'activity', 'call', { note: 'x' }, 1e9),
  operation('delete', 'activity', 'call', {}, 1e9),
  operation('update', 'savedView', 'view', { name: 'x' }, 1e9),
  operation('restore', 'savedView', 'view'),
  operation('delete', 'savedView', 'view', {}, 1e9),
  operation('update', 'messageTemplate', 'template', { text: 'x' }, 1e9),
  operation('delete', 'messageTemplate', 'template', {}, 1e9),
  operation('create', 'mergedRecord', 'lead-away', { was: 'there', name: 'x', candidate: 'gone' }),
  operation('update', 'user', userIdOf('HR'), { takesLeads: true, salary: 1 }, 1e9),
  operation('delete', 'user', userIdOf('Student'), {}, 1e9),
  operation('create', 'roleAssignment', 'rise', { userEmail: 'x@y.test', roleName: 'Super Admin' }),
  operation('delete', 'roleAssignment', `assignment-${userIdOf('Student')}`, {}, 1e9),
];

const claims: Again[] = [
  { ackedAt: null },
  { ackedAt: '1970-01-01T00:00:00.000Z', seen: {} },
  { ackedAt: '2999-01-01T00:00:00.000Z', seen: { city: 'x', name: 'x', map: userIdOf('HR') } },
];

/** As one of a part that is refused in the end: nothing changes for those that follow. */
const asked = (change: Operation, again?: Again): Operation[] => {
  const none = operation('update', 'candidate', 'never-was', { city: 'x' });
  const set = { id: `asked-${none.id}`, title: 'Asked', part: 0 };
  return [
    { ...change, id: `${none.id}-it`, set, ...(again ? { again } : {}) },
    { ...none, set },
  ];
};

/** Refused by itself, and not with the other one. */
const isRefused = (result: OperationResult | undefined): boolean =>
  result?.status === 'refused' && result.refusedWith === undefined;

test.each(ALL_ROLES.filter((role): role is Role => role !== 'Super Admin'))(
  'what is refused to the role "%s" is refused whatever is claimed, and nothing of it stays',
  async (role) => {
    const client = await server.signIn(role);
    const seq = await server.database.seq();
    let refused = 0;
    for (const change of changesOf()) {
      const claimed = claims.flatMap((again) => asked(change, again));
      const [fresh, , ...others] = await client.push(...asked(change), ...claimed);
      const isAboutRights = fresh?.status === 'refused' && ['forbidden', 'not-found'].includes(fresh.code);
      if (!isRefused(fresh) || !isAboutRights) continue;
      refused += 1;
      const outcomes = others.filter((_, at) => at % 2 === 0).map(isRefused);
      expect({ change, outcomes }).toEqual({ change, outcomes: claims.map(() => true) });
    }
    expect(refused).toBeGreaterThan(6);
    expect(await server.database.seq()).toBe(seq);
  },
);

test('a merge that is there already and is claimed anew merges away nobody else', async () => {
  const admin = await server.signIn('Admin');
  const applied = (results: readonly OperationResult[]): void =>
    expect(results).toEqual(results.map(() => expect.objectContaining({ status: 'applied' })));
  applied(
    await admin.push(
      operation('create', 'inquiry', 'asked-once', { Name: 'Asked Once' }),
      newCandidate('enrolled', { inquiry: 'asked-once' }),
      operation('update', 'inquiry', 'asked-once', { enrolledAs: 'enrolled' }),
      newCandidate('twice'),
      newCandidate('stays'),
      operation('create', 'mergedRecord', 'twice-away', {
        was: 'twice',
        name: 'Twice',
        candidate: 'stays',
      }),
    ),
  );
  const anew = (was: string, set: string): Operation => ({
    ...operation('create', 'mergedRecord', 'twice-away', { was }),
    again: { ackedAt: null },
    set: { id: set, title: 'Claimed', part: 0 },
  });
  const along = (change: Operation, set: string): Operation => ({
    ...change,
    set: { id: set, title: 'Claimed', part: 0 },
  });

  const second = along(newCandidate('enrolled-twice', { inquiry: 'asked-once' }), 'claim-second');
  const bySecond = await admin.push(anew('enrolled', 'claim-second'), second);
  const leading = operation('update', 'mergedRecord', 'twice-away', { candidate: 'enrolled' });
  const away = operation('create', 'mergedRecord', 'enrolled-away', {
    was: 'enrolled',
    name: 'Enrolled',
    candidate: 'stays',
  });
  const other = along(newCandidate('enrolled-again', { inquiry: 'asked-once' }), 'claim-order');
  const byOrder = await admin.push(other, along(away, 'claim-order'));
  const byHand = await admin.push(anew('stays', 'claim-hand'), along(leading, 'claim-hand'));
  // Whether it is there or not: one that was undone and is claimed anew merges away nobody either.
  applied(await admin.push(operation('restore', 'candidate', 'twice')));
  const third = along(newCandidate('enrolled-thrice', { inquiry: 'asked-once' }), 'claim-third');
  const byThird = await admin.push(anew('enrolled', 'claim-third'), third);

  expect([bySecond, byOrder, byHand, byThird].map((results) => results.at(-1)?.status)).toEqual(
    Array(4).fill('refused'),
  );
});
