import type { Chance } from './chance.ts';
import type { Section } from './sections.ts';

/** Sections that say nothing of the fields, though their words are like those that do. */
const OTHERS: readonly ((chance: Chance) => Section)[] = [
  (chance) => ({
    heading: chance.pick(['CAREER OBJECTIVE', 'Objective', 'Career Objective:-']),
    lines: [
      'To work in a challenging environment where I can use my knowledge',
      'and grow with the organization.',
    ],
  }),
  (chance) => ({
    heading: chance.pick(['PROFILE', 'Summary', 'ABOUT ME']),
    lines: [
      'Motivated fresher with strong problem solving ability, looking for a role in Mumbai or Pune.',
      'Quick learner and good team player.',
    ],
  }),
  (chance) => ({
    heading: chance.pick(['STRENGTHS', 'Soft Skills', 'Interpersonal Skills']),
    lines: ['• Hard working', '• Communication', '• Leadership', '• Time Management'],
  }),
  (chance) => ({
    heading: chance.pick(['HOBBIES', 'Interests', 'Hobbies & Interests']),
    lines: ['Reading, Cricket, Travelling, Go Karting'],
  }),
  (chance) => ({
    heading: chance.pick(['LANGUAGES', 'Languages Known']),
    lines: ['English, Hindi, Marathi'],
  }),
  (chance) => ({
    heading: chance.pick(['CERTIFICATIONS', 'Certification', 'ACHIEVEMENTS', 'Extra Curricular Activities']),
    lines: [
      `Certified in Data Structures, Credential ID ${chance.digits(10)}`,
      'Winner of the state level quiz 2021, Nagpur University campus',
      'NSS volunteer at Saraswati College of Arts in 2019',
    ],
  }),
];

export const otherSections = (chance: Chance): Section[] =>
  chance
    .shuffled(OTHERS)
    .slice(0, chance.integer(1, 4))
    .map((make) => make(chance));
