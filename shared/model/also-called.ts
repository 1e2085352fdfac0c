/**
 * What tables of offices and colleges call the fields besides, by entity and field: by these names the columns of an
 * imported file are found.
 */
export type AlsoCalled = Readonly<Record<string, readonly string[]>>;

const NAME = `Student Name, Candidate Name, Name of Student, Name of Candidate, Name of the Candidate, Applicant
  Name, Applicant, Student, Candidate, Trainee Name, Lead Name, नाम, विद्यार्थी का नाम`;
const PHONE = `Phone, Ph, Ph. No., Phone Number, Contact, Contact No, Contact Number, Mobile No, Mobile Number,
  Mob, Mob. No., Cell, Cell No, Telephone, Phone 1, Mobile 1, Primary Phone, Calling Number, मोबाइल,
  मोबाइल नंबर, फोन, फ़ोन नंबर`;
const MAIL = `E-mail, Mail, Mail ID, Email ID, E-mail ID, Email Address, Gmail, Gmail ID, Personal Email, ईमेल`;

export const candidateAlsoCalled = listed({
  fullName: `Name, ${NAME}`,
  mobile: PHONE,
  whatsapp: `Whats app, WhatsApp No, WhatsApp Number, WA, WA No, WA Number, Wapp, Alternate Number, Alternate
    Mobile, Alternate Phone, Phone 2, Mobile 2, व्हाट्सएप`,
  email: MAIL,
  dob: 'DOB, D.O.B., Birth Date, Birthdate, Birthday, जन्म तिथि, जन्मतिथि',
  gender: 'Sex, M/F, लिंग',
  city: 'Town, Location, Current City, Current Location, Place, District, शहर',
  state: 'State Name, राज्य',
  linkedin: 'LinkedIn URL, LinkedIn Profile, LinkedIn Link',
  portfolio: 'Portfolio URL, Portfolio Link, Website, GitHub, GitHub Link',
  enrolledCourse: `Course, Courses, Course Name, Technology, Technologies, Stream, Domain, Track, Enrolled Course,
    Program, Programme, कोर्स`,
  trainingMode: 'Mode, Mode of Training, Batch Mode',
  trainer: 'Trainer Name, Faculty, Faculty Name, Instructor',
  batchTime: 'Batch, Batch Timing, Timing, Slot',
  startDate: 'Joining Date, Date of Joining, Batch Start Date, Course Start Date',
  coreskill: 'Core Skills, Skill, Skills, Key Skills, Skill Set, Primary Skill',
  fee: 'Fees, Total Fee, Total Fees, Course Fee, Course Fees, Fee Amount, शुल्क, फीस',
  recievedAmount: 'Received, Paid, Paid Amount, Amount Paid, Fees Paid, Fee Paid, Advance',
  paymentStatus: 'Fee Status, Fees Status, Payment',
  experience: 'Exp, Work Experience, Years of Experience, Total Experience',
  nextCall: 'Next Call, Follow Up Date, Followup, Follow Up, Next Follow Up, Call Back Date, Callback',
  discussion: 'Discussion Notes, Conversation, Call Notes, Feedback',
  remarks: 'Remark, Comment, Comments, टिप्पणी',
  resumeStatus: 'Resume, CV, CV Status',
  leadSource: 'Source, Source of Lead, Reference, How did you hear about us',
  counselor: 'Counsellor, Counselor Name, Counsellor Name',
  docsCollected: 'Documents, Documents Collected, Docs',
  interviewStatus: 'Status, Result',
  interviewDate: 'Interview Date, Interview Time, Date of Interview, Interview On',
  interviewerName: 'Interviewer Name, Interviewed By',
  placementStatus: 'Placement, Placed',
  company: 'Company Name, Placed In, Placed At, Employer, Organisation, Organization',
  ctc: 'Package, Salary, Current CTC, LPA, CTC in LPA',
  notes: 'Note',
  collegeName: 'College, Institute, Institution, University, Institute Name, College/University, कॉलेज',
  courseBranch: `Branch, Qualification, Degree, Highest Qualification, Education, Specialization, Specialisation,
    Department`,
  collegeLocation: 'College City, College Place, College Address',
  yearOfPassing: `Passing Year, Year of Passout, Passout Year, Pass Out, Passed Out, YOP, Graduation Year, Batch Year,
    Year`,
  academicScore: 'Score, CGPA, Percentage, Marks, Aggregate',
  backlogs: 'Backlog, Active Backlogs, ATKT',
});

export const inquiryAlsoCalled = listed({
  Name: `Full Name, ${NAME}`,
  mobile: `${PHONE}, WhatsApp, WhatsApp Number`,
  internshipType: 'Internship, Internship Domain, Course, Technology, Domain, Stream, Track, Interested In',
  interviewStatus: 'Interview',
  leadStatus: 'Status, Lead Stage, Stage',
  notes: 'Note, Remark, Remarks, Comment, Comments, Discussion, Feedback, टिप्पणी',
  nextCall: `Next Call Date, Follow Up Date, Followup, Follow Up, Next Follow Up, Call Back Date, Callback`,
  assignedTo: 'Owner, Handled By, Lead Owner, Counselor, Counsellor, Assignee',
});

export const hrRecordAlsoCalled = listed({
  hrName: 'Name, HR, HR Person, Contact Person, Person, Recruiter, Recruiter Name, SPOC, Full Name',
  designation: 'Title, Job Title, Position, Role',
  personalEmail: 'Email 2, Alternate Email, Gmail',
  companyEmail: `Official Email, Office Email, Work Email, Corporate Email, Email, Mail, Mail ID, Email ID, E-mail,
    Email Address, HR Email`,
  personalPhone: `Phone, Ph. No., Mobile, Mobile No, Mobile Number, Contact No, Contact Number, Phone Number, HR
    Mobile, WhatsApp`,
  officePhone: 'Landline, Office No, Office Number, Company Phone, Board Number, Telephone, Phone 2',
  personalLinkedIn: 'LinkedIn, LinkedIn URL, LinkedIn Profile',
  companyLinkedIn: 'LinkedIn Page, Company LinkedIn Page',
  companyName: 'Company, Organisation, Organization, Firm, Employer, Name of Company',
  companyWebsite: 'Website, Web Site, URL, Web',
  companyAddress: 'Address, Location, City, Office Address',
  industry: 'Sector, Domain, Business',
  companySize: 'Size, Employees, Number of Employees, Strength',
  hiringStatus: 'Hiring, Status',
  jobRoles: 'Job Role, Hiring For, Openings, Open Positions, Profiles, Positions',
  jobType: 'Employment Type, Type of Job',
  experience: 'Exp, Experience Required',
  skillsRequired: 'Skills, Skill, Key Skills, Technologies',
  notes: 'Note, Remark, Remarks, Comment, Comments',
});

export const contactInquiryAlsoCalled = listed({
  name: `Full Name, ${NAME}`,
  email: `Email, ${MAIL}`,
  mobile: `${PHONE}, WhatsApp`,
  message: 'Query, Question, Enquiry, Inquiry, Text, Subject, Description',
  notes: 'Note, Remark, Remarks, Comment, Comments',
  assignedTo: 'Owner, Handled By, Assignee',
});

/** Names in one text, with commas between them, as lists of their own. */
function listed(names: Readonly<Record<string, string>>): AlsoCalled {
  return Object.fromEntries(Object.entries(names).map(([field, text]) => [field, text.split(/,\s+/)]));
}
