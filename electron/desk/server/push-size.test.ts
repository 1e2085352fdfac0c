import { describe, expect, it } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { openOffice } from '../testing/office.ts';
import { create, get, PERSON } from '../testing/record-steps.ts';
import { until } from '../testing/until.ts';

const office = openOffice();
/** Three bytes a character. */
const REMARKS = 'नमस्ते';

async function savedOffline(
  count: number,
  length: number,
): Promise<{ ids: string[]; desk: Awaited<ReturnType<typeof office.deskOf>> }> {
  const desk = await office.deskOf('superadmin', office.network.url);
  office.network.cut();
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const remarks = REMARKS.repeat(Math.ceil(length / REMARKS.length)).slice(0, length);
    ids.push(await create(desk, 'candidate', { ...PERSON, remarks }));
  }
  return { ids, desk };
}

describe('a proxy that lets only small bodies through', () => {
  it.each([
    ['with a page of its own', false],
    ['by ending the connection', true],
  ])('and says so %s does not stop what is sent', async (_how, breaksOff) => {
    const { ids, desk } = await savedOffline(60, 9_000);
    office.network.limitBodies(200_000, breaksOff);
    office.network.mend();
    await until('all sent', async () => {
      await desk.call('sync.now', {});
      return (await desk.call('sync.status', {})).waiting === 0;
    });
    expect(await desk.call('sync.tray', {})).toEqual([]);
    const other = await office.deskOf('hr');
    for (const id of ids) expect(await get(other, id)).not.toBe(null);
    // What was called too large is not offered again and again.
    expect(office.network.calls.filter((path) => path === PATHS.push).length).toBeLessThan(40);
  });

  it('has one change that is too large by itself refused with a sentence, and the others sent', async () => {
    const { ids, desk } = await savedOffline(3, 9_000);
    office.network.limitBodies(20_000);
    office.network.mend();
    const small = await create(desk, 'candidate', PERSON);
    await until('sent or refused', async () => {
      await desk.call('sync.now', {});
      return (await desk.call('sync.status', {})).waiting === 0;
    });
    const tray = await desk.call('sync.tray', {});
    expect(tray.map(({ recordId }) => recordId).sort()).toEqual([...ids].sort());
    expect(tray[0]?.message).toContain('between this computer and the server lets through');
    expect(await get(desk, small)).not.toBe(null);
  });

  it('is not met by a batch that the server takes: bytes are counted, not characters', async () => {
    const { desk } = await savedOffline(150, 9_500);
    // The longest batch of two million characters of this has six million bytes.
    office.network.limitBodies(2_200_000);
    office.network.mend();
    await desk.inStep();
    expect(await desk.call('sync.tray', {})).toEqual([]);
    expect(office.network.refusedBodies).toBe(0);
  });
});
