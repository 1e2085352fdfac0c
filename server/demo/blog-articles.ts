/** Articles as an institute writes them for its website. */
export interface Article {
  title: string;
  slug: string;
  category: string;
  blogfor: string;
  content: string;
}

const paragraphs = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('\n');
const heading = (text: string): string => `<h2>${text}</h2>`;
const points = (...items: string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const steps = (...items: string[]): string => `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`;

export const articles: readonly Article[] = [
  {
    title: 'How to prepare for your first technical interview',
    slug: 'first-technical-interview',
    category: 'Interview preparation',
    blogfor: 'Students',
    content: [
      paragraphs(
        'Most freshers do not fail an interview because they lack knowledge. They fail because they have never said their answers aloud. <strong>Practise speaking</strong>, not only reading.',
      ),
      heading('A plan for two weeks'),
      steps(
        'Revise the basics of one language: data types, loops, functions, error handling.',
        'Write twenty small programs on paper, then run them.',
        'Prepare three projects: what it does, what you built, what was difficult.',
        'Take at least two mock interviews and ask for honest feedback.',
      ),
      heading('On the day'),
      paragraphs(
        'Join the meeting ten minutes early, keep your camera at eye level and have your resume open. If you do not know an answer, say how you would find out.',
      ),
      '<blockquote><p>"I have not used it, but I have used something similar" is a perfectly good answer.</p></blockquote>',
    ].join('\n'),
  },
  {
    title: 'Frontend, backend or full stack: which one should you choose?',
    slug: 'frontend-backend-full-stack',
    category: 'Career guidance',
    blogfor: 'Students',
    content: [
      paragraphs(
        'This is the question we hear on almost every counselling call. The honest answer depends on what you enjoy.',
      ),
      points(
        '<strong>Frontend</strong> suits you if you like to see the result of your work on the screen at once.',
        '<strong>Backend</strong> suits you if you like data, logic and solving problems that nobody sees.',
        '<strong>Full stack</strong> takes longer to learn, but small companies prefer it since one person can finish a feature.',
      ),
      heading('What the market asks for'),
      paragraphs(
        'Openings for freshers mention React, JavaScript and one backend such as Node.js, Java or .NET. SQL is expected everywhere.',
        'Start with JavaScript and SQL. Both are useful whichever way you turn later.',
      ),
    ].join('\n'),
  },
  {
    title: 'Five resume mistakes that we see every week',
    slug: 'five-resume-mistakes',
    category: 'Placement',
    blogfor: 'Students',
    content: [
      paragraphs(
        'A recruiter looks at a resume for less than a minute. These five mistakes cost candidates the call.',
      ),
      steps(
        'Three pages for a fresher. One page is enough.',
        'A career objective copied from the internet.',
        'A list of twenty skills without a single project that uses them.',
        'A phone number or email address with a typing mistake.',
        'A photo, marital status and full postal address. Nobody needs them.',
      ),
      paragraphs(
        'Write what you <em>did</em>, with numbers: "Reduced page load from 6 to 2 seconds" says more than "Good knowledge of React".',
      ),
    ].join('\n'),
  },
  {
    title: 'Docker in plain words',
    slug: 'docker-in-plain-words',
    category: 'Technology',
    blogfor: 'Developers',
    content: [
      paragraphs(
        '"It works on my machine" is the oldest excuse in software. Docker packs an application with everything it needs, so that it runs the same way on every machine.',
      ),
      heading('Three words to remember'),
      points(
        '<strong>Image</strong>: the recipe and the ingredients, packed and sealed.',
        '<strong>Container</strong>: one running dish made from that recipe.',
        '<strong>Registry</strong>: the shop where images are kept.',
      ),
      heading('Your first container'),
      '<pre><code>docker run -d -p 8080:80 nginx\ndocker ps</code></pre>',
      paragraphs('Open port 8080 in the browser and you have a web server, without installing one.'),
    ].join('\n'),
  },
  {
    title: 'Learning SQL by asking questions',
    slug: 'learning-sql-by-asking-questions',
    category: 'Technology',
    blogfor: 'Students',
    content: [
      paragraphs(
        'Do not learn SQL as a list of commands. Take one table that you understand and ask it questions in English first.',
      ),
      points(
        'How many students joined in each month?',
        'Who has paid less than half of the fees?',
        'Which course has the highest average score?',
      ),
      '<pre><code>SELECT course, COUNT(*) AS students\nFROM candidates\nGROUP BY course\nORDER BY students DESC;</code></pre>',
      paragraphs('Once you can answer ten such questions, joins will feel natural and not like a trick.'),
    ].join('\n'),
  },
  {
    title: 'What happens in a mock interview',
    slug: 'what-happens-in-a-mock-interview',
    category: 'Interview preparation',
    blogfor: 'Students',
    content: [
      paragraphs(
        'Each candidate gets three mock rounds before the first company interview. They are taken by working engineers, on a video call, exactly like the real one.',
      ),
      heading('The three rounds'),
      steps(
        '<strong>Basics</strong>: twenty minutes on the language and on data structures.',
        '<strong>Project</strong>: you share your screen and explain your own code.',
        '<strong>HR</strong>: introduction, expectations, and questions that you ask.',
      ),
      paragraphs(
        'The feedback is written in your record on the same day, so that the trainer can plan your revision.',
      ),
    ].join('\n'),
  },
  {
    title: 'Hiring freshers: what companies told us this year',
    slug: 'hiring-freshers-this-year',
    category: 'Placement',
    blogfor: 'Companies',
    content: [
      paragraphs(
        'We asked HR teams of our partner companies what they look for in a fresher. Three answers came again and again.',
      ),
      points(
        'Basics that are really clear.',
        'One project done with own hands.',
        'Willingness to learn and to ask.',
      ),
      paragraphs(
        'Degrees and percentages came much later in the list. For companies this means that a short practical test finds better people than a long eligibility list.',
        'If you would like to meet our next batch, <a href="https://www.example.com/contact">write to us</a>.',
      ),
    ].join('\n'),
  },
  {
    title: 'Getting started with cloud: AWS or Azure?',
    slug: 'aws-or-azure',
    category: 'Technology',
    blogfor: 'Developers',
    content: [
      paragraphs(
        'Both are good. The ideas are the same and only the names differ, so the second one takes a quarter of the time of the first.',
      ),
      points(
        'Virtual machine: <em>EC2</em> in AWS, <em>Virtual Machines</em> in Azure.',
        'File storage: <em>S3</em> in AWS, <em>Blob Storage</em> in Azure.',
        'Functions: <em>Lambda</em> in AWS, <em>Functions</em> in Azure.',
      ),
      paragraphs(
        'Choose the one that the companies in your city use, learn it well, and always set a budget alert before you begin.',
      ),
    ].join('\n'),
  },
  {
    title: 'From a non-IT job to software: one year, step by step',
    slug: 'non-it-to-software',
    category: 'Career guidance',
    blogfor: 'Students',
    content: [
      paragraphs(
        'Many of our candidates come from BPO, banking or mechanical jobs. A change is possible, but it needs a plan and about ten hours a week.',
      ),
      steps(
        'Months 1 to 3: one language and SQL, every day for one hour.',
        'Months 4 to 7: a course with a project, preferably in the weekend batch.',
        'Months 8 and 9: a second project of your own, published on the internet.',
        'Months 10 to 12: resume, mock interviews and applications.',
      ),
      paragraphs('Do not leave your job in the first month. Leave it when you hold an offer letter.'),
    ].join('\n'),
  },
  {
    title: 'Is AI/ML only for mathematicians?',
    slug: 'is-ai-ml-only-for-mathematicians',
    category: 'Technology',
    blogfor: 'Students',
    content: [
      paragraphs(
        'No. You need averages, percentages, graphs and a little patience. Deep mathematics helps in research; most jobs are about <strong>clean data</strong> and clear questions.',
      ),
      heading('A sensible order'),
      steps(
        'Python',
        'Pandas and charts',
        'Statistics with examples',
        'Scikit-learn',
        'One complete project',
      ),
      paragraphs('If you enjoy finding out <em>why</em> a number is what it is, you will enjoy this field.'),
    ].join('\n'),
  },
];
