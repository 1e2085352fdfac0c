import type { Edit } from '../office/day-book.ts';
import type { Row } from './connections.ts';
import { readOutbox } from './desk-data.ts';
import type { Office } from './office.ts';
import type { SimulatedDesk } from './simulated-desk.ts';

/** A line of the log in which a text was written for the first time. */
interface Line {
  seq: number;
  userId: string;
  deskId: string;
  entity: string;
  recordId: string;
  after: Readonly<Record<string, unknown>>;
}

type Ask = (sql: string) => Promise<Row[]>;

/** Steps after which a value may be overtaken without a line of the log that says so, or the notice may be gone. */
const OTHERWISE = ['restoreBackup', 'putBack', 'months', 'erase'];

/**
 * Who wrote a value that somebody overwrote without having been shown it, and does not hear of it (sync rule 4). Of edits of a
 * single field alone: of them it is known what their makers were shown.
 */
export async function untold(office: Office, ask: Ask): Promise<string[]> {
  if (OTHERWISE.some((step) => office.happened.has(step))) return [];
  const { edits } = office.book;
  const names = new Map(
    (await ask('SELECT "_id", "email" FROM "user"')).map(({ _id, email }) => [String(_id), String(email)]),
  );
  const notices = await ask('SELECT "id", "userId", "recordId", "lost" FROM "conflicts"');
  const found: string[] = [];
  for (const lines of (await linesByField(ask, edits)).values()) {
    for (const [at, line] of lines.entries()) {
      const before = lines[at - 1];
      const edit = edits.get(line.text);
      const lost = before && edits.get(before.text);
      // What was there was shown to the maker, or is of the same desk, or is nobody's edit.
      if (!edit || !lost || edit.shown === before.text || before.line.deskId === line.line.deskId) continue;
      if (edit.id !== line.line.recordId || lost.id !== before.line.recordId) continue;
      const notice = notices.find(
        (each) =>
          each['userId'] === before.line.userId &&
          each['recordId'] === lost.id &&
          String(each['lost']).includes(before.text),
      );
      const what = `${before.text} of ${names.get(before.line.userId)} by ${line.text}, in ${lost.field} of ${lost.id}`;
      if (!notice) found.push(`overtaken and not told: ${what}`);
      else if (!isHeard(office, names.get(before.line.userId) ?? '', lost, String(notice['id'])))
        found.push(`overtaken and told no desk: ${what}`);
    }
  }
  return found;
}

interface Written {
  text: string;
  line: Line;
}

/** What was written to each field of a record, one after the other: texts of the book, and null for whatever else. */
async function linesByField(
  ask: Ask,
  edits: ReadonlyMap<string, Edit>,
): Promise<ReadonlyMap<string, Written[]>> {
  const fields = new Map<string, Set<string>>();
  for (const { id, field } of edits.values()) fields.set(id, (fields.get(id) ?? new Set()).add(field));
  const ids = [...fields.keys()].map((id) => `'${id}'`).join(', ');
  const lines = await ask(
    `SELECT "seq", "userId", "deskId", "recordId", "kind", "after" FROM "change_log" WHERE "recordId" IN (${ids}) ORDER BY "seq"`,
  );
  const known = new Set<string>();
  const byField = new Map<string, Written[]>();
  for (const line of lines) {
    const after = JSON.parse(typeof line['after'] === 'string' ? line['after'] : '{}') as Record<
      string,
      unknown
    >;
    for (const field of fields.get(String(line['recordId'])) ?? []) {
      if (!Object.hasOwn(after, field)) continue;
      const text = String(after[field]);
      // What comes back by an undo, or from another record with a merge, is not its first writer's any more.
      const isFirst = edits.has(text) && !known.has(text);
      known.add(text);
      const key = `${String(line['recordId'])}/${field}`;
      const written = { text: isFirst ? text : '', line: { ...line, after } as unknown as Line };
      byField.set(key, [...(byField.get(key) ?? []), written]);
    }
  }
  return byField;
}

/** Whether a desk of the user has the notice; who wrote to the record again, or may not see it, need not have it. */
function isHeard(office: Office, email: string, lost: Edit, notice: string): boolean {
  const desks = office.desks.filter(({ name }) => email === `${name}@demo.test`);
  const hasNotice = (desk: SimulatedDesk): boolean =>
    readOutbox(desk, `SELECT 1 AS here FROM conflicts WHERE id = '${notice}'`).length > 0;
  const wroteAgain = (desk: SimulatedDesk): boolean =>
    readOutbox(desk, `SELECT 1 AS here FROM operations WHERE recordId = '${lost.id}' LIMIT 1`).length > 0;
  const isOther = ['role', 'deactivate', 'activate'].some((step) => office.happened.has(step));
  return (
    isOther ||
    office.book.read.has(notice) ||
    email.startsWith('employee@') ||
    desks.some((each) => hasNotice(each) || wroteAgain(each))
  );
}
