import { formatDateTime } from '#shared/format/dates.ts';
import type { Events } from '#shared/protocol/bridge.ts';
import { MOST_AT_ONCE } from '#shared/protocol/list-calls.ts';
import type { LastActivity } from '#shared/protocol/people-calls.ts';
import type { Bridge } from '../../bridge/client.ts';
import { BesideRows } from '../data-grid/beside-rows.ts';
import type { Person } from './person.ts';

/** What came of it, or else what it was. */
export const lastWord = ({ kind, outcome }: LastActivity): string => outcome ?? kind;

/** With the whole date: "Today" is soon another day. */
export const lastActivityText = (last: LastActivity): string =>
  `${lastWord(last)}, ${formatDateTime(last.at)}`;

/** The newest activity of each of these people, by id, once, as for paper. */
export async function readLastActivities(
  desk: Pick<Bridge, 'call'>,
  entity: Person['entity'],
  ids: readonly string[],
): Promise<Map<string, LastActivity>> {
  const found = new Map<string, LastActivity>();
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    const asked = ids.slice(from, from + MOST_AT_ONCE);
    for (const last of await desk.call('activities.last', { entity, ids: asked }))
      found.set(last.about, last);
  }
  return found;
}

/** The newest activity of each person that is on the screen. */
export class LastActivities extends BesideRows<LastActivity> {
  readonly #desk: Pick<Bridge, 'call'>;
  readonly #entity: Person['entity'];

  constructor(desk: Pick<Bridge, 'call'>, entity: Person['entity']) {
    super();
    this.#desk = desk;
    this.#entity = entity;
  }

  changed({ entity }: Pick<Events['changed'], 'entity'>): void {
    if (entity === 'activity') this.askAgain();
  }

  protected override fetch(ids: string[]): Promise<LastActivity[]> {
    return this.#desk.call('activities.last', { entity: this.#entity, ids });
  }

  protected override idOf({ about }: LastActivity): string {
    return about;
  }
}
