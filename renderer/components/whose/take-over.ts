import { contactInquiry } from '#shared/model/contact-inquiry.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { IconArrowUpRight, IconUserShare } from '@tabler/icons-react';
import { bridge } from '../../bridge/bridge.ts';
import { showDone } from '../changes/undo.ts';
import { titleOf, type GridRow } from '../data-grid/list-row.ts';
import type { RowAction } from '../data-grid/row-actions.tsx';
import { showFailure } from '../messages/messages.tsx';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { ask } from './dialogs.ts';

/** Those whose row does not say yet that they are taken over. */
const underWay = new Set<string>();
/** So long a list may take to show it, in milliseconds. */
const SHOWN_MS = 1_000;

/** Makes an inquiry of the message, as the user's own. A double click is one. */
async function takeOver(contact: AnyRecord): Promise<void> {
  if (underWay.has(contact._id)) return;
  underWay.add(contact._id);
  const name = titleOf(contactInquiry, contact);
  try {
    const { set } = await bridge.call('contacts.takeOver', { id: contact._id });
    showDone(
      {
        title: 'Taken over',
        message: name === '' ? 'It is an inquiry of yours.' : `${name} is an inquiry of yours.`,
      },
      set,
    );
  } catch (error) {
    underWay.delete(contact._id);
    showFailure('Failed to take over', error, () => takeOver(contact));
  }
  setTimeout(() => underWay.delete(contact._id), SHOWN_MS);
}

const inquiryOf = ({ inquiry }: AnyRecord): string | null => (typeof inquiry === 'string' ? inquiry : null);

/** What is done with a message from the website: it is taken over, or leads to the inquiry that it became. */
const action: RowAction = {
  label: 'Take over',
  labelOf: (row) => (inquiryOf(row) === null ? 'Take over' : 'Open inquiry of'),
  icon: IconUserShare,
  iconOf: (row) => (inquiryOf(row) === null ? IconUserShare : IconArrowUpRight),
  run: (row: GridRow) => {
    const inquiry = inquiryOf(row);
    if (inquiry === null) void takeOver(row);
    else ask({ what: 'show', entity: 'inquiry', id: inquiry });
  },
};

export const withTakeOver = (standard: readonly RowAction[]): readonly RowAction[] => [action, ...standard];

/** The same in a view, as long as there is something to take over. */
export const takeOverInView: NonNullable<RecordFormSettings['viewAction']> = (record) =>
  inquiryOf(record) === null ? { label: 'Take over', run: () => void takeOver(record) } : null;
