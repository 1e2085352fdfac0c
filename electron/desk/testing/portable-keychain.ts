import type { DeskHost } from '../desk-host.ts';

/** A keychain that another process can open too, for tests in which a desk is killed and another takes its place. */
export const portableKeychain: DeskHost['keychain'] = {
  available: true,
  seal: async (text) => Buffer.from(text).toString('base64'),
  open: async (sealed) => Buffer.from(sealed, 'base64').toString('utf8'),
};
