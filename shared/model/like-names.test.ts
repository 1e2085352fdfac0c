import { describe, expect, it } from 'vitest';
import { areLikeNames, isSlip, nameWords } from './like-names.ts';

const like = (one: string, other: string): boolean => areLikeNames(nameWords(one), nameWords(other));

describe('names that may be one person’s', () => {
  it.each([
    // As they are written.
    ['Ravi Kumar', 'ravi  KUMAR'],
    ['Émile Rao', 'Emile Rao'],
    ['Dr. Asha Rao', 'Asha Rao'],
    // The order of the words.
    ['Ravi Kumar', 'Kumar Ravi'],
    ['Anil Vasant Kulkarni', 'Kulkarni Anil Vasant'],
    // Slips of the keys.
    ['Priyanka Sharma', 'Priynka Sharma'],
    ['Suresh Nair', 'Surseh Nair'],
    ['Deepali Joshi', 'Deepalii Joshi'],
    ['Kiran Patil', 'Kiran Ptail'],
    ['Mohan Das', 'Mohen Das'],
    ['Ramesh Iyer', 'Ranesh Iyer'],
    ['Priyanka', 'Priyanks'],
    // Spellings of one sound.
    ['Deepak Choudhary', 'Dipak Chaudhari'],
    ['Sourabh Jain', 'Saurabh Jain'],
    ['Vivek Pillai', 'Viveck Pilai'],
    ['Lakshmi Iyer', 'Laxmi Iyer'],
    ['Pooja Singh', 'Puja Singh'],
    ['Md Irfan Khan', 'Mohammed Irfan Khan'],
    ['Swati Deshmukh', 'Svati Deshmuk'],
    ['Faisal Shaikh', 'Phaisal Sheikh'],
    // Initials, and middle names.
    ['R. Kumar', 'Ravi Kumar'],
    ['Ravi K', 'Ravi Kumar'],
    ['A. P. J. Abdul Kalam', 'Abdul Kalam'],
    ['S K Iyer', 'Sunil Krishna Iyer'],
    ['Ravi Mohan Sharma', 'Ravi Sharma'],
    // Together or apart.
    ['Ramkumar Verma', 'Ram Kumar Verma'],
    ['Vijay Lakshmi', 'Vijaylaxmi'],
  ])('%s and %s', (one, other) => {
    expect(like(one, other)).toBe(true);
    expect(like(other, one)).toBe(true);
  });

  it.each([
    ['Ravi Kumar', 'Rani Kumar'],
    ['Amit Shah', 'Ajit Shah'],
    ['Amit Shah', 'Amita Shah'],
    ['Rohit Verma', 'Mohit Verma'],
    ['Ramesh Patil', 'Rajesh Patil'],
    ['Surendra Rao', 'Narendra Rao'],
    ['Ravi Kumar Sharma', 'Ravi Kumar Verma'],
    ['Ravi Kumar', 'Suresh Kumar'],
    ['R. Kumar', 'S. Kumar'],
    ['R. K.', 'Ravi Kumar'],
    ['Kumar', 'Ravi Kumar'],
    ['Priya', 'Riya'],
    ['', ''],
    ['?', '!'],
  ])('not %s and %s', (one, other) => {
    expect(like(one, other)).toBe(false);
    expect(like(other, one)).toBe(false);
  });
});

it('one slip is a letter too many or too few, two swapped, a vowel for another, or the key beside', () => {
  expect(isSlip('suresh', 'surehs')).toBe(true);
  expect(isSlip('kumar', 'kumarr')).toBe(true);
  expect(isSlip('kumar', 'kumer')).toBe(true);
  expect(isSlip('kumar', 'kunar')).toBe(true);
  expect(isSlip('kumar', 'kupar')).toBe(false);
  expect(isSlip('kumar', 'kumar')).toBe(false);
  expect(isSlip('ravi', 'rani')).toBe(false);
});
