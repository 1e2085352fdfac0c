/** The names with one of them moved to another place; a place beyond an end is that end. */
export function moved(names: readonly string[], name: string, to: number): readonly string[] {
  const others = names.filter((each) => each !== name);
  if (others.length === names.length) return names;
  const at = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, at), name, ...others.slice(at)];
}
