/** A file as offices keep them: many forms of the same things, and some that are wrong. */
export interface MessyFile {
  headings: string[];
  rows: string[][];
  /** How many of the rows are what. */
  wrong: number;
  twice: number;
  fresh: number;
  /** Numbers of rows whose person has the number of `known`. */
  known: number;
}

const FIRST = ['Asha', 'बीना', 'Chetan', 'Divya', 'इंदु', "D'Souza", 'Fatima', 'गणेश', 'Hari', 'Zoë'];
const LAST = ['Rao', 'Sharma', 'Khan', 'पाटील', 'Iyer', 'Verma', 'Nair'];
const COURSES = [
  'Java',
  'full-stack',
  'DevOps, Cloud',
  'AI/ML',
  'Frontend & Backend',
  'web design; java',
  '',
];
const CITIES = ['Pune', 'मुंबई', 'Nagpur', 'Thane', ''];

/** Ways to write the number that begins with 9 and ends in the one given. */
const FORMS: ((number: string) => string)[] = [
  (number) => number,
  (number) => `+91 ${number.slice(0, 5)} ${number.slice(5)}`,
  (number) => `0${number}`,
  (number) => `91${number}`,
  (number) => `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`,
  (number) => `(+91) ${number}`,
  (number) => `${number}.0`,
  (number) => `${number} / ${String(Number(number) + 4_000_000)}`,
];

const DATES = ['05/04/2004', '5-4-04', '5 Apr 2004', '2004-04-05', '38082', '05.04.2004', ''];

/** The rows of the file, the same each time. @param known a number that somebody who is here already has */
export function messyFile(count: number, known: string): MessyFile {
  const file: MessyFile = {
    headings: [
      'Sr. No.',
      'Student Name / नाम',
      'Ph. No.',
      'Mail ID',
      'D.O.B.',
      'Course',
      'City',
      'Passing Year',
      'Fees',
      'Remark',
    ],
    rows: [],
    wrong: 0,
    twice: 0,
    fresh: 0,
    known: 0,
  };
  for (let at = 0; at < count; at += 1) {
    const name = `${FIRST[at % FIRST.length]} ${LAST[at % LAST.length]} ${at}`;
    const number = String(9_100_000_000 + at);
    let phone = (FORMS[at % FORMS.length] ?? String)(number);
    let email = at % 4 === 0 ? ` Person${at}@Mail.test ` : `person${at}@mail.test`;
    let born = DATES[at % DATES.length] ?? '';
    if (at % 50 === 49) {
      // The one before, written otherwise.
      phone = `0${9_100_000_000 + at - 1}`;
      file.twice += 1;
    } else if (at % 40 === 20) {
      born = '31/02/2004';
      file.wrong += 1;
    } else if (at % 100 === 33) {
      phone = '9.1E+09';
      file.wrong += 1;
    } else if (at % 100 === 77) {
      email = 'none at all';
      file.wrong += 1;
    } else if (at % 1_000 === 10) {
      phone = known;
      file.known += at === 10 ? 1 : 0;
      file.twice += at === 10 ? 0 : 1;
    } else {
      file.fresh += 1;
    }
    file.rows.push([
      String(at + 1),
      name,
      phone,
      email,
      born,
      COURSES[at % COURSES.length] ?? '',
      CITIES[at % CITIES.length] ?? '',
      String(2_020 + (at % 6)),
      ['45000', '₹ 45,000/-', '45k', '1.2 lakh', ''][at % 5] ?? '',
      at % 11 === 0 ? `कल फोन करें, "urgent"\nsays ${at}` : '',
    ]);
  }
  return file;
}
