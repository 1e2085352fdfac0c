import { entities } from '#shared/model/entities.ts';
import { JOIN_CODES_PATH, JOIN_PATH, OFFICE_PATH } from '#shared/protocol/joining.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { OFFER_PATH, STARTED_PATH, UPDATES_PATH, UPDATES_STATE_PATH } from '#shared/protocol/updates.ts';

const PATH_NAMES: readonly string[] = [
  ...Object.values(PATHS),
  JOIN_PATH,
  JOIN_CODES_PATH,
  OFFICE_PATH,
  OFFER_PATH,
  STARTED_PATH,
  UPDATES_STATE_PATH,
];
const NAMES = new Set([
  ...Object.values(entities).map(({ path }) => path),
  ...PATH_NAMES.map((path) => path.split('/')[2] ?? ''),
]);

/**
 * What a call is about, for the log and the metrics: one of a fixed number of paths. Ids and whatever a stranger types
 * are not in it.
 */
export function areaOf(url: string): string {
  const path = url.split('?')[0] ?? '';
  if (PATH_NAMES.includes(path)) return path;
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  if (first === 'api' && NAMES.has(second)) return `/api/${second}`;
  if (`/${first}` === UPDATES_PATH) return UPDATES_PATH;
  if (first === 'users' || path === '/metrics') return `/${first}`;
  return 'other';
}
