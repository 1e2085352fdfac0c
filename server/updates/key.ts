import { UPDATE_PUBLIC_KEY } from '#shared/node/update-key.ts';
import type { Configuration } from '../configuration/configuration.ts';

/**
 * The key by which this server knows releases. A server that gives out the builds of somebody else is told theirs
 * (`UPDATE_KEY`); desks go by the one that is built into them, whatever the server says.
 */
export const builtInKey = ({ updateKey }: Pick<Configuration, 'updateKey'>): string | null =>
  updateKey ?? UPDATE_PUBLIC_KEY;
