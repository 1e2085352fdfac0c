/**
 * The columns that are written to a file where others than the list's own are shown. What stands in the cell of another
 * column, as a private address in the place of the company's, goes along with that one: the file says what the list says.
 * @param own the list's own columns
 * @param settings what the screen says of them; false for those that stand in the cell of the one before
 * @param chosen the columns that are shown
 */
export function exportedColumns(
  own: readonly string[],
  settings: Readonly<Record<string, unknown>>,
  chosen: readonly string[],
): string[] {
  return chosen.flatMap((name) => {
    const after = own.includes(name) ? own.slice(own.indexOf(name) + 1) : [];
    const end = after.findIndex((each) => settings[each] !== false);
    const within = end < 0 ? after : after.slice(0, end);
    return [name, ...within.filter((each) => !chosen.includes(each))];
  });
}
