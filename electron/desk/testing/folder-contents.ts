import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { throughKey } from './kept-keys.ts';

/** Paths of all files below a folder. */
export function filesBelow(folder: string): string[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      // One may be gone by now, and a link may lead nowhere.
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
  );
}

/** The one file of that name below a folder. */
export function fileNamed(folder: string, name: string): string {
  const found = filesBelow(folder).filter((path) => path.endsWith(name));
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} files named ${name}`);
  return found[0];
}

/** Which of the texts stand in any file below a folder, byte by byte; what a desk encrypts is looked at through its key. */
export function textsOnDisk(folder: string, texts: readonly string[]): string[] {
  const contents = filesBelow(folder).flatMap((path) => throughKey(path));
  return texts.filter((text) => contents.some((bytes) => bytes.includes(text)));
}

/** Which of these are in any file below a folder as somebody finds it who has the disk and no key, in UTF-8 or UTF-16. */
export function foundInTheClear(folder: string, texts: readonly (string | Buffer)[]): string[] {
  const found = new Set<string>();
  for (const path of filesBelow(folder)) {
    const bytes = readFileSync(path);
    for (const text of texts) {
      const forms = typeof text === 'string' ? [Buffer.from(text), Buffer.from(text, 'utf16le')] : [text];
      if (forms.some((form) => bytes.includes(form)))
        found.add(`${String(text)} in ${relative(folder, path)}`);
    }
  }
  return [...found];
}
