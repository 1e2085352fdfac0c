import { settableFields, type Actor } from '#shared/access/permissions.ts';
import { isInColumn, type BoardColumn } from '#shared/model/board.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf, type AnyRecord } from '#shared/model/entity.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { bridge } from '../../bridge/bridge.ts';
import { titleOf } from '../data-grid/list-row.ts';
import { fieldText } from '../field-text.ts';
import { opened } from '../record-form/form-state.ts';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { Addition, saveForm } from '../record-form/save-form.ts';

export interface CardMove {
  settings: RecordFormSettings;
  actor: Actor;
  /** The field by whose values the board stands. */
  name: string;
  row: AnyRecord;
  from: BoardColumn;
  to: BoardColumn;
}

export type MoveResult =
  /** `set` takes it back; null where nothing changed. */
  | { outcome: 'moved'; view: RecordView; set: string | null }
  /** It stays where it is. `sentence`: why; null where the user knows. */
  | { outcome: 'stays'; sentence: string | null }
  /** More is wanted with this value than the value: the form asks for it. */
  | { outcome: 'asks'; given: NonNullable<RecordFormSettings['given']> };

/**
 * Gives a record the value of another column, as its form would: with what the form asks and refuses, as one change set.
 * What somebody else has changed meanwhile is not written over. Throws as the bridge does.
 */
export async function moveCard(move: CardMove): Promise<MoveResult> {
  const { settings, name, row, from, to } = move;
  const entity = entityOf(settings.entity);
  const called = titleOf(entity, row) || entity.label;
  if (Array.isArray(to.value))
    return { outcome: 'stays', sentence: 'Choose a column of a value that is offered.' };
  const value = to.value as string | null;
  const view = await bridge.call('records.get', { entity: settings.entity, id: row._id });
  if (!view)
    return { outcome: 'stays', sentence: `${called} is no longer there. Somebody may have deleted it.` };
  const refused = refusal(move, view.record);
  if (refused !== null) return { outcome: 'stays', sentence: refused };
  if (!isInColumn(from, view.record[name])) {
    const now = view.references[name] ?? fieldText(fieldOf(entity, name), view.record[name]);
    return {
      outcome: 'stays',
      sentence: `${called} was moved to “${now || 'None'}” meanwhile, and stays there. Move it again if it belongs elsewhere.`,
    };
  }
  const form = opened(view);
  const saved = await saveForm(
    { ...form, draft: { ...form.draft, [name]: value } },
    {
      settings,
      entity,
      id: row._id,
      names: [name],
      initial: {},
      nameFields: [],
      secrets: {},
      beside: {},
      addition: new Addition(),
    },
  );
  switch (saved.outcome) {
    case 'saved':
      return { outcome: 'moved', view: saved.view, set: saved.set };
    case 'unchanged':
      return { outcome: 'moved', view, set: null };
    case 'declined':
      return { outcome: 'stays', sentence: null };
    case 'invalid': {
      const { [name]: own, ...others } = saved.errors;
      if (own !== undefined) return { outcome: 'stays', sentence: own };
      return { outcome: 'asks', given: { values: { [name]: value }, errors: others } };
    }
  }
}

/** Why this record stays where it is, whatever the column; null where it may be moved. */
function refusal({ settings, actor, name }: CardMove, record: AnyRecord): string | null {
  const entity = entityOf(settings.entity);
  const reason = settings.editRefused?.(record) ?? null;
  if (reason !== null) return reason;
  if (settableFields(entity, actor, record).has(name)) return null;
  return mayNot(settings.entity, name);
}

/** What is said to a role that may not set the field of a board. */
export function mayNot(entity: RecordFormSettings['entity'], name: string): string {
  const { label } = fieldOf(entityOf(entity), name);
  return `Your role may not change the ${inSentence(label)}, so cards stay in their columns.`;
}
