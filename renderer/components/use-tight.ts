import { useMediaQuery } from '@mantine/hooks';

/** In a narrower window the menu is small by itself, and what stands in a row stands closer. */
const TIGHT = '(max-width: 1199.98px)';

/** Whether the window is as narrow as that of a small laptop at a larger scale. */
export function useIsTight(): boolean {
  return useMediaQuery(TIGHT, undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Up to here the menu lies beside a list that has hardly more room than in such a window. */
const CLOSE = '(max-width: 1399.98px)';

/** Whether what stands in the rows of a list stands closer. */
export function useIsClose(): boolean {
  return useMediaQuery(CLOSE, undefined, { getInitialValueInEffect: false }) ?? false;
}
