import type { INDIAN_STATES } from '#shared/model/indian-states.ts';
import type { Community } from './names.ts';
import type { Random } from './random.ts';

export interface Place {
  city: string;
  state: (typeof INDIAN_STATES)[number];
  community: Community;
}

type StateRow = readonly [state: Place['state'], community: Community, weight: number, cities: string];

/** Weight: how many of an institute's people come from the state; the first city of each comes most often. */
const states: readonly StateRow[] = [
  [
    'Maharashtra',
    'marathi',
    30,
    'Pune,Mumbai,Nagpur,Nashik,Chhatrapati Sambhajinagar,Kolhapur,Solapur,Thane,Navi Mumbai,Satara,Sangli,Jalgaon,Amravati,Latur',
  ],
  ['Karnataka', 'kannada', 12, 'Bengaluru,Mysuru,Hubballi,Belagavi,Mangaluru,Davanagere,Tumakuru,Kalaburagi'],
  ['Telangana', 'telugu', 9, 'Hyderabad,Warangal,Karimnagar,Nizamabad,Khammam'],
  [
    'Andhra Pradesh',
    'telugu',
    7,
    'Vijayawada,Visakhapatnam,Guntur,Tirupati,Nellore,Kurnool,Rajamahendravaram',
  ],
  ['Tamil Nadu', 'tamil', 8, 'Chennai,Coimbatore,Madurai,Tiruchirappalli,Salem,Erode,Tirunelveli'],
  ['Kerala', 'malayali', 5, 'Kochi,Thiruvananthapuram,Kozhikode,Thrissur,Kannur,Kollam'],
  ['Gujarat', 'gujarati', 6, 'Ahmedabad,Surat,Vadodara,Rajkot,Bhavnagar,Gandhinagar,Anand'],
  [
    'Uttar Pradesh',
    'hindi',
    8,
    'Lucknow,Noida,Kanpur,Ghaziabad,Prayagraj,Varanasi,Agra,Meerut,Gorakhpur,Bareilly',
  ],
  ['Madhya Pradesh', 'hindi', 6, 'Indore,Bhopal,Jabalpur,Gwalior,Ujjain,Sagar'],
  ['Rajasthan', 'hindi', 5, 'Jaipur,Jodhpur,Kota,Udaipur,Ajmer,Bikaner'],
  ['Delhi', 'hindi', 5, 'New Delhi,Delhi'],
  ['Haryana', 'hindi', 3, 'Gurugram,Faridabad,Panipat,Rohtak,Karnal,Hisar'],
  ['Punjab', 'punjabi', 3, 'Ludhiana,Amritsar,Jalandhar,Patiala,Mohali,Bathinda'],
  ['Chandigarh', 'punjabi', 1, 'Chandigarh'],
  ['West Bengal', 'bengali', 5, 'Kolkata,Howrah,Durgapur,Siliguri,Asansol,Kharagpur'],
  ['Bihar', 'eastern', 4, 'Patna,Gaya,Muzaffarpur,Bhagalpur,Darbhanga'],
  ['Jharkhand', 'eastern', 2, 'Ranchi,Jamshedpur,Dhanbad,Bokaro'],
  ['Odisha', 'eastern', 4, 'Bhubaneswar,Cuttack,Rourkela,Sambalpur,Berhampur'],
  ['Chhattisgarh', 'hindi', 2, 'Raipur,Bhilai,Bilaspur,Durg'],
  ['Uttarakhand', 'hindi', 1.5, 'Dehradun,Haridwar,Haldwani,Roorkee'],
  ['Himachal Pradesh', 'hindi', 1, 'Shimla,Solan,Mandi'],
  ['Assam', 'northEastern', 1.5, 'Guwahati,Jorhat,Dibrugarh,Silchar'],
  ['Goa', 'christian', 1, 'Panaji,Margao,Mapusa'],
  ['Jammu and Kashmir', 'muslim', 1, 'Srinagar,Jammu'],
  ['Puducherry', 'tamil', 0.6, 'Puducherry,Karaikal'],
  ['Tripura', 'bengali', 0.4, 'Agartala'],
  ['Meghalaya', 'christian', 0.3, 'Shillong'],
];

const weightedPlaces = states.flatMap(([state, community, weight, cities]) => {
  const names = cities.split(',');
  const total = names.length + 3;
  return names.map(
    (city, at) => [{ city, state, community }, (weight * (at === 0 ? 4 : 1)) / total] as const,
  );
});

/** A city with its state, as the people of an institute in Pune come from. */
export function place(random: Random): Place {
  return random.weighted<Place>(weightedPlaces);
}

const areas = [
  'MG Road',
  'Station Road',
  'Gandhi Nagar',
  'Shivaji Nagar',
  'Civil Lines',
  'Nehru Nagar',
  'Rajiv Colony',
  'Industrial Estate',
  'Ring Road',
  'College Road',
  'Lake View Road',
  'Market Yard',
  'Sector 5',
  'Sector 18',
  'Vasant Vihar',
  'Ashok Nagar',
  'Tilak Road',
  'Laxmi Nagar',
  'Anna Nagar',
  'Old Airport Road',
  'Bypass Road',
  'Cantonment',
  'Model Town',
  'Green Park',
  'IT Park Road',
  'Jubilee Enclave',
] as const;

const buildings = [
  'Trade Centre',
  'Business Park',
  'Tech Plaza',
  'Corporate House',
  'Towers',
  'Arcade',
  'Chambers',
  'Heights',
  'IT Hub',
  'Square',
] as const;

const buildingNames = [
  'Sunrise',
  'Lotus',
  'Orchid',
  'Shree',
  'Silver',
  'Crystal',
  'Galaxy',
  'Emerald',
  'Sapphire',
  'Vision',
  'Royal',
  'Metro',
  'Skyline',
  'Pinnacle',
  'Horizon',
] as const;

/** An office address in one line. */
export function officeAddress(random: Random, where: Place): string {
  const office = random.integer(1, 9) * 100 + random.integer(1, 18);
  const building = `${random.pick(buildingNames)} ${random.pick(buildings)}`;
  return `${office}, ${building}, ${random.pick(areas)}, ${where.city}, ${where.state}`;
}
