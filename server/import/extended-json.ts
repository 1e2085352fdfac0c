/**
 * Plain values of MongoDB Extended JSON, canonical and relaxed: ids as their text, dates as ISO times in UTC, numbers
 * as numbers.
 */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only?.[0].startsWith('$')) return typedValue(only[0], only[1]);
  return Object.fromEntries(entries.map(([name, part]) => [name, plainValue(part)]));
}

function typedValue(type: string, value: unknown): unknown {
  switch (type) {
    case '$oid':
    case '$uuid':
    case '$symbol':
      return value;
    case '$date':
      return isoTime(value);
    case '$numberInt':
    case '$numberLong':
    case '$numberDouble':
    case '$numberDecimal':
      return Number(value);
    case '$undefined':
      return null;
    default:
      // Something that no field of ours can hold: it is kept aside as it is.
      return { [type]: value };
  }
}

function isoTime(value: unknown): unknown {
  const given = plainValue(value);
  const time = typeof given === 'number' || typeof given === 'string' ? new Date(given) : null;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : given;
}

/** The moment at which a MongoDB id was made, as its first four bytes say; null for other ids. */
export function timeOfId(id: string): string | null {
  return /^[0-9a-f]{24}$/i.test(id)
    ? new Date(Number.parseInt(id.slice(0, 8), 16) * 1_000).toISOString()
    : null;
}
