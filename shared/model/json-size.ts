const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKETS = { open: 0x5b, close: 0x5d } as const;
const BRACES = { open: 0x7b, close: 0x7d } as const;

export interface JsonLimits {
  /** Lists and objects within each other. */
  levels: number;
  values: number;
}

/**
 * Of what a JSON text has more than the limits, told by its bytes alone, before it is unfolded: that takes memory and time for
 * each value and level. null where it keeps them; whether it is JSON at all is for the parser to say.
 */
export function jsonExcess(bytes: Uint8Array, most: JsonLimits): keyof JsonLimits | null {
  let levels = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === BRACKETS.open || byte === BRACES.open) {
      levels += 1;
      values += 1;
    } else if (byte === BRACKETS.close || byte === BRACES.close) levels -= 1;
    if (levels > most.levels) return 'levels';
    if (values > most.values) return 'values';
  }
  return null;
}

/** Where the text that begins here ends: at the next quote that is not written as a part of it. */
function endOfText(bytes: Uint8Array, begin: number): number {
  for (let at = begin + 1; ; at += 1) {
    at = bytes.indexOf(QUOTE, at);
    if (at === -1) return bytes.length;
    let before = at;
    while (bytes[before - 1] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
}

/** Deeper than this no field of ours is written; what is made to be deep ends a program that goes down into it. */
const MOST_LEVELS = 12;

/** Whether the JSON text of a field has more levels than any that is ours. */
export const isTooDeep = (text: string): boolean =>
  jsonExcess(new TextEncoder().encode(text), { levels: MOST_LEVELS, values: Infinity }) !== null;
