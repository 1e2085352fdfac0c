/**
 * What was typed into a field and cannot be read as a value of its kind, such as "abc" in an amount. It stands in the
 * draft in the value's place: so the form counts as changed, keeps the text, and refuses to save with the sentence.
 */
export class UnreadText {
  readonly text: string;
  /** One plain sentence: what is wrong and what can be read. */
  readonly problem: string;

  constructor(text: string, problem: string) {
    this.text = text;
    this.problem = problem;
  }
}
