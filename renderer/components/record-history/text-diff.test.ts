import { describe, expect, it } from 'vitest';
import { inContext, textDiff, type DiffPart } from './text-diff.ts';

const written = (parts: readonly DiffPart[]): string =>
  parts
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('');
const long = 'Spoke about the batch in March and the fee. '.repeat(20);

describe('what differs between two long texts', () => {
  it('is shown with a few words around it, also where both begin alike', () => {
    const { parts, cut } = inContext(textDiff(`${long}Wants Pune.`, `${long}Wants Nagpur.`));
    expect(written(parts)).toBe('…the batch in March and the fee. Wants [-Pune-][+Nagpur+].');
    expect(cut).toBe(true);
  });

  it('is every change, with what lies between cut short, and whole on demand', () => {
    const [old, now] = [`First ${long}last`, `Second ${long}end`];
    const all = textDiff(old, now);
    expect(written(inContext(all).parts)).toMatch(
      /^\[-First-]\[\+Second\+] Spoke about .*….* the fee\. \[-last-]\[\+end\+]$/,
    );
    expect(
      all
        .filter(({ kind }) => kind !== 'added')
        .map(({ text }) => text)
        .join(''),
    ).toBe(old);
    expect(
      all
        .filter(({ kind }) => kind !== 'removed')
        .map(({ text }) => text)
        .join(''),
    ).toBe(now);
  });

  it('joins words that changed side by side, and tells other texts apart as wholes', () => {
    expect(
      written(textDiff('Call her on Monday morning at home', 'Call her on Friday evening at home')),
    ).toBe('Call her on [-Monday morning-][+Friday evening+] at home');
    expect(written(textDiff('Nothing of this stays', 'मराठी बोलते'))).toBe(
      '[-Nothing of this stays-][+मराठी बोलते+]',
    );
  });

  it('leaves out spaces that came or went beside words', () => {
    const [old, now] = [`${long}Wants Pune. `, `${long}Wants\n\nNagpur.`];
    expect(written(inContext(textDiff(old, now)).parts)).toMatch(/Wants\[- Pune-]\[\+\s+Nagpur\+]\.$/);
  });

  it('answers soon for texts that share nothing', () => {
    const words = (stem: string): string =>
      Array.from({ length: 3_000 }, (_, at) => `${stem}${at}`).join(' ');
    expect(textDiff(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
