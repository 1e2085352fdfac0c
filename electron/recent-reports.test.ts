import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { RecentReports, withoutPersonalData } from './recent-reports.ts';

test.each([
  ['PlainError: Asha Verma is there already', 'PlainError: (name) is there already'],
  ['refused for asha.verma+x@example.co.in', 'refused for (email)'],
  ['called +91 98765 43210 twice', 'called (number) twice'],
  ['called 9876543210', 'called (number)'],
  [`at open (${homedir()}/app/desk.js:10:5)`, 'at open (~/app/desk.js:10:5)'],
  ['at C:\\Users\\asha\\AppData\\x.js', 'at ~\\AppData\\x.js'],
  ['no answer from https://office.example.org/api', 'no answer from (address)'],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_1', 'Bearer (token)'],
  ['refresh 5f2c9a7b0e1d4c3b8a6f5e4d3c2b1a09', 'refresh (token)'],
  ['record 01890a5d-ac96-774b-bcce-b302099a8057 is gone', 'record (id) is gone'],
  ['connect ECONNREFUSED 10.0.0.5:5701', 'connect ECONNREFUSED (address)'],
  ['getaddrinfo ENOTFOUND desk.sunrise-institute.in', 'getaddrinfo ENOTFOUND (address)'],
  ['The certificate of desk.office.in:5701 has ended', 'The certificate of (address) has ended'],
  ['refused for ravi@localhost', 'refused for (email)'],
  ['Error: प्रिया शर्मा is missing', 'Error: (name) is missing'],
  ['no rights to /media/asha/STICK/Meera cv.pdf', 'no rights to (file)'],
  ['no rights to D:\\CVs\\Meera.pdf', 'no rights to (file)'],
  [
    'at DeskUpdates.look (out/main/desk-process.js:12:3) in server.db',
    'at DeskUpdates.look (out/main/desk-process.js:12:3) in server.db',
  ],
  ['UNIQUE constraint failed: candidate.email', 'UNIQUE constraint failed: candidate.email'],
  ['“Pune office” could not be read', '(text) could not be read'],
  ['The desk ended (9); it starts again in 250 ms.', 'The desk ended (9); it starts again in 250 ms.'],
])('%s', (line, clean) => {
  expect(withoutPersonalData(line)).toBe(clean);
});

test('only the end of what was reported is kept', () => {
  const reports = new RecentReports();
  for (let number = 1; number <= 500; number += 1) reports.note(`line ${number}\n`);
  const lines = reports.text().split('\n');
  expect(lines).toHaveLength(200);
  expect(lines[0]).toMatch(/ line 301$/);
  expect(lines.at(-1)).toMatch(/ line 500$/);
});
