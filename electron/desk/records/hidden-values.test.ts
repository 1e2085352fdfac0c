import { expect, it } from 'vitest';
import { BY_VALUES } from '../outbox/outbox-operation.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';

it('who writes over what lies under an own change has not seen it, whatever number it has', () => {
  const folder = temporaryFolder();
  const workspace = openWorkspace(folder.path);
  const [one, other] = sampleCandidates(2) as [SampleRow, SampleRow];
  const { cache, overlay, writer, reader, outbox, actor } = workspace;
  const gives = (rows: SampleRow[], seq: number): void =>
    void writePage(cache, overlay, pageOf('candidate', rows, { seq }));
  const edit = ({ _id: id }: SampleRow, city: string): unknown => {
    writer.save({ entity: 'candidate', id, base: reader.baseSeq('candidate', id), changes: { city } }, actor);
    return outbox.unanswered().at(-1);
  };
  gives([one, other], 2);
  edit(one, 'Pune');
  gives(
    [one, other].map((row, at) => ({ ...row, city: 'Nagpur', _seq: 5 + at })),
    6,
  );
  expect(reader.record('candidate', one._id)?.['city']).toBe('Pune');
  expect(edit(one, 'Nashik')).toMatchObject({ base: BY_VALUES, seen: { city: 'Pune' } });
  expect(edit(other, 'Nashik')).toMatchObject({ base: 6, seen: { city: 'Nagpur' } });
  workspace.close();
  folder.remove();
});
