import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { rxSteps } from './rxdb-steps.ts';

// What the page of `rxdb-browser-client.ts` offers to it.
Object.assign(window, {
  openPeer: async (address: string, fields: readonly { name: string; type: string }[]) => {
    Object.assign(window, { peer: await rxSteps(getRxStorageDexie(), address, fields) });
  },
});
