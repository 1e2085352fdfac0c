import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentTypeName } from '#shared/model/document-file.ts';
import { eraseFolder } from '../storage/erase.ts';
import type { Workspace } from '../workspace/workspace.ts';

const ENDINGS: Readonly<Record<DocumentTypeName, readonly [string, ...string[]]>> = {
  PDF: ['.pdf'],
  DOCX: ['.docx'],
  JPEG: ['.jpg', '.jpeg', '.jpe'],
  PNG: ['.png'],
};
/** Of the name without its ending; no sign of it takes more than four of the 255 bytes that names may have. */
const LONGEST = 60;
/** What Windows takes in no name, and what turns the direction of writing. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029<>:"/\\|?*%]/gu;
/** Names of devices, whatever their ending is. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00B9\u00B2\u00B3])(?:\.|$)/i;

/** The name of a copy of a document: its own, safe on any system, with the one ending that its content has. */
export function copyName(name: string, type: DocumentTypeName): string {
  const endings = ENDINGS[type];
  const lower = name.toLowerCase();
  const own = endings.find((ending) => lower.endsWith(ending)) ?? '';
  const plain = Array.from(name.slice(0, name.length - own.length).replace(REFUSED, '_'))
    .slice(0, LONGEST)
    .join('')
    // A point first hides a file; points and blanks last are no part of a name on Windows.
    .replace(/^[.\s~]+|[.\s]+$/g, '');
  const stem = plain === '' ? 'document' : DEVICE.test(plain) ? `_${plain}` : plain;
  return `${stem}${endings[0]}`;
}

/** As browsers mark what they download: Windows' own programs then open it without running what is in it. */
const FROM_ELSEWHERE = '[ZoneTransfer]\r\nZoneId=3\r\n';

/** Where a copy lies: in a folder of its own within the folder of copies. */
export interface OpenedCopy {
  folder: string;
  fileName: string;
}

/**
 * Copies of documents that other programs have open. They go at the next start, when their user signs out, when the
 * person is erased, and when the user may no longer see the document.
 */
export class OpenedCopies {
  readonly #path: string;
  /** Documents by the folder of their copy; those of before this start are gone. */
  readonly #documents = new Map<string, string>();
  readonly #heard = new WeakSet<Workspace>();

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'opened');
  }

  /** A copy of a document of the workspace that this user of the computer alone may read. */
  async add(
    workspace: Workspace,
    { id, name, type }: { id: string; name: string; type: DocumentTypeName },
    bytes: Uint8Array,
  ): Promise<OpenedCopy> {
    if (!this.#heard.has(workspace)) {
      this.#heard.add(workspace);
      workspace.whenErased(({ records }) => this.#forget((document) => records.has(document)));
    }
    const folder = randomBytes(16).toString('hex');
    const fileName = copyName(name, type);
    this.#documents.set(folder, id);
    mkdirSync(join(this.#path, folder), { recursive: true, mode: 0o700 });
    const path = join(this.#path, folder, fileName);
    // Nobody else's file, and no link to one, lies there.
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
    if (process.platform === 'win32') markFromElsewhere(path);
    // The person may have been erased while it was written.
    if (!workspace.reader.has('document', id)) this.#forget((document) => document === id);
    return { folder, fileName };
  }

  /** Documents have changed: of those that are gone, or hidden now, nothing stays. */
  keepSeen({ cache, reader }: Pick<Workspace, 'cache' | 'reader'>): void {
    // A copy of the data that is being made anew lacks what the user may still see.
    if (!cache.open || !cache.position.complete) return;
    this.#forget((document) => !reader.has('document', document));
  }

  #forget(isGone: (document: string) => boolean): void {
    for (const [folder, document] of this.#documents)
      if (isGone(document) && erased(join(this.#path, folder))) this.#documents.delete(folder);
  }

  /** Erases all of them; what another program holds fast goes the next time. */
  clear(): void {
    if (erased(this.#path)) this.#documents.clear();
  }
}

/** Whether a folder is gone; on Windows it is not while a program has a file of it open. */
function erased(folder: string): boolean {
  try {
    eraseFolder(folder);
    return true;
  } catch {
    return false;
  }
}

function markFromElsewhere(path: string): void {
  try {
    writeFileSync(`${path}:Zone.Identifier`, FROM_ELSEWHERE);
  } catch {
    // A disk without such marks.
  }
}
