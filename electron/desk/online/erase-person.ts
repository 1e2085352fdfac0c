import type { Params, Results } from '#shared/protocol/bridge.ts';
import { personErasePath } from '#shared/protocol/persons.ts';
import type { Session } from '../session/session.ts';
import { onlineCall } from './online-call.ts';

const NEEDS_SERVER = 'A person is erased on the server first. Connect, then try again.';

/**
 * Erases a person on the server; this desk hears of it as all others do, with the next pull.
 * @throws PlainError `offline`, and what the server refuses
 */
export async function erasePerson(
  session: Session,
  { entity, id, ...body }: Params<'persons.erase'>,
): Promise<Results['persons.erase']> {
  const path = personErasePath(entity, id);
  const erased = await onlineCall<Results['persons.erase']>(
    session,
    path,
    { method: 'POST', body },
    NEEDS_SERVER,
  );
  await session.require().sync.now();
  return erased;
}
