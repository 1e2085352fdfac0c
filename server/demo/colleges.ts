import type { Random } from './random.ts';

export const branches = [
  'B.E. Computer Engineering',
  'B.E. Information Technology',
  'B.Tech Computer Science',
  'B.Tech Electronics and Communication',
  'B.Tech Information Technology',
  'B.E. Mechanical Engineering',
  'B.E. Electronics and Telecommunication',
  'B.E. Electrical Engineering',
  'B.Tech AI and Data Science',
  'B.E. Civil Engineering',
  'BCA',
  'B.Sc. Computer Science',
  'B.Sc. IT',
  'BCS',
  'MCA',
  'M.Sc. Computer Science',
  'MBA (IT)',
  'B.Com',
  'Diploma in Computer Engineering',
] as const;

const collegeNames = [
  'Vidya Jyoti',
  'Shree Saraswati',
  'Gyan Deep',
  'Nav Bharat',
  'Sanskriti',
  'Pragati',
  'Adarsh',
  'Shanti Niketan',
  'Sahyadri Valley',
  'Ganga Valley',
  'Deccan Heights',
  'Eastern Ghats',
  'Vindhya',
  'Malwa Vidyapeeth',
  'Silver Oak Hill',
  'Green Field',
  'Universal',
  'St. Aloysia',
  'Holy Trinity',
  'Crescent Moon',
  'Sri Vinayaka',
  'Sri Lakshmi Narasimha',
  'Arunodaya',
  'Chetana',
  'Maharshi',
  'Vivekvani',
  'Bright Future',
  'Kaveri',
  'Godavari',
  'Narmada',
] as const;

const collegeKinds = [
  'Institute of Technology',
  'College of Engineering',
  'Engineering College',
  'Institute of Engineering and Technology',
  'College of Arts, Commerce and Science',
  'Institute of Computer Applications',
  'Technical Campus',
] as const;

export const collegeName = (random: Random): string =>
  `${random.pick(collegeNames)} ${random.pick(collegeKinds)}`;
