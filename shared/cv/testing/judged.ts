import { CV_FIELDS, type CvField } from '#shared/protocol/document-calls.ts';
import { proposalsOf } from '../proposals.ts';
import { madeCv, type CvTruth } from './made-cv.ts';

export interface Figures {
  right: number;
  wrong: number;
  /** The CV says it, and nothing is proposed. */
  missing: number;
  /** Each wrong or missing one, to look at. */
  faults: string[];
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\d]/gu, '');
const address = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

function isRight(field: CvField, value: string, truth: CvTruth): boolean {
  switch (field) {
    case 'mobile':
      return truth.mobile !== null && value.replace(/\D/g, '') === `91${truth.mobile}`;
    case 'linkedin':
      return truth.linkedin !== null && address(value) === truth.linkedin;
    case 'portfolio':
      return truth.portfolio.some((one) => address(value) === address(one));
    case 'coreskill':
      return value
        .split(', ')
        .every((skill) =>
          truth.skills.some((one) => letters(one) === letters(skill) && skill.length - one.length < 2),
        );
    case 'fullName':
    case 'collegeName':
      return letters(value) === letters(truth[field] ?? '');
    case 'email':
    case 'city':
    case 'yearOfPassing':
      return value === truth[field];
  }
}

const isSaid = (field: CvField, truth: CvTruth): boolean => {
  if (field === 'coreskill') return truth.skills.length > 0;
  return field === 'portfolio' ? truth.portfolio.length > 0 : truth[field] !== null;
};

/** How many proposals of so many made CVs are right, wrong and missing, by field. */
export function figuresOf(firstSeed: number, count: number): Record<CvField, Figures> {
  const figures = Object.fromEntries(
    CV_FIELDS.map((field) => [field, { right: 0, wrong: 0, missing: 0, faults: [] }]),
  ) as unknown as Record<CvField, Figures>;
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const { text, truth } = madeCv(seed);
    const proposals = proposalsOf(text);
    for (const field of CV_FIELDS) {
      const proposal = proposals.find((one) => one.field === field);
      const figure = figures[field];
      if (proposal && isRight(field, proposal.value, truth)) figure.right += 1;
      else if (proposal) {
        figure.wrong += 1;
        figure.faults.push(`${seed} ${field}: ${proposal.value} (from ${proposal.from})`);
      } else if (isSaid(field, truth)) {
        figure.missing += 1;
        figure.faults.push(`${seed} ${field}: nothing`);
      }
    }
  }
  return figures;
}
