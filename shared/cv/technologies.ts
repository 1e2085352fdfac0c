/** Technologies as they are called, and other ways that people write them. */
const WRITTEN = `Java=core java=advanced java=java se=java ee=j2ee|Python=python3|JavaScript=java script=js=es6|TypeScript|React.js=react=reactjs|
React Native|Next.js=nextjs|Node.js=node=nodejs|Express.js=express=expressjs|Angular=angularjs=angular js|Vue.js=vue=vuejs|HTML=html5|
CSS=css3|SASS=scss|Bootstrap|Tailwind CSS=tailwind|jQuery|Redux|Material UI=mui|PHP|Laravel|CodeIgniter|WordPress|Django|Flask|FastAPI|
Spring Boot=springboot|Spring=spring framework|Spring MVC|Hibernate|JPA|JDBC|JSP|Servlets=servlet|Struts|Maven|Gradle|C|C++=cpp|C#|.NET=dot net=dotnet|
ASP.NET|.NET Core|Kotlin|Swift|Go=golang|Rust|Ruby|Ruby on Rails=rails|Scala|R|MATLAB|Perl|SQL|MySQL=my sql|PostgreSQL=postgres|
MongoDB=mongo db=mongo|Oracle|SQL Server=ms sql=mssql|PL/SQL=plsql=pl sql|SQLite|Redis|Cassandra|Firebase|DynamoDB|GraphQL|
REST API=rest apis=restful api=restful apis=rest|Microservices|AWS=amazon web services|Azure=microsoft azure|GCP=google cloud|Docker|Kubernetes=k8s|
Jenkins|Terraform|Ansible|Git|GitHub|GitLab|Bitbucket|Linux|Ubuntu|Shell Scripting=shell script=bash|CI/CD=ci cd|Kafka|RabbitMQ|Nginx|
Selenium|JUnit|TestNG|Postman|JMeter|Cypress|Playwright|Manual Testing|Automation Testing|Jira|Agile|Figma|Adobe XD|Photoshop=adobe photoshop|
Illustrator=adobe illustrator|CorelDRAW=coral draw|Canva|Power BI=powerbi|Tableau|Excel=ms excel=microsoft excel=advanced excel|
MS Office=microsoft office|Word=ms word|PowerPoint=ms powerpoint=power point|Tally=tally erp=tally prime|SAP|Salesforce|Pandas|NumPy|Matplotlib|
Scikit-learn=scikit learn=sklearn|TensorFlow|PyTorch|Keras|OpenCV|Machine Learning=ml|Deep Learning|Artificial Intelligence=ai|
Data Science|Data Analysis|Data Analytics|NLP=natural language processing|Hadoop|Spark=apache spark|Hive|Snowflake|Databricks|ETL|
Data Structures=dsa=data structures and algorithms|OOP=oops|VS Code=visual studio code|Eclipse|IntelliJ IDEA=intellij|Android Studio|Android|
Flutter|Dart|Unity|Arduino|Raspberry Pi|IoT|Embedded C|VLSI|Verilog|VHDL|PLC|SCADA|AutoCAD=auto cad|SolidWorks|CATIA|Creo|Ansys|
Revit|STAAD Pro|SEO|Digital Marketing|Google Analytics|Cyber Security=cybersecurity|Networking|CCNA|Blockchain|Solidity|
Web Designing=web design|UI/UX=ui ux|XML|JSON|AJAX|Webpack|Vite|Socket.IO=socket io|Splunk|ServiceNow|UiPath|Blue Prism|Informatica`;

/** Words of ordinary language, and letters, that only a list of skills makes a technology. */
export const ONLY_AMONG_SKILLS: ReadonlySet<string> = new Set(
  `C|R|Go|Swift|Rust|Ruby|Spring|Excel|Word|Oracle|Unity|Express.js|Spark|Hive|Agile|Networking|Illustrator|Eclipse|Scala|Git|
Android|SAP|Tally|Perl|Dart|Creo|Node.js|REST API|Artificial Intelligence|Data Analysis|Ansible|Vite|Canva|OOP|Kafka`
    .replaceAll('\n', '')
    .split('|'),
);

/** Words of a technology as they are compared: small letters and figures, with + and #, dots as blanks. */
export const technologyWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\d][\p{L}\p{M}\d+#]*/gu) ?? [];

/** By the words of a way to write it: the technology as it is called. */
export const TECHNOLOGIES: ReadonlyMap<string, string> = new Map(
  WRITTEN.replaceAll('\n', '')
    .split('|')
    .flatMap((entry) => {
      const [name = '', ...also] = entry.split('=');
      return [name, ...also].map((written) => [technologyWords(written).join(' '), name] as const);
    }),
);

/** Words in the longest of these names. */
export const MOST_WORDS_OF_TECHNOLOGY = 4;
