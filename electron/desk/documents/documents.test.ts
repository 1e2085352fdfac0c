import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { Documented } from '#shared/protocol/document-calls.ts';
import { documentPiecePath, PATHS } from '#shared/protocol/sync.ts';
import { hashOf } from '../files/files-folder.ts';
import { pdf } from '../testing/made-documents.ts';
import { openOffice } from '../testing/office.ts';
import type { TestDesk } from '../testing/test-desk.ts';

const office = openOffice();
let made = 0;

async function candidate(desk: TestDesk, changes: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const values = {
    fullName: `Asha Rao ${made}`,
    mobile: `9811${600_000 + made}`,
    email: `asha${made}@doc.test`,
    ...changes,
  };
  const view = await desk.call('records.save', {
    entity: 'candidate',
    id: null,
    base: null,
    changes: values,
  });
  return view.record._id;
}

const add = (
  desk: TestDesk,
  of: string,
  bytes: Buffer,
  more: { id?: string; kind?: 'CV' | 'Certificate' | 'Other'; name?: string; entity?: Documented } = {},
) => {
  const { id = newId(), kind = 'CV', name = 'CV.pdf', entity = 'candidate' } = more;
  const about = { entity, id: of };
  return desk.call('documents.add', { id, about, kind, name, base64: bytes.toString('base64') });
};
const of = (desk: TestDesk, id: string, entity: Documented = 'candidate') =>
  desk.call('documents.of', { about: { entity, id } });
const resumeOf = async (desk: TestDesk, id: string) =>
  (await desk.call('records.get', { entity: 'candidate', id }))?.record['resumeStatus'];

it('a CV added offline is noted and read, and another desk has it after reconnecting', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const id = await candidate(desk);
  await desk.inStep();
  office.network.cut();
  const bytes = pdf(['Asha Rao\nKubernetes (Go)', 'Second page']);
  const { _id, set, problem } = await add(desk, id, bytes, { name: 'C:\\papers\\Asha CV.pdf' });
  expect(problem).toBeNull();
  const title = (await desk.call('records.get', { entity: 'candidate', id }))?.record['fullName'];
  expect(await of(desk, id)).toMatchObject([
    {
      _id,
      kind: 'CV',
      name: 'Asha CV.pdf',
      type: 'PDF',
      size: bytes.length,
      hasText: true,
      waiting: true,
      mayChange: true,
      mayDelete: true,
    },
  ]);
  expect(await resumeOf(desk, id)).toBe('Uploaded');
  expect(await desk.call('documents.show', { id: _id })).toEqual({
    type: 'PDF',
    base64: bytes.toString('base64'),
  });
  office.network.calls.length = 0;
  office.network.mend();
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  const { calls } = office.network;
  const piece = documentPiecePath(hashOf(bytes), 0, bytes.length);
  expect(calls.indexOf(piece)).toBeGreaterThanOrEqual(0);
  expect(calls.indexOf(piece)).toBeLessThan(calls.lastIndexOf(PATHS.push));
  const [change] = (await desk.call('changes.list', {})).changes;
  expect(change).toMatchObject({ id: set, title: `CV of ${String(title)}` });

  const other = await office.deskOf('admin');
  const view = await other.call('records.get', { entity: 'document', id: _id });
  expect(view?.record).toMatchObject({ text: 'Asha Rao\nKubernetes (Go)\nSecond page', type: 'PDF' });
  expect(await of(other, id)).toMatchObject([{ waiting: false, by: expect.any(String) as string }]);
  const shown = await other.call('documents.show', { id: _id });
  expect(shown).toEqual({ type: 'PDF', base64: bytes.toString('base64') });
});
