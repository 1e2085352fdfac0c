import type { DashboardStats, HrDetails } from '#shared/protocol/dashboard.ts';
import type { Database } from '../database/database.ts';

interface HrRow {
  name: string;
  email: string;
  candidateCount: number;
  fullyPaid: number;
  partiallyPaid: number;
}

const HR_LINES = `
  SELECT u."name", u."email", COALESCE(c."candidateCount", 0) AS "candidateCount",
    COALESCE(c."fullyPaid", 0) AS "fullyPaid", COALESCE(c."partiallyPaid", 0) AS "partiallyPaid"
  FROM "user" u LEFT JOIN (
    SELECT "map", COUNT(*) AS "candidateCount",
      SUM(CASE WHEN "paymentStatus" = 'Fully Paid' THEN 1 ELSE 0 END) AS "fullyPaid",
      SUM(CASE WHEN "paymentStatus" = 'Partially Paid' THEN 1 ELSE 0 END) AS "partiallyPaid"
    FROM "candidate" WHERE "deletedAt" IS NULL GROUP BY "map"
  ) c ON c."map" = u."_id"
  WHERE u."roleName" = 'HR' AND u."deletedAt" IS NULL ORDER BY u."name_key", u."_id"`;

/** The figures of decisions, "Figures", over all living records. An HR gets only their own line of `hrDetails`. */
export function dashboardStats(database: Database, onlyHrEmail: string | null): Promise<DashboardStats> {
  return database.read(async (trx) => {
    const count = async (table: string, condition = '1 = 1'): Promise<number> => {
      const [row] = await trx.all<{ count: number }>(
        `SELECT COUNT(*) AS "count" FROM "${table}" WHERE "deletedAt" IS NULL AND ${condition}`,
      );
      return Number(row?.count ?? 0);
    };
    const hrs = await trx.all<HrRow>(HR_LINES);
    const shown = onlyHrEmail === null ? hrs : hrs.filter((hr) => hr.email === onlyHrEmail);
    const totalUsers = await count('user');
    const activeEmployees = await count('user', '"isActive" = 1');
    return {
      totalCandidates: await count('candidate'),
      scheduledInterviews: await count('candidate', `"interviewStatus" = 'Scheduled'`),
      totalInquires: await count('inquiry'),
      totalUsers,
      activeEmployees,
      inactiveEmployees: totalUsers - activeEmployees,
      pendingPayments: await count('candidate', `("paymentStatus" IS NULL OR "paymentStatus" <> 'Fully Paid')`),
      totalhr: hrs.length,
      hrDetails: shown.map(hrLine),
    };
  });
}

function hrLine(row: HrRow): HrDetails {
  const candidateCount = Number(row.candidateCount);
  const fullyPaid = Number(row.fullyPaid);
  return {
    name: row.name,
    email: row.email,
    candidateCount,
    fullyPaid,
    partiallyPaid: Number(row.partiallyPaid),
    paymentPercentage: candidateCount === 0 ? 0 : Math.round((fullyPaid / candidateCount) * 1000) / 10,
  };
}
