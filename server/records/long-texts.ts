import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import { NOTES_LENGTH } from '#shared/model/field.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Transaction } from '../database/database.ts';
import { selectIn } from '../database/statements.ts';

/** Bytes of articles and of documents' pages that one transaction reads: so many are read in a blink. */
const MOST_AT_ONCE = 6_000_000;
/** The same of one part of a change set, which cannot be parted. */
const MOST_IN_PART = 32_000_000;
/** Of a letter of an Indian script. */
const BYTES_OF_A_LETTER = 3;

interface Place {
  entity: EntityName;
  recordId: string;
}

function longTextsOf(entity: EntityName): { name: string; maxLength: number }[] {
  return storedFields(entityOf(entity)).flatMap(([name, { maxLength = 0 }]) =>
    maxLength > NOTES_LENGTH ? [{ name, maxLength }] : [],
  );
}

/** How many records of the entity are read at once, of `most`, whatever stands in them. */
export function readAtOnce(entity: EntityName, most: number): number {
  const longest = longTextsOf(entity).reduce((sum, { maxLength }) => sum + maxLength * BYTES_OF_A_LETTER, 0);
  return longest === 0 ? most : Math.min(most, Math.max(1, Math.floor(MOST_AT_ONCE / longest)));
}

/** The bytes of each record's long texts. */
export type TextSizes = ReadonlyMap<string, number>;

/** Asks for the sizes alone, which the database has without reading the texts; nothing of entities without such texts. */
export async function sizesOfLongTexts(
  trx: Pick<Transaction, 'all'>,
  places: readonly Place[],
): Promise<TextSizes> {
  const sizes = new Map<string, number>();
  for (const entity of new Set(places.map((place) => place.entity))) {
    const texts = longTextsOf(entity);
    if (texts.length === 0) continue;
    const ids = new Set(places.flatMap((place) => (place.entity === entity ? [place.recordId] : [])));
    const sum = texts.map(({ name }) => `COALESCE(OCTET_LENGTH(${quote(name)}), 0)`).join(' + ');
    const rows = await selectIn<{ _id: string; bytes: number }>(
      trx,
      entity,
      '_id',
      [...ids],
      `"_id", ${sum} AS "bytes"`,
    );
    for (const { _id, bytes } of rows) sizes.set(keyOf({ entity, recordId: _id }), Number(bytes));
  }
  return sizes;
}

/** How many of the places, from the first, one transaction reads the texts of. */
export function fewEnough(places: readonly Place[], sizes: TextSizes): number {
  const texts = new GatheredTexts(sizes);
  const tooMany = places.findIndex((place) => !texts.take(place));
  return tooMany === -1 ? places.length : tooMany;
}

/** Whether one part of a change set may have them all. */
export function fitOnePart(places: readonly Place[], sizes: TextSizes): boolean {
  const texts = new GatheredTexts(sizes, MOST_IN_PART);
  return places.every((place) => texts.take(place));
}

/** The long texts that are read for what is gathered: of each record once. */
export class GatheredTexts {
  readonly #sizes: TextSizes;
  readonly #most: number;
  readonly #taken = new Set<string>();
  #bytes = 0;

  constructor(sizes: TextSizes, most = MOST_AT_ONCE) {
    this.#sizes = sizes;
    this.#most = most;
  }

  /** Takes the record's texts too, unless there are too many with these; the first ones always. */
  take(place: Place): boolean {
    const key = keyOf(place);
    const bytes = this.#taken.has(key) ? 0 : (this.#sizes.get(key) ?? 0);
    if (this.#bytes > 0 && bytes > 0 && this.#bytes + bytes > this.#most) return false;
    this.#taken.add(key);
    this.#bytes += bytes;
    return true;
  }
}

const keyOf = ({ entity, recordId }: Place): string => `${entity} ${recordId}`;
