import type { Random } from './random.ts';

/** Given names and family names of one community, so that they go together as they do in life. */
interface NamePool {
  male: readonly string[];
  female: readonly string[];
  family: readonly string[];
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const pools = {
  hindi: {
    male: words(`Aarav Abhishek Aditya Ajay Akash Alok Aman Amit Anand Ankit Anuj Ashish Ashutosh Deepak Gaurav
      Harsh Himanshu Kartik Kunal Lokesh Manish Mayank Mohit Naveen Nikhil Nitin Piyush Prashant Prateek
      Rajat Rakesh Ravi Sandeep Saurabh Shivam Shubham Sourabh Sumit Tarun Tushar Ujjwal Vaibhav Vikas Vishal Vivek Yash`),
    female: words(`Aarti Aditi Akanksha Anamika Anjali Ankita Archana Arpita Bhavna Charu Deepti Divya Garima
      Himani Ishita Jyoti Kajal Kavita Khushbu Komal Kritika Mansi Megha Monika Muskan Neha Nidhi Pallavi
      Pooja Prachi Preeti Priya Radhika Rashmi Ritika Ruchi Sakshi Saloni Shalini Shikha Shivani Shreya Simran
      Sonali Srishti Swati Tanya Tripti Vandana Vidhi`),
    family:
      words(`Agarwal Awasthi Bajpai Bhardwaj Bhatnagar Chaturvedi Chaudhary Dixit Dubey Dwivedi Garg Goyal
      Gupta Jain Jaiswal Joshi Khandelwal Kumar Maheshwari Mathur Mishra Mittal Nigam Pandey Pathak Rajput
      Rathore Saxena Shukla Singhal Solanki Srivastava Thakur Tiwari Tomar Tripathi Trivedi Upadhyay Verma Yadav`),
  },
  marathi: {
    male: words(`Abhijeet Akshay Amey Amol Aniket Atharva Avinash Chaitanya Chinmay Ganesh Hrishikesh Kedar Mahesh
      Mandar Mangesh Nilesh Ninad Omkar Onkar Pranav Prasad Prathamesh Pushkar Rohan Sagar Sameer Sanket Shreyas
      Siddhesh Soham Suyog Swapnil Tejas Tanmay Umesh Vedant Yogesh`),
    female:
      words(`Aishwarya Amruta Anagha Apurva Ashwini Dhanashree Gauri Gayatri Isha Janhavi Ketaki Kshitija
      Madhura Manasi Mrunal Mugdha Namrata Neelam Pranali Prajakta Pratiksha Rasika Rucha Rutuja Samruddhi Sayali
      Shivani Shraddha Snehal Sukanya Tanvi Tejaswini Vaishnavi Vrushali`),
    family: words(`Bapat Bhosale Chavan Deshmukh Deshpande Dhumal Gaikwad Gokhale Ingle Jadhav Jagtap Joglekar
      Kadam Kale Kamble Karve Kelkar Kulkarni Limaye Mane More Naik Nikam Pawar Phadke Pisal Rane Sathe Sawant
      Shelar Shinde Shirke Thorat Wagh Waghmare`),
  },
  gujarati: {
    male: words(`Bhavesh Chirag Darshan Dhaval Dhruv Harshil Hiren Jatin Jignesh Kalpesh Ketan
      Maulik Mehul Meet Mihir Milan Nirav Parth Pratik Ronak Smit Urvish Vatsal Viral Yagnesh`),
    female: words(`Avani Bansari Bhumika Charmi Dhara Dhruvi Foram Hetal Hiral Janki Jinal Khushi Krupa Kruti
      Mital Nirali Payal Pinal Riddhi Rinkal Shreya Siddhi Toral Unnati Urvi Vaidehi Zalak`),
    family:
      words(`Amin Bhatt Chokshi Dalal Dave Desai Doshi Gohil Jani Joshi Kothari Makwana Mehta Modha Panchal
      Pandya Parekh Parmar Patel Rana Raval Shah Sheth Solanki Soni Trivedi Vaghela Vyas Zaveri`),
  },
  punjabi: {
    male: words(`Amandeep Amritpal Arshdeep Baljit Charanjit Damanpreet Gagandeep Gurjot Gurpreet Harjinder Harman
      Harpreet Inderjit Jagdeep Jaspreet Jatinder Karanbir Kulwinder Lovepreet Mandeep Manpreet Navdeep Parminder
      Prabhjot Ramandeep Simranjit Sukhdeep Tejinder`),
    female:
      words(`Amanpreet Amrit Anmol Gurleen Harleen Harsimran Ishleen Jasleen Jasmeen Kamalpreet Kirandeep
      Komalpreet Manjot Mehak Navneet Navjot Prabhleen Rajwinder Ramneet Rupinder Sandeep Sharanjit Simarpreet
      Sukhmani Taranpreet`),
    family: words(`Arora Bajwa Bedi Bhalla Brar Chahal Chawla Dhaliwal Dhillon Gill Grewal Kalra Khurana Kaur
      Malhotra Mann Narula Oberoi Sandhu Sethi Sidhu Sodhi Tuli Virk Wadhwa Walia`),
  },
  bengali: {
    male: words(`Anirban Arghya Arindam Arnab Avik Biswajit Debasish Debjit Dipankar Indranil Kaushik Koushik
      Pallab Rahul Rajdeep Ritwik Sandip Saptarshi Sayan Shubhankar Soumya Soumyadeep Souvik Subhajit
      Subhasish Sudip Sujoy Suman Tanmoy Tathagata`),
    female: words(`Ananya Anwesha Arpita Barnali Chandrima Debolina Deblina Indrani Ipsita Jayeeta Koyel Mahua
      Moumita Nabanita Paromita Payel Poulami Priyanka Rimi Riya Rupsha Sanchari Sanjukta Shreyasi Sohini Sreeja
      Suchismita Sudeshna Sutapa Titas Trisha`),
    family:
      words(`Adhikari Bagchi Banerjee Basu Bhattacharya Biswas Chakraborty Chatterjee Das Dasgupta Datta Dey
      Dutta Ganguly Ghosh Halder Kar Kundu Lahiri Maity Majumdar Mallick Mandal Mitra Mondal Mukherjee Nandi Pal
      Paul Roy Saha Samanta Sarkar Sen Sengupta`),
  },
  tamil: {
    male: words(`Arun Aravind Ashwin Balaji Bharath Dinesh Ganesan Gokul Gowtham Hari Jagadeesh Karthick Karthik
      Kishore Kumaran Manikandan Murugan Naresh Prabhu Pradeep Pravin Raghav Rajkumar Ramesh Sanjay Saravanan
      Senthil Shankar Sivakumar Sriram Suresh Surya Vasanth Velmurugan Vignesh Vijayakumar`),
    female:
      words(`Abinaya Akila Anitha Bhuvana Deepa Dharani Divyabharathi Gayathri Gomathi Harini Indhu Janani
      Jayanthi Kalaivani Kanimozhi Kavya Kokila Lavanya Madhumitha Malathi Meena Nandhini Nithya Pavithra
      Preethi Ramya Sangeetha Saranya Sathya Shanthi Sowmya Sruthi Suganya Swetha Thamarai Vidhya Yamini`),
    family:
      words(`Anbazhagan Arumugam Balakrishnan Balasubramanian Chandrasekaran Chinnasamy Durairaj Elangovan
      Govindan Gunasekaran Ilango Jayaraman Kandasamy Krishnamurthy Kumarasamy Loganathan Mahalingam Manickam
      Marimuthu Muthukumar Natarajan Palanisamy Perumal Rajendran Ramasamy Sankaran Selvaraj Shanmugam
      Subramanian Sundaram Thangaraj Venkataraman`),
  },
  telugu: {
    male: words(`Abhiram Ajith Anil Bhargav Chandu Charan Dheeraj Gopi Harsha Hemanth Jagan Kalyan Karthikeya
      Krishna Lokesh Madhav Mahendra Manohar Mohan Nagaraju Naveen Phani Praneeth Prasanth Rajesh Rakesh Ramu
      Sai Sandeep Sasi Srikanth Srinivas Sudheer Teja Uday Vamsi Venkatesh Vinay`),
    female: words(`Akhila Alekhya Amulya Anusha Bhargavi Bhavani Chandana Deepthi Divya Gowthami Haritha Hima
      Jahnavi Jyothi Keerthi Lahari Lakshmi Likhitha Mounika Navya Niharika Padma Pranathi Prasanna Pravallika
      Ramya Sahithi Sindhu Sirisha Sravani Sreeja Sushma Swathi Tejaswi Usha Vasavi Yamuna`),
    family: words(`Akula Alluri Bandi Bathula Boddu Chintala Dasari Gajula Gorantla Gudipati Kakarla Kandula
      Katta Kolli Konda Kotha Kommineni Maddela Mandava Medisetti Nalla Nallamothu Pasupuleti Peddi Pothula
      Puli Rao Reddy Sunkara Talluri Tummala Vadlamudi Vemula Yalamanchili Yerra`),
  },
  kannada: {
    male: words(`Abhilash Adarsh Anand Basavaraj Bharat Chandan Chethan Darshan Deepak Girish Gururaj Harish
      Jayanth Kiran Lohith Madhu Manjunath Mahantesh Nagesh Nandish Pavan Prajwal Praveen Puneeth Raghavendra
      Rakshith Santosh Shashank Shivaraj Sudeep Vinayak Yogesh`),
    female:
      words(`Aishwarya Akshata Amrutha Anjana Ashwini Bhagya Bhoomika Chaithra Chandana Deepashree Geetha
      Harshitha Kavitha Kavana Likitha Manasa Meghana Nagashree Namratha Nayana Pallavi Pooja Poornima Pratibha
      Rachana Rakshitha Roopa Sahana Sanjana Shruthi Sinchana Spoorthi Sushmitha Varsha Vidya`),
    family:
      words(`Acharya Angadi Bhat Biradar Desai Gowda Hegde Hiremath Hosamani Jadav Kamath Kulkarni Kumbar
      Madiwalar Murthy Nadig Naik Pai Patil Prabhu Rao Shenoy Shetty Somayaji Talwar Udupa Uppar Yaligar`),
  },
  malayali: {
    male: words(`Abhijith Adarsh Ajay Akhil Amal Anand Anoop Arjun Aswin Athul Deepu Gokul Hari Jithin Jishnu
      Kiran Manu Midhun Nandu Nidhin Pranav Rahul Renjith Rohith Sajith Sanal Shyam Sreejith Sreeraj Sujith
      Unnikrishnan Vaisakh Vishnu Vipin`),
    female: words(`Aiswarya Amritha Anagha Anjana Anju Arya Athira Chinnu Devika Drisya Gopika Greeshma Gouri
      Haritha Jisha Keerthana Krishnapriya Lekshmi Malavika Meera Meenu Neethu Nimisha Parvathy Reshma Revathy
      Sandra Sarika Sneha Soorya Sreelakshmi Surya Swathi Vismaya`),
    family: words(`Achari Eapen Ezhuthachan Kaimal Kartha Krishnan Kurup Marar Menon Mohanan Nair Nambiar
      Namboothiri Panicker Pillai Prasad Raghavan Rajan Raveendran Sasidharan Sivadasan Sukumaran Unnithan
      Varma Vasudevan Warrier`),
  },
  eastern: {
    male: words(`Abinash Amiya Asish Bibhuti Bikash Chandan Debabrata Dillip Dipak Gyana Hrushikesh Jitendra
      Kamlesh Kishan Manas Nihar Nirmal Prabhat Prasant Priyabrata Rajesh Ranjan Rupesh Sambit Satyajit Shashi
      Smruti Soumya Subrat Sushant Tapan Uttam`),
    female:
      words(`Aparajita Archana Arati Bandana Barsha Deepika Ipsita Itishree Jhilli Jyotirmayee Lipsa Lopamudra
      Madhusmita Mamata Monalisa Namita Nandini Pragyan Priyadarshini Puja Rashmita Rupali Sagarika Sanghamitra
      Sasmita Sibani Smita Sonalika Subhashree Suchitra Sweta`),
    family:
      words(`Barik Behera Biswal Dalai Das Jena Jha Khuntia Kumar Mahapatra Mahato Mishra Mohanty Mohapatra
      Munda Nayak Oraon Panda Parida Patnaik Pradhan Prasad Rath Rout Sahoo Sahu Samal Senapati Singh Sinha
      Swain Tripathy`),
  },
  northEastern: {
    male: words(`Abhijit Anjan Bhaskar Bikram Bitupan Chinmoy Debajit Dhrubajyoti Dipjyoti Gaurab Hirak Jyotishman
      Kaustav Lakhi Manash Mrinal Nabajit Nayan Partha Pranjal Rituraj Rupam Sanjib Simanta Tarali Uddipan`),
    female:
      words(`Anamika Bhargavi Bidisha Daisy Dikshita Gitanjali Himakshi Jonali Juri Kabita Karabi Madhusmita
      Mousumi Nabanita Nilakshi Pallabi Parishmita Plabita Rimjhim Rituparna Sangeeta Sumitra Tina Trishna`),
    family:
      words(`Baishya Barman Baruah Bhuyan Bora Borah Bordoloi Boro Choudhury Das Deka Dutta Gogoi Handique
      Hazarika Kakati Kalita Konwar Medhi Nath Pegu Phukan Rabha Saikia Sarma Sonowal Talukdar Thapa`),
  },
  muslim: {
    male: words(`Aadil Aamir Abdul Adnan Afzal Altaf Anas Arbaaz Arif Arshad Asif Ayaan Danish Faisal Faizan Farhan
      Haris Imran Irfan Junaid Kaif Mohsin Mudassir Nadeem Naved Parvez Rehan Rizwan Sadiq Sameer Shoaib
      Tabrez Talha Tauseef Usman Wasim Yusuf Zaid Zeeshan`),
    female:
      words(`Aafreen Afsana Alina Amreen Asma Ayesha Bushra Farheen Fatima Gulnaz Hina Humaira Iqra Kashaf
      Mahira Mehnaz Nazia Nida Parveen Rabia Rukhsar Sabiha Sadaf Saima Sana Shabana Shaheen Shifa Sumaiya Tabassum
      Uzma Yasmeen Zainab Zoya`),
    family: words(`Ahmed Alam Ali Ansari Attar Baig Bano Farooqui Hashmi Hussain Idrisi Jamal Kazi Khatri
      Mansuri Memon Mirza Momin Mulla Qureshi Rahman Rizvi Saiyed Sayyed Shaikh Sheikh Siddiqui Sultan
      Usmani Warsi Zaidi`),
  },
  christian: {
    male: words(`Abel Alan Albin Alwin Anson Basil Benny Christo Clifford Denzil Edwin Elvin Eric Febin Godwin
      Jerin Jerome Joel Joseph Joshua Kevin Libin Melvin Nevin Nixon Rohan Roshan Ryan Shawn Stephen Tony Vincent`),
    female:
      words(`Alisha Aleena Angel Anita Ann Annie Blessy Christina Clara Diana Elizabeth Fiona Helen Irene
      Jennifer Jessica Jiya Leah Maria Merin Michelle Nancy Neethu Rachel Riya Rose Sharon Sherin Stefy Teena Tessa`),
    family:
      words(`Abraham Almeida Alphonso Antony Chacko Cherian Coelho Cyriac Dias Fernandes George Jacob James
      Johnson Joseph Kurian Lobo Mascarenhas Mathew Mathias Menezes Monteiro Pereira Philip Pinto Rebello Rodrigues
      Samuel Sebastian Sequeira Simon Thomas Varghese Vaz`),
  },
} satisfies Record<string, NamePool>;

export type Community = keyof typeof pools;

export interface PersonName {
  first: string;
  last: string;
  full: string;
  gender: 'Male' | 'Female' | 'Other';
}

const communities = Object.keys(pools) as Community[];

/** A name as it is met in a place where most people are of the given community. */
export function personName(random: Random, local: Community): PersonName {
  const kin = random.chance(0.72)
    ? local
    : random.weighted<Community>([
        ['muslim', 9],
        ['christian', 3],
        [random.pick(communities), 16],
      ]);
  const pool: NamePool = pools[kin];
  const isMale = random.chance(0.57);
  const first = random.pick(isMale ? pool.male : pool.female);
  const last = random.pick(pool.family);
  const gender = random.chance(0.004) ? 'Other' : isMale ? 'Male' : 'Female';
  return { first, last, full: `${first} ${last}`, gender };
}
