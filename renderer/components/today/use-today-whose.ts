import type { Whose } from '#shared/protocol/today.ts';
import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../stores/session.ts';
import { todayWhoseKey } from '../../stores/today-whose.ts';

/** Whose work the user has chosen to see on Today, on this PC; their own until they choose. */
export function useTodayWhose(): [Whose, (whose: Whose) => void] {
  const userId = useSession((session) => session.user?._id ?? '');
  const [kept, keep] = useLocalStorage<string>({
    key: todayWhoseKey(userId),
    defaultValue: 'mine',
    getInitialValueInEffect: false,
  });
  return [kept === 'everybody' ? 'everybody' : 'mine', keep];
}
