import { renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toRole } from '#shared/access/roles.ts';
import type { Actor } from '#shared/access/permissions.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import { erasedIds, noteErasedIds } from '../cache/erased-ids.ts';
import { Cache, type SyncPosition } from '../cache/cache.ts';
import { COPY_MARK } from '../cache/copied-cache.ts';
import { removeComing } from './coming-cache.ts';
import type { CacheOwner } from './cache-owner.ts';
import { LocalFiles } from '../files/files.ts';
import { HeldRows } from '../records/held-rows.ts';
import { ListReader } from '../records/list-reader.ts';
import { MOST_MARKS } from '../outbox/drafts.ts';
import { Outbox } from '../outbox/outbox.ts';
import { Overlay } from '../records/overlay.ts';
import { PageSize } from '../server/page-size.ts';
import { PushSize } from '../server/push-size.ts';
import { PeopleFinder } from '../records/people-finder.ts';
import { RecordReader } from '../records/record-reader.ts';
import { RecordWriter } from '../records/record-writer.ts';
import { ReferenceTexts } from '../cache/reference-texts.ts';
import { SearchIndex } from '../cache/search-index.ts';
import { Today } from '../records/today/today.ts';
import { DamageLimit, FAILING_DISK } from '../storage/damage-limit.ts';
import type { DataKeys } from '../storage/data-keys.ts';
import { diskRefusal, isDiskRefusal } from '../storage/disk-trouble.ts';
import { lostRecords } from '../records/lost-changes.ts';
import { lacksShown } from '../records/shown-operations.ts';
import { endImport } from './ended-import.ts';
import { TakeOver } from './take-over.ts';
import { erasedPeople, type ErasedPeople } from './erased-people.ts';
import { eraseFiles } from '../storage/erase.ts';
import { isDamage, setAsideSqlite } from '../storage/sqlite-file.ts';

export const CACHE_FILE = 'cache.db';
export const OUTBOX_FILE = 'outbox.db';

/** Records that a notice names. */
const MOST_NAMES = 10;

/** What reads and writes one cache; made anew with the cache. */
const UNDO_INTERRUPTED =
  'An undo of many changes was interrupted when this application ended. Some of them are undone, the rest is not: undo it again in Recent changes.';

interface CacheServices {
  cache: Cache;
  overlay: Overlay;
  index: SearchIndex;
  texts: ReferenceTexts;
  lists: ListReader;
  people: PeopleFinder;
  reader: RecordReader;
  writer: RecordWriter;
  today: Today;
}

/** The data of one user on this computer: the cache, the outbox, and what reads and writes them. */
export class Workspace {
  readonly folder: string;
  readonly outbox: Outbox;
  readonly files: LocalFiles;
  user: SignedInUser;
  readonly nativeBinding: string | undefined;
  /** Called when lists would find more than they did, though no record has changed. */
  onCaughtUp: (entity: EntityName) => void = () => undefined;
  readonly keys: DataKeys | undefined;
  #owner: CacheOwner | undefined;
  /** A cache that was fetched for somebody else was here. */
  #ofAnother = false;
  /** How much is sent, and asked for, at once; learned anew at each start. */
  readonly pushSize = new PushSize();
  readonly pageSize = new PageSize();
  /** Rows that somebody is asked about; they stay themselves where the cache is made anew. */
  readonly held = new HeldRows();
  readonly #damage = new DamageLimit();
  readonly #closers = new Set<() => void>();
  #unheardUpTo = 0;
  readonly #forgetters = new Set<(people: ErasedPeople) => void>();
  #services: CacheServices;

  /**
   * @param owner whom the cache must have been fetched for; one of anybody else is made anew.
   * @param keys of the user's data; without them, in tests alone, it is plain.
   */
  constructor(
    folder: string,
    user: SignedInUser,
    nativeBinding: string | undefined,
    owner?: CacheOwner,
    keys?: DataKeys,
  ) {
    this.folder = folder;
    this.keys = keys;
    this.user = user;
    this.nativeBinding = nativeBinding;
    this.#owner = owner;
    removeComing(folder);
    const takeOver = keys && new TakeOver(folder, keys);
    const takingOver = takeOver?.isUnderWay ?? false;
    const found = openedOrRefused(() => takeOver?.databases(nativeBinding));
    this.outbox = openedOrRefused(() => new Outbox(join(folder, OUTBOX_FILE), nativeBinding, keys?.outbox));
    if (found) this.outbox.noteOpening(found);
    try {
      if (owner) openedOrRefused(() => this.outbox.others.showTo(owner.shownTo));
      this.#services = openedOrRefused(() => this.#openCache());
      if (!this.cache.position.complete) this.#unheardUpTo = this.outbox.lastNumber();
      this.files = new LocalFiles(folder, this.outbox, () => this.cache, { key: keys?.files, takingOver });
      this.#forgetErasedSince();
      if (this.#ofAnother) this.#forgetForeign();
      // What nothing names any more, and was not removed before the desk closed.
      else this.files.tidySoon();
      if (takingOver) this.#takeFilesOver(takeOver);
    } catch (error) {
      this.outbox.close();
      throw error;
    }
  }

  /** In the background; what is not done when the desk closes is done at the next start. */
  #takeFilesOver(takeOver: TakeOver | undefined): void {
    this.files
      .takeOver()
      .then((done) => done && takeOver?.end())
      .catch(() => undefined);
  }

  get actor(): Actor {
    return { _id: this.user._id, role: toRole(this.user.role) };
  }

  /**
   * Up to this number of the outbox things waited when the copy was made anew: who was erased before that is not told again, and
   * the former copy, by whose names it would be known, is gone.
   */
  get unheardUpTo(): number {
    return this.#unheardUpTo;
  }

  get cache(): Cache {
    return this.#services.cache;
  }

  get overlay(): Overlay {
    return this.#services.overlay;
  }

  get index(): SearchIndex {
    return this.#services.index;
  }

  get lists(): ListReader {
    return this.#services.lists;
  }

  get people(): PeopleFinder {
    return this.#services.people;
  }

  get reader(): RecordReader {
    return this.#services.reader;
  }

  get writer(): RecordWriter {
    return this.#services.writer;
  }

  get today(): Today {
    return this.#services.today;
  }

  get texts(): ReferenceTexts {
    return this.#services.texts;
  }

  #cacheAt(path: string): Cache {
    return Cache.open(path, this.nativeBinding, this.keys?.cache);
  }

  #openCache(): CacheServices {
    const path = join(this.folder, CACHE_FILE);
    const cache = this.#ownCache(this.#cacheAt(path));
    try {
      return this.#servicesOf(cache);
    } catch (error) {
      cache.db.close();
      // Damage that shows only where it is read.
      if (!isDamage(error) || this.outbox.isOwn(error)) throw error;
      setAsideSqlite(path);
      return this.#servicesOf(this.#ownCache(this.#cacheAt(path)));
    }
  }

  /** The cache where it was fetched for this user, else an empty one. */
  #ownCache(opened: Cache): Cache {
    if (!this.#owner) return opened;
    let cache = opened;
    if (!this.#owner.owns(cache)) {
      this.#ofAnother = true;
      cache.destroy();
      cache = this.#cacheAt(cache.path);
    }
    this.#owner.claim(cache);
    return cache;
  }

  /** The kept session has another key: what the cache holds is still this user's. */
  claimCache(owner: CacheOwner): void {
    this.#owner = owner;
    owner.claim(this.cache);
  }

  #servicesOf(cache: Cache): CacheServices {
    const { repaired, isNew } = this.outbox.takeOpening();
    const isShort = lacksShown(cache, this.outbox);
    if (repaired || isNew || isShort) this.#nameLost(cache, isNew);
    const overlay = new Overlay(cache, this.outbox, this.user._id);
    const index = new SearchIndex(cache, (entity) => this.onCaughtUp(entity));
    const texts = new ReferenceTexts(cache);
    const reader = new RecordReader(cache, overlay, texts);
    return {
      cache,
      overlay,
      index,
      texts,
      reader,
      lists: new ListReader(cache, index, texts),
      people: new PeopleFinder(cache, index, texts),
      writer: new RecordWriter(cache, this.outbox, overlay, reader),
      today: new Today(cache, texts),
    };
  }

  /** The desk ended while many changes were being undone: the rest of them is still there. */
  tellInterrupted(): void {
    const { undos, notices } = this.outbox;
    if (undos.takeInterrupted() > 0) notices.add(UNDO_INTERRUPTED, new Date().toISOString());
  }

  /** Starts again with an empty cache over which the outbox is laid. */
  resetCache(): void {
    this.cache.destroy();
    this.files.forgetFetched();
    this.#services = this.#openCache();
    this.#unheardUpTo = this.outbox.lastNumber();
  }

  /** A cache that a full disk, or a program that held its file, has kept from being made anew is made now. */
  remakeCache(): void {
    if (!this.cache.open) this.resetCache();
  }

  /**
   * The cache is this file from now on, which holds what the server gave and bears the mark; the outbox is laid over it. Gives
   * whether it could be opened: where not, the cache is an empty one.
   */
  takeCache(file: string, mark: string, position: Partial<SyncPosition>): boolean {
    const { path } = this.cache;
    this.cache.destroy();
    renameSync(file, path);
    this.#services = this.#openCache();
    const { cache } = this;
    if (cache.state(COPY_MARK) !== mark) return false;
    cache.transaction(() => {
      cache.setState(COPY_MARK, null);
      cache.movePosition(position);
    });
    return true;
  }

  /** These records were taken away from the user; before the cache forgets that they were there. */
  forgetOthers(records: readonly { entity: EntityName; recordId: string }[]): void {
    if (records.some(({ entity, recordId }) => this.reader.has(entity, recordId))) this.#forgetAside();
    const touched = this.outbox.others.forget(records);
    if (touched.length > 0) this.overlay.refresh(touched);
  }

  /** Damaged databases that were put aside hold people as they were, and nobody can take one person out of them. */
  #forgetAside(): void {
    this.outbox.forgetKeptAside();
    const { path } = this.cache;
    eraseFiles(dirname(path), (name) => name.startsWith(`${basename(path)}.damaged`));
  }

  /** What else holds something of people hears who is erased, while the cache still knows their names and numbers. */
  whenErased(forget: (people: ErasedPeople) => void): void {
    this.#forgetters.add(forget);
  }

  /** An outbox that was put back from an older copy has heard of nobody who was erased since, and is not told again. */
  #forgetErasedSince(): void {
    const { drafts } = this.outbox;
    this.forgetErased(erasedIds(this.cache).filter(({ recordId }) => !drafts.knowsErased(recordId)));
  }

  /** Records of people who were erased: nothing that was done about them here stays. */
  forgetErased(records: readonly { entity: EntityName; recordId: string }[]): void {
    if (records.length === 0) return;
    this.#forgetAside();
    const people = erasedPeople(this.reader, this.outbox, records);
    noteErasedIds(this.cache, records, MOST_MARKS);
    for (const forget of this.#forgetters) forget(people);
    this.outbox.drafts.forgetPeople(people);
    this.outbox.forgetInWords(people);
    const touched = [...this.outbox.forgetInViews(people), ...this.outbox.forgetErased(records)];
    if (touched.length > 0) this.overlay.refresh(touched);
  }

  /** Puts a cache aside that turned out to be damaged, and starts again with an empty one. */
  replaceDamagedCache(): void {
    this.cache.closeReaders();
    this.cache.db.close();
    setAsideSqlite(this.cache.path);
    this.#services = this.#openCache();
    this.#unheardUpTo = this.outbox.lastNumber();
  }

  /** The cache still shows changes that a damaged outbox has lost: their records are named before they are shown as they are. */
  #nameLost(cache: Cache, isNew: boolean): void {
    const lost = lostRecords(cache, this.outbox);
    if (lost.length === 0) return;
    const named = lost.slice(0, MOST_NAMES);
    const more = lost.length > named.length ? ` and ${formatNumber(lost.length - named.length)} more` : '';
    const names = `${named.map(({ title }) => title).join(', ')}${more}`;
    const count = lost.length === 1 ? '1 record' : `${formatNumber(lost.length)} records`;
    const say = (of: string, list = ''): string =>
      isNew
        ? `The file that keeps your changes until they are sent is gone. Changes of ${of} are missing where they had not been sent${list}. Look whether they are there, and enter again what is missing.`
        : `Among the changes that could not be read are some of ${of}${list}.`;
    this.outbox.notices.add(say('these records', `: ${names}`), new Date().toISOString(), {
      records: named.map(({ entity, recordId }) => ({ entity, recordId })),
      nameless: say(count),
    });
  }

  /**
   * Deals with a damaged file: the one that the error came from, and no other. The cache is put aside and fetched anew,
   * the outbox is put together from what can be read of it.
   * @throws PlainError where a disk damages them again and again: they are then left as they are.
   */
  repair(error: unknown, log: (line: string) => void): void {
    const isOutbox = this.outbox.isOwn(error);
    const name = isOutbox ? 'outbox' : 'local copy';
    if (!this.#damage.mayRepair()) {
      if (this.#damage.isNewlyRefused) log(`The ${name} is damaged again; it is left as it is for a while.`);
      throw new PlainError('unavailable', FAILING_DISK);
    }
    log(`The ${name} is damaged (time ${this.#damage.count}); it is put aside and made anew.`);
    if (!isOutbox) return this.replaceDamagedCache();
    this.outbox.repair();
    const { cache } = this;
    this.#services = this.#servicesOf(cache);
  }

  #forgetForeign(): void {
    this.files.forgetFetched();
    endImport(this)(this.outbox);
  }

  /** What has files of this user open lets go of them before they are closed or erased. */
  whenClosing(letGo: () => void): void {
    this.#closers.add(letGo);
  }

  /** Closes the files; with `wipe` the cache is erased too, fetched pictures and imports. The outbox always stays. */
  close(wipe = false): void {
    for (const letGo of this.#closers) letGo();
    if (wipe) this.#forgetForeign();
    this.files.close();
    if (wipe) this.cache.destroy();
    else this.cache.close();
    this.outbox.close();
  }
}

function openedOrRefused<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    throw isDiskRefusal(error) ? diskRefusal(error) : error;
  }
}
