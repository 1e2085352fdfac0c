import { bridge } from '../../bridge/bridge.ts';
import type { Suggestion } from './form-settings.ts';
import { chosen, type Fit } from './plain-names.ts';

/** So many are looked at for one of exactly this name. */
const MOST = 50;

/** What a typed name comes to among the records that are offered; null where they cannot be asked for. */
export async function fitOf({ entity, filter }: Suggestion, text: string): Promise<Fit | null> {
  try {
    const found = await bridge.call('records.choices', {
      entity,
      search: text.trim().slice(0, 200),
      limit: MOST,
      ...(filter ? { filter } : {}),
    });
    return chosen(found, text);
  } catch {
    return null;
  }
}
