/** The package has the calls of better-sqlite3, and no types where its exports look for them. */
declare module 'better-sqlite3-multiple-ciphers' {
  import Database from 'better-sqlite3';
  export default Database;
}
