import { expect, it } from 'vitest';
import { openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { tooLate } from './too-late.ts';

it('what follows to a new record of somebody erased is too late with it, though it has not been sent yet', () => {
  const folder = temporaryFolder();
  const workspace = openWorkspace(folder.path);
  const { writer, outbox, actor } = workspace;
  const create = (entity: 'inquiry' | 'candidate', changes: Record<string, unknown>): string =>
    writer.save({ entity, id: null, base: null, changes }, actor).recordId;
  const person = { mobile: '98450 77123', email: 'zubeida@sample.test' };
  const inquiry = create('inquiry', { Name: 'Zubeida Quraishi', mobile: person.mobile });
  const candidate = create('candidate', { ...person, fullName: 'Zubeida Quraishi', inquiry });
  create('candidate', { ...person, fullName: 'Asha Rao' });
  const [sent] = outbox.unanswered();
  if (!sent) throw new Error('Nothing waits');
  const refused = {
    id: sent.id,
    status: 'refused',
    code: 'erased',
    error: 'This person was erased.',
  } as const;
  const late = tooLate(outbox, [sent], new Map([[sent.id, refused]]));
  expect(late.map(({ recordId }) => recordId)).toEqual([inquiry, candidate]);
  workspace.close();
  folder.remove();
});
