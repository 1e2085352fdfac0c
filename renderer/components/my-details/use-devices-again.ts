import { useQueryClient } from '@tanstack/react-query';

/** What the list of the devices on which a user is signed in is kept under. */
export const devicesKey = (userId: string): readonly string[] => ['sessions', userId];

/** Has the list asked for again where it is shown, after something that signs the user out elsewhere. */
export function useDevicesAgain(): (userId: string) => void {
  const client = useQueryClient();
  return (userId) => void client.invalidateQueries({ queryKey: devicesKey(userId) });
}
