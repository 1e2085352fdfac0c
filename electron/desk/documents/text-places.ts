import type { DocumentPlace } from '#shared/protocol/document-calls.ts';

/** Characters of a text that are shown around what was found, and how many of them before it. */
const SHOWN = 240;
const SHOWN_BEFORE = 60;
/** So far a piece is made shorter to begin and to end between two words. */
const TO_NEXT_WORD = 20;

interface Span {
  from: number;
  to: number;
}

/** A text as search compares it, and where each of its signs stands in the text as it was written. */
interface Folded {
  text: string;
  /** Absent where the places are the same. */
  at?: number[];
}

/**
 * A piece of a text around the first place where one of the terms stands, as it was written, cut so that every term in it is
 * marked. Nothing where none of them is in it.
 * @param terms as `textTerms` gives them
 */
export function placeIn(written: string, terms: readonly string[]): DocumentPlace['parts'] {
  const folded = fold(written);
  const first = Math.min(...terms.map((term) => folded.text.indexOf(term)).filter((at) => at >= 0));
  if (!Number.isFinite(first)) return [];
  const piece = around(written, writtenAt(folded, written, first));
  const spans = terms.flatMap((term) => spansOf(folded, written, term, first, piece));
  return cut(written, piece, merged(spans));
}

/** As `normaliseText`, but for the spaces, of which no term has any. */
function fold(written: string): Folded {
  // Plain ASCII, the common case, is as long as its lower case.
  if (!/[^\0-\x7F]/.test(written)) return { text: written.toLowerCase() };
  const signs: string[] = [];
  const at: number[] = [];
  let place = 0;
  for (const sign of written) {
    const plain = sign < '\x80' ? sign : sign.normalize('NFKD').replace(/\p{M}+/gu, '');
    for (let unit = 0; unit < plain.length; unit += 1) at.push(place);
    signs.push(plain);
    place += sign.length;
  }
  const joined = signs.join('');
  const lower = joined.toLowerCase();
  // By its length alone would it be out of step with the places.
  return { text: lower.length === joined.length ? lower : joined, at };
}

const writtenAt = ({ at }: Folded, written: string, place: number): number =>
  at ? (at[place] ?? written.length) : place;

function spansOf(folded: Folded, written: string, term: string, first: number, piece: Span): Span[] {
  const spans: Span[] = [];
  for (let at = folded.text.indexOf(term, first); at >= 0; at = folded.text.indexOf(term, at + 1)) {
    const from = writtenAt(folded, written, at);
    if (from >= piece.to) break;
    // A sign that stands for several is marked as a whole.
    const sign = from + (String.fromCodePoint(written.codePointAt(from) ?? 0).length || 1);
    spans.push({ from, to: Math.max(writtenAt(folded, written, at + term.length), sign) });
  }
  return spans;
}

function around(written: string, hit: number): Span {
  let from = Math.max(0, hit - SHOWN_BEFORE);
  if (from > 0) {
    const word = written.slice(from, from + TO_NEXT_WORD).search(/\s\S/);
    from = word >= 0 ? from + word + 1 : whole(written, from);
  }
  let to = Math.min(written.length, from + SHOWN);
  if (to < written.length) {
    const word = /\s\S*$/.exec(written.slice(to - TO_NEXT_WORD, to));
    to = word ? to - TO_NEXT_WORD + word.index : whole(written, to);
  }
  return { from, to };
}

/** Not between the two halves of a sign. */
const whole = (written: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(written.charAt(at)) ? at - 1 : at;

function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = found.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else found.push({ ...span });
  }
  return found;
}

function cut(written: string, piece: Span, spans: readonly Span[]): DocumentPlace['parts'] {
  const parts: DocumentPlace['parts'] = [];
  let at = piece.from;
  const add = (to: number, found: boolean): void => {
    if (to > at) parts.push({ text: written.slice(at, to), found });
    at = Math.max(at, to);
  };
  for (const { from, to } of spans) {
    add(Math.min(from, piece.to), false);
    // What begins in the piece is shown to its end.
    add(to, true);
  }
  add(piece.to, false);
  return parts;
}
