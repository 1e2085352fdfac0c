const UNDONE = 'Undone: ';

/** What a set of this title was about, and whether taking it back does that again: an undo is called after what it undid. */
export function takenBack(title: string): { isAgain: boolean; of: string } {
  const [undos = ''] = /^(?:Undone: )*/.exec(title) ?? [];
  return { isAgain: (undos.length / UNDONE.length) % 2 === 1, of: title.slice(undos.length) };
}
