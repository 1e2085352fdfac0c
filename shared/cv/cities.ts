/** The largest cities of India as they are called now, and other ways that people write them. */
const WRITTEN = `Mumbai=Bombay|Delhi=New Delhi|Bengaluru=Bangalore=Bengalooru|Hyderabad=Secunderabad|Ahmedabad=Ahmadabad|
Chennai=Madras|Kolkata=Calcutta|Surat|Pune=Poona|Jaipur|Lucknow|Kanpur|Nagpur|Indore|Thane|Bhopal|
Visakhapatnam=Vizag=Vishakhapatnam|Pimpri-Chinchwad=Pimpri Chinchwad=Pimpri=Chinchwad|Patna|Vadodara=Baroda|Ghaziabad|Ludhiana|Agra|
Nashik=Nasik|Faridabad|Meerut|Rajkot|Kalyan|Dombivli=Dombivali|Vasai|Virar|Varanasi=Banaras|Srinagar|Aurangabad|
Chhatrapati Sambhajinagar|Dhanbad|Amritsar|Navi Mumbai=New Mumbai|Prayagraj=Allahabad|Howrah|Ranchi|Gwalior|Jabalpur|Coimbatore|
Vijayawada|Jodhpur|Madurai|Raipur|Kota|Guwahati=Gauhati|Chandigarh|Solapur=Sholapur|Hubballi=Hubli|Dharwad|
Tiruchirappalli=Trichy=Tiruchy|Bareilly|Mysuru=Mysore|Tiruppur=Tirupur|Gurugram=Gurgaon|Aligarh|Jalandhar|Bhubaneswar=Bhubaneshwar|
Salem|Bhiwandi|Saharanpur|Gorakhpur|Bikaner|Amravati|Noida|Greater Noida|Jamshedpur|Bhilai|Cuttack|Firozabad|
Kochi=Cochin=Ernakulam|Nellore|Bhavnagar|Dehradun|Durgapur|Asansol|Rourkela|Nanded|Kolhapur|Ajmer|Akola|Kalaburagi=Gulbarga|
Jamnagar|Ujjain|Loni|Siliguri|Jhansi|Ulhasnagar|Jammu|Sangli|Miraj|Mangaluru=Mangalore|Erode|Belagavi=Belgaum|Ambattur|Tirunelveli|
Malegaon|Gaya|Jalgaon|Udaipur|Davanagere=Davangere|Kozhikode=Calicut|Kurnool|Rajamahendravaram=Rajahmundry|Bokaro|Ballari=Bellary|
Patiala|Agartala|Bhagalpur|Muzaffarnagar|Latur|Dhule|Tirupati|Rohtak|Korba|Bhilwara|Berhampur=Brahmapur|Muzaffarpur|Ahilyanagar=Ahmednagar|
Mathura|Kollam=Quilon|Kadapa=Cuddapah|Sambalpur|Bilaspur|Shahjahanpur|Satara|Vijayapura=Bijapur|Rampur|Shivamogga=Shimoga|
Chandrapur|Junagadh|Thrissur=Trichur|Alwar|Bardhaman=Burdwan|Kakinada|Nizamabad|Parbhani|Tumakuru=Tumkur|Khammam|Panipat|
Darbhanga|Aizawl|Dewas|Ichalkaranji|Karnal|Bathinda|Jalna|Eluru|Purnia|Satna|Sonipat|Sagar|Durg|Imphal|Ratlam|Anantapur|
Karimnagar|Etawah|Bharatpur|Begusarai|Gandhidham|Puducherry=Pondicherry|Sikar|Thoothukudi=Tuticorin|Rewa|Mirzapur|Raichur|
Haridwar|Vizianagaram|Nagercoil|Sri Ganganagar|Mau|Thanjavur=Tanjore|Bulandshahr|Secunderabad|Shimla|Hisar|Mohali|Panchkula|
Thiruvananthapuram=Trivandrum|Guntur|Warangal|Moradabad|Gandhinagar|Anand|Vellore|Hosur|Kannur=Cannanore|Palakkad|Alappuzha|
Kottayam|Udupi|Hassan|Mandya|Beed|Osmanabad|Wardha|Yavatmal|Buldhana|Ratnagiri|Panaji=Panjim|Margao|Mapusa|Shillong|Dibrugarh|Jorhat|
Silchar|Dimapur|Kohima|Itanagar|Gangtok|Kharagpur|Haldia|Roorkee|Haldwani|Rishikesh|Ambala|Yamunanagar|Navsari|Vapi|Valsad|
Bharuch|Ankleshwar|Mehsana|Morbi|Nadiad|Tirupattur|Dindigul|Karur|Namakkal|Kanchipuram|Cuddalore|Hazaribagh|Deoghar|Balasore|Puri`;

/** The same words are names, and words of other things: only a PIN code or a label makes them a city. */
export const ALSO_NAMES: ReadonlySet<string> = new Set(
  'Sagar Anand Salem Gaya Durg Kota Mau Puri Hassan Loni Rewa Kalyan Virar Rampur'.split(' '),
);

/** By the lower-case words of a way to write it: the city as it is called now. */
export const CITIES: ReadonlyMap<string, string> = new Map(
  WRITTEN.replaceAll('\n', '')
    .split('|')
    .flatMap((entry) => {
      const [city = '', ...also] = entry.split('=');
      return [city, ...also].map((name) => [name.toLowerCase().replace('-', ' '), city] as const);
    }),
);

/** Words in the longest of these names. */
export const MOST_WORDS_OF_CITY = 2;
