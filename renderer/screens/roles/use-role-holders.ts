import { useQuery } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';

/** Assignments read at a time: the most that a list gives. */
const AT_A_TIME = 500;

/** Who has which role: the names of people by the name of the role; undefined until it is known. */
export function useRoleHolders(): ReadonlyMap<string, readonly string[]> | undefined {
  const query = useQuery({ queryKey: ['role holders'], queryFn: fetchHolders, staleTime: 0 });
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === 'roleAssignment') void query.refetch();
  });
  return query.data;
}

async function fetchHolders(): Promise<Map<string, string[]>> {
  const holders = new Map<string, string[]>();
  for (let offset = 0; ; offset += AT_A_TIME) {
    const { rows } = await bridge.call('records.list', {
      entity: 'roleAssignment',
      list: 'roleAssignments',
      offset,
      limit: AT_A_TIME,
    });
    for (const { roleName, userName, userEmail } of rows) {
      const names = holders.get(String(roleName)) ?? [];
      holders.set(String(roleName), [...names, String(userName ?? userEmail)]);
    }
    if (rows.length < AT_A_TIME) return holders;
  }
}
