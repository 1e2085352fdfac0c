import { useMediaQuery } from '@mantine/hooks';

/** With less room than this, lists with sentences or many columns have tall rows, in which text wraps. */
const NARROW = '(max-width: 1700px)';

/** Whether the window is too narrow for a list of many columns to show its texts in one line. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
}

/** From here on the follow-ups, which have the most columns, have room for one more button in a row. */
const ROOM_FOR_MESSAGE = '(min-width: 1400px)';

/** Whether a row has a button that writes a message; the key does it in every window. */
export function useRoomForMessage(): boolean {
  return useMediaQuery(ROOM_FOR_MESSAGE, undefined, { getInitialValueInEffect: false }) ?? false;
}
