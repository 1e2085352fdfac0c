import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from 'electron';

/**
 * The dictionaries that ship, by language as Chromium knows it: the file of ours, and the name under which Chromium looks
 * for it. That has a version in it, which an update of Electron may change; then spelling is not looked at, and a test
 * fails.
 */
const DICTIONARIES = [
  { language: 'en-GB', file: 'en-IN.bdic', name: 'en-GB-10-1.bdic' },
  { language: 'hi', file: 'hi-IN.bdic', name: 'hi-IN-3-0.bdic' },
] as const;

/** Nobody listens there: a dictionary that is missing is not fetched from anywhere. */
const NOWHERE = 'http://127.0.0.1:9/';

/**
 * Has spelling looked at in English (India) and Hindi, from dictionaries that ship; on macOS by the system. Where a field
 * wants it is the page's word.
 * @param shipped folder of the dictionaries
 * @param dataFolder of the application: Chromium looks for dictionaries in a folder within
 */
export function lookAtSpelling(
  session: Session,
  shipped: string,
  dataFolder: string,
  report: (line: string) => void,
): void {
  if (process.platform === 'darwin') return;
  session.setSpellCheckerDictionaryDownloadURL(NOWHERE);
  session.on('spellcheck-dictionary-download-failure', (_event, language) =>
    report(`There is no dictionary of ${language} here.`),
  );
  try {
    const folder = join(dataFolder, 'Dictionaries');
    mkdirSync(folder, { recursive: true });
    for (const { file, name } of DICTIONARIES) bring(join(shipped, file), join(folder, name));
  } catch (error) {
    // Without them nothing is marked; all else goes on.
    report(`The dictionaries could not be laid out: ${String(error)}`);
  }
  session.setSpellCheckerLanguages(DICTIONARIES.map(({ language }) => language));
}

function bring(from: string, to: string): void {
  if (existsSync(to) && statSync(to).size === statSync(from).size) return;
  copyFileSync(from, to);
}
