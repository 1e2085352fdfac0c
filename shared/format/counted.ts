import { inSentence } from './label-in-sentence.ts';
import { formatNumber } from './numbers.ts';

/** As in a sentence: `1 candidate`, `1,200 inquiries`. */
export function counted({ label, plural }: { label: string; plural: string }, count: number): string {
  return count === 1 ? `1 ${inSentence(label)}` : `${formatNumber(count)} ${inSentence(plural)}`;
}
