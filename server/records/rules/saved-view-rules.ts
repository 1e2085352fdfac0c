import { mayRead, maySet } from '#shared/access/permissions.ts';
import { toRole } from '#shared/access/roles.ts';
import { entityOf } from '#shared/model/entities.ts';
import { listNamed } from '#shared/model/list-names.ts';
import { savedView } from '#shared/model/saved-view.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';
import { isEmptied } from '../view-lines.ts';
import type { EntityRules } from './entity-rules.ts';

/** A view is of a list that its owner sees; roles that it is no longer shared with lose it (decision 25). */
export const savedViewRules: EntityRules = {
  async check(change, batch) {
    assertList(change, batch);
    await assertRoom(change, batch, 'savedView');
    const { kind, row, values } = change;
    if (kind !== 'restore') return;
    if (isEmptied(row)) throw new PlainError('conflict', LONG_GONE);
    if (rolesOf(row).length === 0) return;
    // Its owner may have come to share no longer while it was deleted, and nobody took it over.
    const owner = await batch.get('user', String(row?.['owner']));
    if (!sharesViews(owner?.['roleName'] as string | null)) values['sharedWith'] = [];
  },

  async follow({ kind, entity, id, row, values }, batch, seq) {
    // A desk that was not here meanwhile has heard neither that it went nor that it came back.
    if (kind === 'create' || !('sharedWith' in values)) return;
    const { sharedWith: shared } = values;
    const kept = new Set(Array.isArray(shared) ? shared.map(String) : []);
    for (const role of rolesOf(row).filter((each) => !kept.has(each))) {
      for (const user of await batch.find('user', 'roleName', role)) {
        if (user._id !== row?.['owner']) batch.hideFrom(user._id, entity.name, id, seq);
      }
    }
  },
};

/**
 * Views that somebody shared, who leaves or may share no longer, become those of whoever sees to that, so that there is
 * always somebody who can change them; else those of a Super Admin.
 */
export async function handOverSharedViews(batch: Batch, from: string, role: unknown): Promise<void> {
  const views = (await batch.find('savedView', 'owner', from)).filter((view) => rolesOf(view).length > 0);
  if (views.length === 0) return;
  const heir = await heirOf(batch, from);
  if (heir === null) return;
  for (const view of views) {
    batch.set('savedView', view._id, { owner: heir });
    if (!rolesOf(view).some((each) => each === role))
      batch.hideFrom(from, 'savedView', view._id, batch.notice());
  }
}

/**
 * Who is active again has again the views that were handed over since, where they may share views, and nobody has done
 * anything with the view meanwhile.
 */
export async function giveSharedViewsBack(batch: Batch, to: string, role: unknown): Promise<void> {
  if (!sharesViews(typeof role === 'string' ? role : null)) return;
  const lines = await batch.ask<{ seq: number; recordId: string; before: string }>(
    `SELECT "seq", "recordId", "before" FROM "change_log"
     WHERE "entity" = 'savedView' AND "kind" = 'update' AND "before" LIKE '%"owner":%'`,
    [],
  );
  for (const { seq, recordId, before } of lines) {
    const view = (JSON.parse(before) as Row)['owner'] === to ? await batch.get('savedView', recordId) : null;
    if (!view || view['deletedAt'] !== null || Number(view['_seq']) !== Number(seq)) continue;
    const heir = String(view['owner']);
    batch.set('savedView', recordId, { owner: to });
    const user = await batch.get('user', heir);
    if (!rolesOf(view).some((each) => each === user?.['roleName']))
      batch.hideFrom(heir, 'savedView', recordId, batch.notice());
  }
}

/** Whether views of users with the role may be shared. */
export const sharesViews = (roleName: string | null): boolean =>
  maySet(savedView, toRole(roleName), 'sharedWith');

async function heirOf(batch: Batch, from: string): Promise<string | null> {
  const { _id, role } = batch.author;
  if (_id !== from && sharesViews(role)) return _id;
  const others = await batch.find('user', 'roleName', 'Super Admin');
  return others.find((user) => user._id !== from && user['isActive'] !== 0)?._id ?? null;
}

const LONG_GONE = 'Too many views were deleted since. Make this one anew.';

/** More views than anybody finds again, and than there are lists; all are looked through where somebody is erased. */
export const MOST_VIEWS = 200;

/** What is said where there is no room for one more. */
const FULL = {
  savedView: `There are ${MOST_VIEWS} views already. Delete one that is not needed any more.`,
  openingView: `For ${MOST_VIEWS} lists it is said already which view opens first. Change one of these.`,
} as const;

async function assertRoom({ kind, row }: Change, batch: Batch, entity: keyof typeof FULL): Promise<void> {
  if (kind !== 'create' && kind !== 'restore') return;
  const owner = kind === 'create' ? batch.author._id : String(row?.['owner']);
  const [there] = await batch.ask<{ count: number }>(
    `SELECT COUNT(*) AS "count" FROM "${entity}" WHERE "owner" = ? AND "deletedAt" IS NULL`,
    [owner],
  );
  if (Number(there?.count ?? 0) >= MOST_VIEWS) throw new PlainError('conflict', FULL[entity]);
}

/** The roles that a stored view is shared with. */
function rolesOf(view: Row | null): string[] {
  const shared: unknown = JSON.parse(typeof view?.['sharedWith'] === 'string' ? view['sharedWith'] : '[]');
  return Array.isArray(shared) ? shared.map(String) : [];
}

/** Of the view that opens first the same holds. */
export const openingViewRules: EntityRules = {
  async check(change, batch) {
    assertList(change, batch);
    await assertRoom(change, batch, 'openingView');
  },
};

function assertList({ values }: Change, batch: Batch): void {
  if (!('list' in values)) return;
  const list = listNamed(values['list']);
  if (list && mayRead(entityOf(list.entity), batch.author.role)) return;
  const message = 'There is no list of that name that you may see';
  throw new PlainError('invalid', `${message}.`, [{ field: 'list', code: 'invalid', message }]);
}
