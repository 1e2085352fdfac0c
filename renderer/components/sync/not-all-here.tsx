import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSync } from '../../stores/sync.ts';
import { NoteLine } from '../note-line/note-line.tsx';
import { lacksRecords } from './sync-wording.ts';

/** A line below the top bar while a first sync was cut off: what lists and figures leave out is not said by them. */
export function NotAllHere(): ReactNode {
  if (!useSync(lacksRecords)) return null;
  return (
    <NoteLine icon={IconCloudOff}>
      Not all records are on this PC yet, so lists and figures are not whole. The rest comes with the next
      sync.
    </NoteLine>
  );
}
