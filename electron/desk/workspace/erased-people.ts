import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { namingFields } from '#shared/model/naming-fields.ts';
import { knownBy, type KnownBy } from '#shared/model/saying-who.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { RecordReader } from '../records/record-reader.ts';

/** People who are to be erased, as far as this computer knows them. */
export interface ErasedPeople extends KnownBy {
  records: ReadonlySet<string>;
}

/** As they are shown, as the server gave them, which a waiting delete or merge hides, and as the user wrote of them. */
export function erasedPeople(
  reader: Pick<RecordReader, 'record' | 'given'>,
  outbox: Pick<Outbox, 'ofRecord'>,
  records: readonly { entity: EntityName; recordId: string }[],
): ErasedPeople {
  const written = records.flatMap(({ entity, recordId }) => {
    const names = namingFields(entityOf(entity));
    const own = outbox.ofRecord(entity, recordId).flatMap(({ changes, before }) => [changes, before]);
    const forms = [reader.record(entity, recordId), reader.given(entity, recordId), ...own];
    return forms.flatMap((form) => names.map((name) => form?.[name]));
  });
  const texts = [...new Set(written)].filter((value) => typeof value === 'string');
  return { records: new Set(records.map(({ recordId }) => recordId)), ...knownBy(texts) };
}
