import type { Chance } from './chance.ts';

/** Given and family names that are common in a region: the persons made of them are invented. */
interface Region {
  given: readonly string[];
  family: readonly string[];
  /** A letter for the father's name stands before or after the name. */
  initials?: true;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const REGIONS: readonly Region[] = [
  {
    given: words(
      'Rahul Amit Neha Pooja Ankit Shivani Saurabh Priya Vikas Jyoti Deepak Mansi Himanshu Ritika',
    ),
    family: words('Sharma Verma Gupta Mishra Tiwari Yadav Saxena Agarwal Chauhan Srivastava Pandey Jain'),
  },
  {
    given: words('Aniket Prajakta Omkar Snehal Tejas Rutuja Swapnil Vaishnavi Akshay Sayali Mayur Gauri'),
    family: words('Patil Deshmukh Kulkarni Jadhav Shinde Pawar Gaikwad More Kale Bhosale Joshi Chavan'),
  },
  {
    given: words('Karthik Lavanya Dinesh Priyadharshini Vignesh Nandhini Arun Kavitha Surya Gayathri'),
    family: words('Murugan Subramanian Selvaraj Rajendran Palanisamy Natarajan Krishnan Sundaram'),
    initials: true,
  },
  {
    given: words('Sai Harika Venkatesh Sravani Naveen Bhavya Charan Mounika Praneeth Swathi'),
    family: words('Reddy Rao Naidu Chowdary Varma Gottipati Kandula Pasupuleti'),
    initials: true,
  },
  {
    given: words('Arindam Sohini Sourav Debolina Subhajit Moumita Abhirup Trisha'),
    family: words('Banerjee Chatterjee Das Ghosh Mukherjee Sarkar Dutta Bhattacharya Roy'),
  },
  {
    given: words('Gurpreet Harleen Manpreet Simran Jaspreet Amandeep Navjot'),
    family: words('Singh Kaur Gill Sandhu Dhillon Arora Bedi'),
  },
  {
    given: words('Jignesh Hetal Dhruv Krupa Chirag Nirali Mehul Foram'),
    family: words('Patel Shah Mehta Parmar Solanki Vyas Desai Trivedi'),
  },
  {
    given: words('Mohammed Ayesha Imran Sana Faizan Zoya Arbaaz Nazia'),
    family: words('Khan Shaikh Ansari Siddiqui Qureshi Pathan Sayyed'),
  },
  {
    given: words('Anjali Jithin Sneha Akhil Nimisha Vishnu Aparna Rohith'),
    family: words('Nair Menon Pillai Thomas Varghese Kurian Mathew'),
    initials: true,
  },
  {
    given: words('Manjunath Shwetha Prajwal Chaitra Kiran Sahana Darshan'),
    family: words('Gowda Hegde Shetty Bhat Kamath Hiremath'),
    initials: true,
  },
  {
    given: words('Joel Maria Kevin Sharon Alwyn Melissa'),
    family: words('Dsouza Fernandes Pereira Rodrigues Lobo'),
  },
  {
    given: words('Pranjal Rituraj Bhaskar Dipika Hiranya Jahnabi'),
    family: words('Borah Kalita Deka Saikia Baruah Gogoi'),
  },
];

export interface Named {
  /** As it is written, but for capitals. */
  name: string;
  given: string;
  family: string;
  father: string;
}

export function named(chance: Chance): Named {
  const region = chance.pick(REGIONS);
  const given = chance.pick(region.given);
  const family = chance.pick(region.family);
  const fatherGiven = chance.pick(region.given);
  const initial = family.slice(0, 1);
  const father = `${fatherGiven} ${family}`;
  if (region.initials === true && chance.happens(55)) {
    const name = chance.pick([
      `${initial}. ${given}`,
      `${given} ${initial}`,
      `${given} ${initial}.`,
      `${initial} ${given}`,
      `${given} ${fatherGiven.slice(0, 1)} ${family}`,
      `${initial}.${fatherGiven.slice(0, 1)}. ${given}`,
    ]);
    return { name, given, family, father };
  }
  const name = chance.pick([
    `${given} ${family}`,
    `${given} ${family}`,
    `${given} ${family}`,
    `${given} ${fatherGiven} ${family}`,
    `${given} ${fatherGiven.slice(0, 1)}. ${family}`,
    `${given} Kumar ${family}`,
    `${family} ${given} ${fatherGiven}`,
  ]);
  return { name, given, family, father };
}

export interface Place {
  city: string;
  /** Other ways to write it. */
  also?: readonly string[];
  state: string;
  pin: string;
  std: string;
}

export const PLACES: readonly Place[] = [
  { city: 'Pune', state: 'Maharashtra', pin: '411', std: '020' },
  { city: 'Mumbai', state: 'Maharashtra', pin: '400', std: '022' },
  { city: 'Nagpur', state: 'Maharashtra', pin: '440', std: '0712' },
  { city: 'Nashik', also: ['Nasik'], state: 'Maharashtra', pin: '422', std: '0253' },
  { city: 'Navi Mumbai', state: 'Maharashtra', pin: '400', std: '022' },
  { city: 'Bengaluru', also: ['Bangalore'], state: 'Karnataka', pin: '560', std: '080' },
  { city: 'Mysuru', also: ['Mysore'], state: 'Karnataka', pin: '570', std: '0821' },
  { city: 'Hyderabad', state: 'Telangana', pin: '500', std: '040' },
  { city: 'Visakhapatnam', also: ['Vizag'], state: 'Andhra Pradesh', pin: '530', std: '0891' },
  { city: 'Chennai', state: 'Tamil Nadu', pin: '600', std: '044' },
  { city: 'Coimbatore', state: 'Tamil Nadu', pin: '641', std: '0422' },
  { city: 'Kochi', also: ['Cochin'], state: 'Kerala', pin: '682', std: '0484' },
  { city: 'Kolkata', state: 'West Bengal', pin: '700', std: '033' },
  { city: 'Delhi', also: ['New Delhi'], state: 'Delhi', pin: '110', std: '011' },
  { city: 'Gurugram', also: ['Gurgaon'], state: 'Haryana', pin: '122', std: '0124' },
  { city: 'Noida', state: 'Uttar Pradesh', pin: '201', std: '0120' },
  { city: 'Lucknow', state: 'Uttar Pradesh', pin: '226', std: '0522' },
  { city: 'Indore', state: 'Madhya Pradesh', pin: '452', std: '0731' },
  { city: 'Bhopal', state: 'Madhya Pradesh', pin: '462', std: '0755' },
  { city: 'Jaipur', state: 'Rajasthan', pin: '302', std: '0141' },
  { city: 'Ahmedabad', state: 'Gujarat', pin: '380', std: '079' },
  { city: 'Surat', state: 'Gujarat', pin: '395', std: '0261' },
  { city: 'Patna', state: 'Bihar', pin: '800', std: '0612' },
  { city: 'Bhubaneswar', state: 'Odisha', pin: '751', std: '0674' },
  { city: 'Guwahati', state: 'Assam', pin: '781', std: '0361' },
  { city: 'Ludhiana', state: 'Punjab', pin: '141', std: '0161' },
  { city: 'Chandigarh', state: 'Chandigarh', pin: '160', std: '0172' },
  { city: 'Kolhapur', state: 'Maharashtra', pin: '416', std: '0231' },
];

const STREETS = [
  'MG Road',
  'Station Road',
  'Gandhi Nagar',
  'Shivaji Nagar',
  'Civil Lines',
  'Lake View Road',
  'Delhi Gate',
  'Old Mumbai Highway',
  'Anna Nagar',
  'Jaipur House Colony',
  'Sector 18',
];

/** An address in one to three lines. */
export function address(chance: Chance, place: Place): string[] {
  const city = chance.pick([place.city, place.city, ...(place.also ?? [])]);
  const house = chance.pick([
    `Flat No. ${chance.integer(1, 40)}, Sai Residency`,
    `H.No. ${chance.integer(1, 90)}-${chance.integer(1, 9)}/${chance.integer(1, 20)}`,
    `Plot ${chance.integer(1, 200)}`,
    `${chance.integer(1, 99)}/B, Om Apartments`,
  ]);
  const street = chance.pick(STREETS);
  const pin = place.pin + chance.digits(3);
  const end = chance.pick([
    `${city} - ${pin}`,
    `${city}-${pin}`,
    `${city}, ${place.state} - ${pin}`,
    `${city}, ${place.state}, India`,
    `${city} ${pin}`,
    `Dist. ${city}, ${place.state} ${pin}`,
    city.toUpperCase(),
  ]);
  if (chance.happens(40)) return [`${house}, ${street},`, `${end}.`];
  if (chance.happens(20)) return [`${house},`, `${street},`, end];
  return [`${house}, ${street}, ${end}`];
}

const COLLEGE_NAMES = [
  'Vidya Jyoti',
  'Shree Saraswati',
  'Gyan Deep',
  'Nav Bharat',
  'Pragati',
  'Sahyadri Valley',
  'Deccan Heights',
  "St. Aloysia's",
  'Sri Vinayaka',
  'G. H. Ranade',
  'K.J. Mahajan',
  'Dr. V. N. Apte',
  'Godavari',
  'Bharati Vidya',
  'Holy Trinity',
];
const COLLEGE_KINDS = [
  'Institute of Technology',
  'College of Engineering',
  'Engineering College',
  'Institute of Engineering and Technology',
  'College of Arts, Commerce and Science',
  'College of Engineering & Technology',
  'Polytechnic',
  'Mahavidyalaya',
  'Degree College',
  'Institute of Management Studies',
];

export const college = (chance: Chance): string =>
  `${chance.pick(COLLEGE_NAMES)} ${chance.pick(COLLEGE_KINDS)}`;

export const school = (chance: Chance): string =>
  `${chance.pick(COLLEGE_NAMES)} ${chance.pick(['High School', 'Vidyalaya', 'Public School', 'Junior College', 'Jr. College', 'Convent School', 'Higher Secondary School', 'PU College', 'Inter College'])}`;

export const UNIVERSITIES = [
  'Uttar Pradesh Technical University',
  'Savitri University, Pune',
  'Sahyadri Technological University',
  'University of Malwa',
  'Anna Technical University, Chennai',
  'JNT University, Hyderabad',
  'Rajasthan Technological University',
];
