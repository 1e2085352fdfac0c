/** A line of phrases as a list: trimmed, blanks dropped. */
export function splitCommas(line: string): string[] {
  return line
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A list of phrases as one line. */
export function joinCommas(items: readonly string[]): string {
  return items.join(', ');
}
