import { homedir, userInfo } from 'node:os';

/** So many lines are kept, in memory alone. */
const MOST_LINES = 200;
const LONGEST_LINE = 400;

/** What the application has reported since it was started: the end of it, with everything left out that may be personal. */
export class RecentReports {
  readonly #lines: string[] = [];

  /** @param text as it was reported, one or several lines */
  note(text: string, now: Date = new Date()): void {
    for (const line of text.split('\n')) {
      if (line.trim() !== '') this.#lines.push(`${now.toISOString()} ${withoutPersonalData(line)}`);
    }
    this.#lines.splice(0, Math.max(0, this.#lines.length - MOST_LINES));
  }

  text(): string {
    return this.#lines.join('\n');
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What may name a person, a place or a secret, and what stands for it. The first that fits takes it. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  // Files and folders: the last part tells where in the program it was.
  [new RegExp(escaped(homedir()), 'gi'), '~'],
  [/(?:\/home|\/Users|[A-Z]:\\Users)[\\/][^\\/\s"']+/gi, '~'],
  [/[\w.+%-]+@[\w-]+(?:\.[\w-]+)*/g, '(email)'],
  // A web address tells whose server it is; those of the program itself do not.
  [/\b(?!file:|app:|node:)[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]+/gi, '(address)'],
  // So does a host alone, by number or by a name of the usual endings; a column of a table looks much the same.
  [/(?<![\w./\\-])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])(?::\d+)?/g, '(address)'],
  [
    /(?<![\w./\\-])(?:[a-z\d-]+\.)+(?:in|com|org|net|edu|info|biz|io|app|local|lan|internal)\b(?![\w.(-])(?::\d+)?/gi,
    '(address)',
  ],
  // Of a file that lies elsewhere only the ending tells something of the program.
  [/(?:[A-Za-z]:\\|(?<![\w~)])\/(?:media|mnt|run|Volumes)\/)[^"'<>|:]*/g, '(file)'],
  // Whatever is quoted is somebody's text.
  [/“[^”]*”|"(?:[^"\\]|\\.)*"|`[^`]*`|(?<!\w)'[^']*'/g, '(text)'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '(token)'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '(id)'],
  [/\b(?=\w*\d)[\w+/-]{20,}={0,2}/g, '(token)'],
  [/(?<![\d.:T-])\+?\d(?:[\s().-]?\d){8,14}\b/g, '(number)'],
  // In the scripts of India nothing of the program is written.
  [
    /[\p{Lo}\p{Lm}][\p{L}\p{M}\p{Join_Control}.]*(?:\s+[\p{Lo}\p{Lm}][\p{L}\p{M}\p{Join_Control}.]*)*/gu,
    '(name)',
  ],
  // Two words in a row that begin with a capital letter may be a name.
  [/\p{Lu}[\p{L}\p{M}.]+(?:\s+\p{Lu}[\p{L}\p{M}.]*)+/gu, '(name)'],
];

/** A line without emails, numbers, names, addresses, tokens, quoted text and the user's folder; never longer than some lines. */
export function withoutPersonalData(line: string): string {
  const clean = REPLACED.reduce((text, [what, stands]) => text.replace(what, stands), line);
  return withoutUserName(clean).slice(0, LONGEST_LINE);
}

function withoutUserName(text: string): string {
  const { username } = userInfo();
  return username.length < 3
    ? text
    : text.replaceAll(new RegExp(`\\b${escaped(username)}\\b`, 'gi'), '(name)');
}
