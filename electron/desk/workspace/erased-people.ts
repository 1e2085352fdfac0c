import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { namingFields } from '#shared/model/naming-fields.ts';
import { knownBy, type KnownBy } from '#shared/model/saying-who.ts';
import type { RecordReader } from '../records/record-reader.ts';

/** People who are to be erased, as far as this computer knows them. */
export interface ErasedPeople extends KnownBy {
  records: ReadonlySet<string>;
}

export function erasedPeople(
  reader: Pick<RecordReader, 'record'>,
  records: readonly { entity: EntityName; recordId: string }[],
): ErasedPeople {
  const written = records.flatMap(({ entity, recordId }) => {
    const record = reader.record(entity, recordId);
    return namingFields(entityOf(entity)).flatMap((name) => {
      const value = record?.[name];
      return typeof value === 'string' ? [value] : [];
    });
  });
  return { records: new Set(records.map(({ recordId }) => recordId)), ...knownBy(written) };
}
