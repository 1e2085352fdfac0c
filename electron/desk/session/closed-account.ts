import type { PlainError } from '#shared/protocol/errors.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { shownToOf } from '../workspace/cache-owner.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Of a change that was on its way when the account was closed: nobody here knows, and the server tells no more. */
const MAY_BE_THERE =
  'It may have reached the server before your account was closed. Look at the record before you enter it again.';

/** Takes the values out of what a closed account had not sent; the names of records and fields stay (decision 11). */
export function stripWaiting({ outbox }: { outbox: Outbox }, error: PlainError): void {
  outbox.others.forgetAll();
  outbox.transaction(() => {
    for (const operation of [...outbox.unanswered(), ...outbox.refused()]) {
      if (operation.error?.strippedFields !== undefined) continue;
      const mayBeThere = operation.status === 'sent' ? { error: MAY_BE_THERE } : {};
      outbox.strip(operation, { ...error.toBody(), ...mayBeThere });
    }
    // The rest of a change of many would go on with its value, should the account be opened again.
    outbox.unfinished.forget();
    outbox.forgetValues();
  });
  outbox.leaveNothing();
}

/** Takes what others wrote out of what a user has who sees less in another role; where it is not known which, all of it. */
export function takeAwayFrom({ outbox, user }: Workspace, role: string | undefined): void {
  outbox.others.roleIs(role === undefined ? undefined : shownToOf({ ...user, role }));
}
