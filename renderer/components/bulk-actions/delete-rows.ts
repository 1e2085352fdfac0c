import type { SelectedRows } from './bulk-action.ts';
import { recordsText } from './many-wording.ts';
import { deleteMany } from './run-many.ts';

/** Deletes the selected rows, once that is confirmed (section 5). */
export async function deleteRows({ entity, asked, count, deletion }: SelectedRows): Promise<void> {
  if (!deletion || count === null) return;
  await deleteMany(asked, {
    title: 'Are you sure?',
    message: `This will delete ${recordsText(entity, count)}.`,
    failure: deletion.failure,
  });
}
