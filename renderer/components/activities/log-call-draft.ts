import { ACTIVITY_KINDS } from '#shared/model/activity.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { LOG_CALL } from '../drafts/open-draft.ts';
import { givenBack } from '../drafts/typed-values.ts';
import { PERSON_FIELDS, type Draft } from './log-draft.ts';
import type { Person } from './person.ts';

const activityEntity = entityOf('activity');
const OWN_FIELDS = ['kind', 'outcome', 'note'];

/** What is kept of a call that is being logged; null where nothing of it was typed or chosen. */
export function keptOfLog(
  { kind, outcome, note, beside, texts }: Draft,
  { id, person, activity }: { id: string; person: Person; activity: RecordView | null },
): Omit<Params<'drafts.keep'>, 'id'> | null {
  const own = { kind, outcome, note };
  const before = Object.fromEntries(OWN_FIELDS.map((name) => [name, activity?.record[name] ?? null]));
  const isTouched = activity
    ? OWN_FIELDS.some((name) => (Reflect.get(own, name) || null) !== before[name])
    : outcome !== null || note.trim() !== '' || Object.keys(beside).length > 0;
  if (!isTouched) return null;
  return {
    entity: 'activity',
    recordId: id,
    isNew: activity === null,
    form: LOG_CALL,
    title: person.title.slice(0, 300),
    values: own,
    seen: activity ? before : {},
    references: Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
    ),
    about: { entity: person.entity, id: person.id, title: person.title.slice(0, 300) },
    beside: { ...beside },
  };
}

/** The dialog as it opens, with what was typed in it before. */
export function withKeptLog(opened: Draft, person: Person, kept: KeptDraft | undefined): Draft {
  if (!kept) return opened;
  const given = givenBack(activityEntity, OWN_FIELDS, new Set(OWN_FIELDS), kept.values, {});
  const kind = ACTIVITY_KINDS.find((each) => each === given['kind']) ?? opened.kind;
  const outcomes: readonly unknown[] = activityEntity.fields['outcome']?.options ?? [];
  const entity = entityOf(person.entity);
  const names = PERSON_FIELDS.filter((name) => name in entity.fields);
  return {
    kind,
    outcome: outcomes.includes(given['outcome']) ? (given['outcome'] as Draft['outcome']) : opened.outcome,
    note: typeof given['note'] === 'string' ? given['note'] : opened.note,
    beside: givenBack(entity, names, new Set(names), kept.beside, {}),
    texts: kept.references,
  };
}
