/** What is told of a text beside its problem. */
interface Typed {
  /** The value that the text is taken for once the field is left, where it can be only one. */
  meant?: unknown;
  /** The value that the field had before. */
  before?: unknown;
}

/**
 * What was typed into a field and cannot be read as a value of its kind, such as "abc" in an amount, or that is none of its
 * choices yet. It stands in the draft in the value's place: so the form counts as changed, keeps the text, and refuses to
 * save with the sentence.
 */
export class UnreadText {
  readonly text: string;
  /** One plain sentence: what is wrong and what can be read. */
  readonly problem: string;
  readonly meant?: unknown;
  readonly before?: unknown;

  constructor(text: string, problem: string, { meant, before }: Typed = {}) {
    this.text = text;
    this.problem = problem;
    if (meant !== undefined) this.meant = meant;
    if (before !== undefined) this.before = before;
  }

  /** The same text, where the field had this value before. */
  over(before: unknown): UnreadText {
    return new UnreadText(this.text, this.problem, { meant: this.meant, before });
  }
}

/** A value as it is saved: a text that can be only one is that. */
export const meantBy = (value: unknown): unknown =>
  value instanceof UnreadText && value.meant !== undefined ? value.meant : value;

/** The same of all values of a form. */
export const asMeant = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, meantBy(value)]));
