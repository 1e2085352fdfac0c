import { useEffect, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';

/** Whether this computer's own server has no user yet; asked of the desk whenever it is there (again). */
export function useFirstStart(): { needed: boolean; done: () => void } {
  const [needed, setNeeded] = useState(false);
  useEffect(
    () =>
      bridge.onConnection((connection) => {
        if (connection !== 'open') return;
        bridge.call('firstStart.get', {}).then(
          (answer) => setNeeded(answer.needed),
          () => undefined,
        );
      }),
    [],
  );
  return { needed, done: () => setNeeded(false) };
}
