import type { Actor } from '#shared/access/permissions.ts';
import type { DashboardStats, HrDetails } from '#shared/protocol/dashboard.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';

/** The figures of the dashboard (decision 15), counted over indexes of the cache. Throws `forbidden`. */
export function dashboardStats(cache: Cache, actor: Actor): DashboardStats {
  if (actor.role !== 'Super Admin' && actor.role !== 'HR') {
    throw new PlainError('forbidden', 'Your role has no dashboard figures');
  }
  const count = (sql: string): number =>
    (cache.statements.prepare(`SELECT count(*) AS count FROM ${sql}`).get() as { count: number }).count;
  const totalCandidates = count('"candidate"');
  const hrDetails = hrLines(cache);
  return {
    totalCandidates,
    scheduledInterviews: count(`"candidate" WHERE "interviewStatus" = 'Scheduled'`),
    totalInquires: count('"inquiry"'),
    totalUsers: count('"user"'),
    activeEmployees: count('"user" WHERE "isActive" = 1'),
    inactiveEmployees: count('"user" WHERE "isActive" = 0'),
    pendingPayments: totalCandidates - count(`"candidate" WHERE "paymentStatus" = 'Fully Paid'`),
    totalhr: hrDetails.length,
    hrDetails: hrDetails
      .filter(({ id }) => actor.role === 'Super Admin' || id === actor._id)
      .map(({ details }) => details),
  };
}

function hrLines(cache: Cache): { id: string; details: HrDetails }[] {
  const people = cache.statements
    .prepare(
      `SELECT "_id" AS id, "name" AS name, "email" AS email FROM "user" WHERE "roleName" = 'HR'
       ORDER BY "name_key" ASC NULLS LAST, "_id" ASC`,
    )
    .all() as { id: string; name: string | null; email: string | null }[];
  const counts = cache.statements.prepare(
    `SELECT "paymentStatus" AS status, count(*) AS count FROM "candidate" WHERE "map" = ? GROUP BY "paymentStatus"`,
  );
  return people.map(({ id, name, email }) => {
    const byStatus = counts.all(id) as { status: string | null; count: number }[];
    const of = (status: string): number => byStatus.find((each) => each.status === status)?.count ?? 0;
    const candidateCount = byStatus.reduce((sum, each) => sum + each.count, 0);
    const fullyPaid = of('Fully Paid');
    return {
      id,
      details: {
        name: name ?? '',
        email: email ?? '',
        candidateCount,
        fullyPaid,
        partiallyPaid: of('Partially Paid'),
        paymentPercentage: candidateCount === 0 ? 0 : Math.round((fullyPaid / candidateCount) * 1000) / 10,
      },
    };
  });
}
