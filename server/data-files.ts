/** What lies in the data folder, and is backed up. */
export const DATABASE_FILE = 'server.db';
/** The pictures and documents: they belong to the database. */
export const FILES_FOLDER = 'files';
/** Ready-made copies for first syncs: made anew where they are missing, and never backed up. */
export const SNAPSHOTS_FOLDER = 'snapshots';
