import { argumentsBeforeLink } from './window/linked-record.ts';
import type { HostAbilities } from './ipc.ts';
import type { OwnServer } from './own-server.ts';
import { relaunch } from './relaunch.ts';

export type FirstStartAbilities = Pick<HostAbilities, 'isFirstStart' | 'makeFirstAdmin' | 'openDemo'>;

/** What main does for the desk while the application's own server has no user. */
export function firstStartAbilities(server: () => OwnServer | undefined): FirstStartAbilities {
  return {
    isFirstStart: async () => (await server()?.ask({ type: 'is-first-start' })) === 'yes',
    makeFirstAdmin: async (admin) => {
      const embedded = server();
      if (!embedded) return 'The administrator of this server is made on the server itself.';
      const { name, email, password } = admin;
      return embedded.ask({ type: 'make-first-admin', name, email, password });
    },
    openDemo: async () => relaunch([...argumentsBeforeLink(process.argv.slice(1)), '--look-around']),
  };
}
