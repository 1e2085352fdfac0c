/**
 * What people in India make passwords of, beside the English words and passwords that the estimator brings along: in
 * small letters, roughly the most used first, since the place in the list is the number of guesses that a word costs.
 */
export const INDIAN_NAMES: readonly string[] = `
  rahul priya amit pooja neha rohit anjali vijay sunita ravi kavita suresh rajesh sanjay deepak manoj anita asha sneha
  arjun aditya rohan karan nikhil varun akash vishal sachin ankit gaurav abhishek ashish manish mahesh ramesh dinesh
  mukesh rakesh naresh ganesh yogesh umesh lokesh jignesh hitesh nilesh paresh bhavesh kalpesh jayesh mitesh ajay vinay
  sunil anil kapil nitin jatin sachit mohit lalit sumit puneet navneet harpreet gurpreet manpreet jaspreet simran
  harjeet baljeet ranjeet paramjit kuldeep sandeep pradeep jagdeep hardeep gurdeep amandeep mandeep navdeep arvind
  govind milind anand vivek abhay uday sudhir sushil shyam ram mohan sohan gopal krishna kishan kishore prakash subhash
  santosh satish girish harish jagdish ashok alok vinod pramod kamal vimal nirmal bimal gautam shivam satyam sundaram
  om dev aarav vihaan vivaan reyansh ayaan atharva advait ishaan kabir kartik kunal laksh madhav moksh nakul neel ojas
  parth pranav rishi rudra samar shaurya siddharth soham tanmay tushar ujjwal utkarsh veer yash yuvraj zaid imran irfan
  salman shahrukh aamir arbaaz faisal farhan javed junaid kamran khalid mohammed mohammad nadeem rashid rizwan saif
  shoaib sohail tariq wasim yusuf zubair abdul ahmed ali ayesha fatima zainab sana sara noor nazia rukhsar shabana
  shabnam yasmin meena meera seema reema hema rekha sushma usha lata geeta sita gita radha lakshmi laxmi saraswati
  parvati durga kali sarita savita lalita namita smita amita babita nisha disha isha trisha varsha harsha manisha
  alisha priyanka deepika katrina aishwarya kareena karishma madhuri sridevi juhi kajol rani preity anushka alia shraddha
  kriti kiara sonam tamanna samantha nayanthara rashmika divya kavya navya bhavya ananya aaradhya aadhya anvi avni diya
  ira kiran kyra mahi mira myra nitya pari riya saanvi shreya siya tanvi tara vanya zara komal kajal payal sonal hetal
  sheetal minal kinjal krupa khushi khushboo jyoti arti aarti bharti shanti kanti mamta amrita ankita nikita sangeeta
  sunanda sulochana kamini yamini damini mohini rohini ashwini nandini malini shalini vaishali rupali sonali mitali
  deepali pallavi madhavi janhavi bhagyashree rajashree jayashree tejashree dhanashree swati preeti kirti murthy
  venkatesh srinivas subramanian balaji karthik murugan senthil kumaran arun vasanth prabhu raghav ramya revathi
  sowmya vidya gayatri padma sudha uma bhavani chandra indira kalyani mala malathi mythili saravanan selvam vignesh
  debashish sourav saurabh subrata partha sayan abhijit biswajit indrajit ranajit anirban arnab tapas swapan mousumi
  sumitra supriya suchitra sharmila aparna ritu rituparna surekha sulekha shobha pushpa kusum kanchan
  bhaskar bharat yashwant baban dattatray dnyanesh pandurang eknath namdev
  kumar singh sharma verma gupta patel shah mehta desai joshi trivedi dave pandya vyas bhatt parmar solanki chauhan
  rathod rajput thakur yadav mishra pandey tiwari dubey shukla tripathi chaturvedi dwivedi agarwal aggarwal agrawal
  bansal mittal jindal goyal garg goel singhal khandelwal maheshwari jain oswal bhandari kothari doshi sanghvi gandhi
  modi ambani adani tata birla bajaj mahindra kapoor khanna malhotra chopra arora bhatia sethi kohli dhawan sehwag
  gambhir nehra khan ansari qureshi siddiqui sheikh shaikh pathan syed mirza malik hussain patil kulkarni deshmukh
  deshpande joshi jadhav shinde pawar chavan more gaikwad kale kadam sawant salunkhe mane bhosale thackeray phadnis
  fadnavis gokhale ranade apte bapat sathe tendulkar gavaskar wadekar vengsarkar dravid kumble srinath prasad rao reddy
  naidu raju chowdary chowdhury choudhary iyer iyengar menon nair pillai kurup varma nambiar thomas george mathew
  joseph jacob fernandes dsouza pereira rodrigues pinto lobo das dutta bose ghosh sen basu roy mukherjee banerjee
  chatterjee bhattacharya ganguly chakraborty sarkar saha mondal biswas nath barua bora gogoi kalita deka hazarika
  mohanty mohapatra patnaik sahoo panda behera swain jena nayak gowda shetty hegde bhat kamath pai shenoy kini acharya
  rai bisht negi rawat joshi gill sandhu sidhu dhillon grewal brar bains mann ahluwalia bedi kaur
`
  .trim()
  .split(/\s+/);

export const INDIAN_WORDS: readonly string[] = `
  india bharat hindustan jaihind vandemataram jaishreeram jaimatadi harharmahadev omnamahshivaya omsairam sairam
  jaishrikrishna radheradhe hareram harekrishna waheguru ganpati ganpatibappamorya bappa morya bappamorya mauli vitthal
  pandurang tukaram dnyaneshwar shivaji chhatrapati maharaj sambhaji jijau shiv shiva shivshakti mahadev bholenath
  bhole hanuman bajrang bajrangbali mahakal mahakali tirupati balaji ayyappa guruji sai saibaba swami samarth ganesha
  sriram shreeram bhagwan ishwar allah khuda bismillah mashallah inshallah namaste namaskar dhanyavad shukriya swagat
  mumbai bombay delhi newdelhi bangalore bengaluru chennai madras kolkata calcutta hyderabad pune nagpur nashik thane
  navimumbai aurangabad solapur kolhapur satara sangli ratnagiri konkan amravati akola chandrapur wardha latur nanded
  ahmedabad surat baroda vadodara rajkot gandhinagar jaipur jodhpur udaipur kota ajmer lucknow kanpur agra varanasi
  banaras prayagraj allahabad meerut noida gurgaon gurugram ghaziabad faridabad chandigarh amritsar ludhiana jalandhar
  patiala shimla dehradun haridwar rishikesh srinagar jammu kashmir ladakh indore bhopal gwalior jabalpur ujjain raipur
  bilaspur patna gaya ranchi jamshedpur dhanbad bhubaneswar cuttack puri guwahati shillong imphal gangtok goa panaji
  mangalore mysore mysuru hubli belgaum coimbatore madurai trichy salem kochi cochin trivandrum calicut kozhikode
  visakhapatnam vizag vijayawada guntur warangal maharashtra gujarat rajasthan punjab haryana bihar jharkhand odisha
  bengal assam kerala karnataka tamilnadu telangana andhra uttarpradesh himachal uttarakhand vidarbha marathwada
  ganga yamuna godavari narmada kaveri himalaya sahyadri tajmahal gateway marinedrive juhu bandra andheri dadar
  cricket kohli virat viratkohli dhoni msdhoni mahi rohitsharma hitman sachintendulkar masterblaster bumrah jadeja
  hardik pandya pant rishabh ipl csk rcb mumbaiindians kkr chennaisuperkings royalchallengers worldcup champions
  wankhede edengardens kabaddi hockey
  bollywood tollywood bahubali baahubali pushpa kgf rrr sholay dangal lagaan pathaan jawan singham dabangg dhoom krrish
  golmaal chakde rockstar kalhonaaho dilwale ddlj mughal mughalazam raone robot kantara simmba gabbar mogambo thalaiva
  rajinikanth rajni amitabh bachchan srk bhai bhaijaan hrithik akshay ranveer ranbir prabhas alluarjun mahesh vijay
  chai masala samosa biryani paneer roti dosa idli vadapav vada pav jalebi laddu gulabjamun mango aam nimbu mirchi
  mummy papa mom dad mother father maa baba aai bhaiya didi dada dadi nana nani chacha beta beti jaan jaanu janu sona
  sonu monu golu chintu pinky bablu guddu munna raja rani babu shona love pyaar pyar dil ishq mohabbat zindagi sapna
  dost yaar yaari friends forever family lucky happy smile angel princess king queen boss hero star diamond gold
  diwali holi navratri dussehra rakhi eid pongal onam baisakhi monsoon sawan barish
  placement candidate interview company office admin employee student teacher college engineering computer server
  welcome login secret private password passcode demo test user guest manager director owner chief
  jio airtel bsnl vodafone idea reliance infosys wipro tcs hcl tata mahindra maruti hero honda pulsar bullet royal
  enfield scooty activa thar scorpio
`
  .trim()
  .split(/\s+/);
