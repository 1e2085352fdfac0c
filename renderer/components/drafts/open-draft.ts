import { mayCreate, settableFields, type Actor } from '#shared/access/permissions.ts';
import { mayOpen } from '#shared/access/routes.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { DraftSummary, KeptDraft } from '#shared/protocol/draft-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { bridge } from '../../bridge/bridge.ts';
import { mayMessage } from '../messaging/asked-message.ts';
import { sameValue } from '../record-form/form-values.ts';
import { enrolledAs } from '../whose/enrolled-as.ts';
import { holdDraft, letGoOfDraft } from './held-drafts.ts';
import { givenBack } from './typed-values.ts';

export const LOG_CALL = 'log-call';
/** A message to somebody, which is kept by the fields of a template. */
export const MESSAGE = 'message';

/** Why a form cannot be opened again, though what was typed in it is kept. */
export interface Gone {
  /** `taken away`: deleted, or not for this user any more. `enrolled`: others made a candidate of the inquiry. */
  why: 'taken away' | 'enrolled';
  entity: EntityName;
}

/** What becomes of a draft that is to be opened again. */
export type Opening =
  /** Its form opens so; the page has the draft. */
  | { outcome: 'opens'; draft: KeptDraft; mode: 'add' | 'edit'; activity: RecordView | null }
  /** What was typed can be read and copied alone. */
  | { outcome: 'gone'; draft: KeptDraft; gone: Gone }
  /** The role may not open the form any more; the draft is thrown away. */
  | { outcome: 'not-allowed' }
  /** It was saved all the same, is thrown away already, or a form of another window has it. */
  | { outcome: 'nothing' }
  /** What it is about may still be fetched. */
  | { outcome: 'not-yet' };

/** Looks what a draft can be opened as, and takes it for this page where it can. */
export async function openingOf(id: string, actor: Actor): Promise<Opening> {
  if (!(await holdDraft(id))) return { outcome: 'nothing' };
  const opening = await judged(id, actor);
  if (opening.outcome === 'opens') await bridge.call('drafts.offered', { ids: [id], offered: false });
  else letGoOfDraft(id);
  if (opening.outcome === 'not-allowed' || (opening.outcome === 'nothing' && opening.isOver))
    await bridge.call('drafts.forget', { id });
  return opening;
}

async function judged(id: string, actor: Actor): Promise<Opening & { isOver?: boolean }> {
  const draft = await bridge.call('drafts.read', { id });
  if (!draft) return { outcome: 'nothing' };
  const isOfScreen = draft.form.startsWith('/');
  if (isOfScreen && !mayOpen(draft.form, actor.role)) return { outcome: 'not-allowed' };
  const gone = await goneOf(draft);
  if (gone) return (await isStillToCome()) ? { outcome: 'not-yet' } : { outcome: 'gone', draft, gone };
  if (draft.form === MESSAGE)
    return mayMessage(actor.role)
      ? { outcome: 'opens', draft, mode: 'add', activity: null }
      : { outcome: 'not-allowed' };
  const entity = entityOf(draft.entity);
  const view = await bridge.call('records.get', { entity: draft.entity, id: draft.recordId });
  if (!view)
    return mayCreate(entity, actor.role)
      ? { outcome: 'opens', draft, mode: 'add', activity: null }
      : { outcome: 'not-allowed' };
  // What is new and there all the same was saved, and the answer lost.
  const names = Object.keys(draft.values).filter((name) => Object.hasOwn(entity.fields, name));
  const settable = settableFields(entity, actor, view.record);
  const isDifferent = names.some((name) => !sameValue(entity, name, view.record[name], draft.values[name]));
  if (!isDifferent) return { outcome: 'nothing', isOver: true };
  // What is set beside a record is judged where it is shown.
  const mine = new Set([...settable, ...names.filter((name) => entity.fields[name]?.serverSet === true)]);
  if (Object.keys(givenBack(entity, names, mine, draft.values, view.record)).length === 0)
    return { outcome: 'not-allowed' };
  return { outcome: 'opens', draft, mode: 'edit', activity: draft.form === LOG_CALL ? view : null };
}

/** Whether records that are not here may be among those that are not fetched yet, as after an update without the server. */
export async function isStillToCome(): Promise<boolean> {
  return (await bridge.call('sync.status', {})).syncedAt === null;
}

/** Whether what a draft is about, or its record, was finished by others meanwhile; null where its form can open. */
export async function goneOf({
  entity,
  recordId,
  isNew,
  form,
  about,
}: Pick<DraftSummary, 'entity' | 'recordId' | 'isNew' | 'form' | 'about'>): Promise<Gone | null> {
  if (about) {
    const view = await bridge.call('records.get', { entity: about.entity, id: about.id });
    if (!view) return { why: 'taken away', entity: about.entity };
    // One's own enrolment whose answer was lost is no one else's.
    const candidate = form === 'enrolment' ? enrolledAs(view) : null;
    if (candidate && candidate.id !== recordId) return { why: 'enrolled', entity: about.entity };
  }
  const isThere = isNew || (await bridge.call('records.get', { entity, id: recordId })) !== null;
  return isThere ? null : { why: 'taken away', entity };
}
