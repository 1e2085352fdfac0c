import { useMediaQuery } from '@mantine/hooks';

/** With less room than this, lists with sentences or many columns have tall rows, in which text wraps. */
const NARROW = '(max-width: 1700px)';

/** Whether the window is too narrow for a list of many columns to show its texts in one line. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
}
