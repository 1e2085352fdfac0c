import { PlainError } from '#shared/protocol/errors.ts';
import type { DeskHost } from './desk-host.ts';
import type { ChosenPlace } from './export/list-export.ts';
import type { HalfWritten } from './storage/half-written.ts';
import type { Session } from './session/session.ts';

const MEANWHILE =
  'The application was locked, or you logged out, before a place was chosen. Nothing was written: try again.';

/** A host whose dialogs also say under what name a file is written. */
export interface HostWithDialogs extends DeskHost {
  chooseSavePlace(fileName: string): Promise<ChosenPlace | null>;
}

/**
 * The host, with dialogs that count for whoever opened them: those of the system stand above the lock, and whoever finds one
 * open could have everything written to a stick.
 */
export function withDialogsOf(session: Session, host: DeskHost, halfWritten: HalfWritten): HostWithDialogs {
  const counted = async <Chosen>(dialog: Promise<Chosen | null>): Promise<Chosen | null> => {
    const { open } = session;
    const chosen = await dialog;
    if (chosen !== null && (session.isLocked || session.open !== open))
      throw new PlainError('conflict', MEANWHILE);
    return chosen;
  };
  const { backups, network } = host;
  return {
    ...host,
    chooseSavePlace: async (fileName) => {
      const place = await counted(host.chooseSavePlace(fileName));
      return place && { ...place, unfinishedName: halfWritten.nameBeside(place.path) };
    },
    ...(backups ? { backups: { ...backups, chooseFolder: () => counted(backups.chooseFolder()) } } : {}),
    ...(network ? { network: { ...network, chooseFolder: () => counted(network.chooseFolder()) } } : {}),
  };
}
