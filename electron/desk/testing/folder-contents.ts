import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

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

/** Which of the texts stand in any file below a folder, byte by byte. */
export function textsOnDisk(folder: string, texts: readonly string[]): string[] {
  const contents = filesBelow(folder).map((path) => readFileSync(path));
  return texts.filter((text) => contents.some((bytes) => bytes.includes(text)));
}
