import { expect, it } from 'vitest';
import { kindByName, proposedKinds } from './document-kind.ts';

it.each([
  ['Asha Verma CV.pdf', 'CV'],
  ['AshaVermaCV.docx', 'CV'],
  ['resume_final(2).pdf', 'CV'],
  ['Offer Letter - Infosys.pdf', 'Offer letter'],
  ['10th marksheet.jpg', 'Certificate'],
  ['experience-letter.pdf', 'Certificate'],
  ['Aadhar_front.png', 'Identity document'],
  ['PAN.jpeg', 'Identity document'],
  ['company profile.pdf', null],
  ['scan0001.pdf', null],
  ['cvs.pdf.pdf', 'CV'],
])('takes %s for what its name says', (name, kind) => {
  expect(kindByName(name)).toBe(kind);
});

it('takes the first file without a word for the CV, of a candidate who has none', () => {
  const names = ['scan1.pdf', 'scan2.pdf', 'pan card.pdf'];
  expect(proposedKinds(names, { entity: 'candidate', hasCv: false })).toEqual([
    'CV',
    'Other',
    'Identity document',
  ]);
  expect(proposedKinds(names, { entity: 'candidate', hasCv: true })[0]).toBe('Other');
  expect(proposedKinds(names, { entity: 'hrRecord', hasCv: false })[0]).toBe('Other');
  expect(proposedKinds(['scan.pdf', 'my cv.pdf'], { entity: 'candidate', hasCv: false })).toEqual([
    'Other',
    'CV',
  ]);
});
