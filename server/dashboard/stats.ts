import type { DashboardStats, HrDetails } from '#shared/protocol/dashboard.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Database, Transaction } from '../database/database.ts';

interface HrRow {
  _id: string;
  name: string;
  email: string;
}

interface Payments {
  candidateCount: number;
  fullyPaid: number;
  partiallyPaid: number;
}

/** How many living records have each combination of values. */
type Counts = { values: (string | number | null)[]; count: number }[];

/**
 * Counts all records from the index on the columns, which the deleted ones are in too, and takes those away again:
 * a hundred times less to read than the rows, for there are few deleted ones.
 */
async function livingCounts(trx: Transaction, table: string, columns: readonly string[]): Promise<Counts> {
  const names = columns.map(quote).join(', ');
  const grouped = (condition: string): string =>
    `SELECT ${names}, COUNT(*) AS "_count" FROM ${quote(table)} ${condition} GROUP BY ${names}`;
  const counts = new Map<string, Counts[number]>();
  const add = (rows: readonly Readonly<Record<string, string | number | null>>[], sign: 1 | -1): void => {
    for (const row of rows) {
      const values = columns.map((column) => row[column] ?? null);
      const key = JSON.stringify(values);
      const known = counts.get(key) ?? { values, count: 0 };
      counts.set(key, { values, count: known.count + sign * Number(row['_count']) });
    }
  };
  add(await trx.all(grouped('')), 1);
  const deleted = `WHERE "_seq" IN (SELECT "_seq" FROM ${quote(table)} WHERE "deletedAt" IS NOT NULL)`;
  add(await trx.all(grouped(deleted)), -1);
  return [...counts.values()];
}

const sum = (counts: Counts, matches: (values: Counts[number]['values']) => boolean = () => true): number =>
  counts.reduce((total, { values, count }) => total + (matches(values) ? count : 0), 0);

/** The figures of decision 15, over all living records. An HR gets only their own line of `hrDetails`. */
export function dashboardStats(database: Database, onlyUserId: string | null): Promise<DashboardStats> {
  return database.read(async (trx) => {
    const hrs = await trx.all<HrRow>(
      `SELECT "_id", "name", "email" FROM "user" WHERE "roleName" = 'HR' AND "deletedAt" IS NULL ORDER BY "name_key", "_id"`,
    );
    const users = await livingCounts(trx, 'user', ['isActive']);
    const payments = await livingCounts(trx, 'candidate', ['map', 'paymentStatus']);
    const interviews = await livingCounts(trx, 'candidate', ['interviewStatus']);
    const [inquiries] = await trx.all<{ count: number }>(
      'SELECT COUNT(*) AS "count" FROM "inquiry" WHERE "deletedAt" IS NULL',
    );
    const activeEmployees = sum(users, ([isActive]) => isActive === 1);
    const shown = onlyUserId === null ? hrs : hrs.filter((hr) => hr._id === onlyUserId);
    return {
      totalCandidates: sum(payments),
      scheduledInterviews: sum(interviews, ([status]) => status === 'Scheduled'),
      totalInquires: Number(inquiries?.count ?? 0),
      totalUsers: sum(users),
      activeEmployees,
      inactiveEmployees: sum(users) - activeEmployees,
      pendingPayments: sum(payments, ([, payment]) => payment !== 'Fully Paid'),
      totalhr: hrs.length,
      hrDetails: shown.map((hr) =>
        hrLine(hr, {
          candidateCount: sum(payments, ([map]) => map === hr._id),
          fullyPaid: sum(payments, ([map, payment]) => map === hr._id && payment === 'Fully Paid'),
          partiallyPaid: sum(payments, ([map, payment]) => map === hr._id && payment === 'Partially Paid'),
        }),
      ),
    };
  });
}

function hrLine({ name, email }: HrRow, payments: Payments): HrDetails {
  const { candidateCount, fullyPaid } = payments;
  const paymentPercentage = candidateCount === 0 ? 0 : Math.round((fullyPaid / candidateCount) * 1000) / 10;
  return { name, email, ...payments, paymentPercentage };
}
