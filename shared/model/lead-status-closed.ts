/** Words by which the office says that a lead is over, whichever way; the statuses are of its own making. */
const CLOSED =
  /\b(closed|lost|dead|junk|spam|duplicate|invalid|converted|won|enrol+ed|joined|admitted|admission (done|taken|confirmed|closed)|rejected|refused|dropped( out)?|not interested|not eligible|wrong number|do not call|dnd)\b/i;

/** Whether a lead status says by its name that nobody need be called any more, as "Not Interested" does. */
export function saysClosed(name: string): boolean {
  return CLOSED.test(name);
}
