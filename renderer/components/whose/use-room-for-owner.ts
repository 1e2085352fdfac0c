import { useMediaQuery } from '@mantine/hooks';

/** In the smallest windows the columns of the specification need the room themselves; a record's view has the rest. */
const NO_ROOM = '(max-width: 1079.98px)';

/** Whether a list has room for whose its records are, and for more buttons in a row. */
export function useRoomForOwner(): boolean {
  return !useMediaQuery(NO_ROOM, undefined, { getInitialValueInEffect: false });
}
