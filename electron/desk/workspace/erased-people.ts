import { contactDigits } from '#shared/format/phone.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { namingFields } from '#shared/model/naming-fields.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import type { RecordReader } from '../records/record-reader.ts';

/** Fewer digits may be anything. */
const DIGITS = 10;

/** People who are to be erased, as far as this computer knows them. */
export interface ErasedPeople {
  records: ReadonlySet<string>;
  /** Names of several words, and addresses: as `normaliseText` gives them. One word alone may be anybody's. */
  texts: readonly string[];
  /** The last ten digits of their numbers. */
  numbers: readonly string[];
}

export function erasedPeople(
  reader: Pick<RecordReader, 'record'>,
  records: readonly { entity: EntityName; recordId: string }[],
): ErasedPeople {
  const [texts, numbers] = [new Set<string>(), new Set<string>()];
  for (const { entity, recordId } of records) {
    const record = reader.record(entity, recordId);
    for (const name of record ? namingFields(entityOf(entity)) : []) {
      const value = record?.[name];
      if (typeof value !== 'string') continue;
      const text = normaliseText(value);
      if (text.includes('@') || /\p{L} \S*\p{L}/u.test(text)) texts.add(text);
      if (fieldOf(entityOf(entity), name).kind !== 'phone') continue;
      for (const digits of contactDigits(value))
        if (digits.length >= DIGITS) numbers.add(digits.slice(-DIGITS));
    }
  }
  return {
    records: new Set(records.map(({ recordId }) => recordId)),
    texts: [...texts],
    numbers: [...numbers],
  };
}
