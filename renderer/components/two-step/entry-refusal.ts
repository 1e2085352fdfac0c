/** What was wrong with an entry: said at its field where it is about that. */
export interface Refusal {
  atField: boolean;
  sentence: string;
}
