import { expect, test } from 'vitest';
import { answerDesk, deskToMainSchema, mainToDeskSchema, type HostAbilities } from './ipc.ts';

/** What main would do, said in words. */
const host: HostAbilities = {
  openExternal: async () => undefined,
  seal: async (text) => `sealed ${text}`,
  open: async () => Promise.reject(new Error('This computer has no keychain to keep secrets in.')),
  isFirstStart: async () => true,
  makeFirstAdmin: async ({ email }) => (email === '' ? 'Enter a valid email address.' : null),
  openDemo: async () => undefined,
  leaveDemo: async () => undefined,
  serverChoice: async () => '{}',
  joinOffice: async () => undefined,
  leaveOffice: async () => Promise.reject(new Error('The disk is full.')),
  chooseSavePath: async (fileName) => (fileName === 'users.csv' ? '/home/hr/users.csv' : null),
  printPdf: async (path) => Promise.reject(new Error(`Nobody has chosen ${path}.`)),
  network: async () => '{}',
  openNetwork: async (token) => Promise.reject(new Error(`${token} may not.`)),
  closeNetwork: async () => undefined,
  newNetworkKey: async () => undefined,
  chooseMoveFolder: async () => null,
  moveData: async (_token, folder) => JSON.stringify({ folder }),
  mayChooseBackupFolder: async () => true,
  useBackupFolder: async () => undefined,
  chooseBackupFolder: async () => Promise.reject(new Error('It would be lost with the data.')),
  openDocument: async () => undefined,
  updateReady: async () => undefined,
  restartToUpdate: async () => undefined,
  recentReports: async () => 'The desk ended.',
  remind: async () => undefined,
  takeBack: async () => undefined,
  stand: async () => undefined,
  startAtLogin: async () => null,
};

const ask = (request: unknown): Promise<unknown> =>
  answerDesk(deskToMainSchema.parse({ type: 'ask', id: 7, page: 3, request }), host);

test.each([
  [
    { kind: 'chooseSavePath', fileName: 'users.csv' },
    { type: 'answer', result: '/home/hr/users.csv' },
  ],
  [
    { kind: 'chooseSavePath', fileName: 'jobs.csv' },
    { type: 'answer', result: null },
  ],
  [{ kind: 'network' }, { type: 'answer', result: '{}' }],
  [
    { kind: 'openNetwork', token: 'That', anotherPort: false },
    { type: 'refusal', message: 'That may not.' },
  ],
  [{ kind: 'chooseMoveFolder' }, { type: 'answer', result: null }],
  [
    { kind: 'moveData', token: 'a', folder: '/media/stick' },
    { type: 'answer', result: '{"folder":"/media/stick"}' },
  ],
  [
    { kind: 'useBackupFolder', folder: '/media/disk' },
    { type: 'answer', result: null },
  ],
  [{ kind: 'mayChooseBackupFolder' }, { type: 'answer', result: 'yes' }],
  [{ kind: 'chooseBackupFolder' }, { type: 'refusal', message: 'It would be lost with the data.' }],
  [
    { kind: 'printPdf', path: '/home/hr/Jobs.pdf' },
    { type: 'refusal', message: 'Nobody has chosen /home/hr/Jobs.pdf.' },
  ],
  [{ kind: 'recentReports' }, { type: 'answer', result: 'The desk ended.' }],
  [
    { kind: 'openDocument', folder: 'ab'.repeat(16), fileName: 'CV of Asha.pdf' },
    { type: 'answer', result: null },
  ],
  [
    { kind: 'seal', text: 'a' },
    { type: 'answer', result: 'sealed a' },
  ],
  [
    { kind: 'openExternal', url: 'https://x.test' },
    { type: 'answer', result: null },
  ],
  [
    { kind: 'open', sealed: 'a' },
    { type: 'refusal', message: 'This computer has no keychain to keep secrets in.' },
  ],
])('the desk asks %j and hears %j', async (request, expected) => {
  const answer = await ask(request);
  expect(answer).toEqual({ ...expected, id: 7 });
  expect(mainToDeskSchema.parse(answer)).toEqual(answer);
});

test.each([
  { kind: 'chooseSavePath' },
  { kind: 'chooseSavePath', fileName: '' },
  { kind: 'printPdf', path: '' },
  { kind: 'openNetwork', anotherPort: true },
  { kind: 'closeNetwork' },
  { kind: 'newNetworkKey' },
  { kind: 'openDocument', folder: '..', fileName: 'CV.pdf' },
  { kind: 'openDocument', folder: 'ab'.repeat(16), fileName: '../CV.pdf' },
  { kind: 'openDocument', folder: 'ab'.repeat(16), fileName: 'CV.exe' },
  { kind: 'chooseSavePath', fileName: 'x', folder: '/etc' },
  { kind: 'writeFile', path: '/etc/passwd' },
])('main does not take %j from the desk', (request) => {
  expect(deskToMainSchema.safeParse({ type: 'ask', id: 1, page: null, request }).success).toBe(false);
});
