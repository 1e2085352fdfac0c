import type { Role } from '#shared/access/roles.ts';
import type { PAYMENT_STATUSES } from '#shared/model/candidate.ts';
import type { DashboardStats, HrDetails } from '#shared/protocol/dashboard.ts';

export type StatKey = Exclude<keyof DashboardStats, 'hrDetails'>;

/** The Super Admin's summary cards (section 2.4), in the order of section 3.3; `path` leads to the records counted. */
export const summaryCards: readonly { key: StatKey; label: string; path: string }[] = [
  { key: 'totalCandidates', label: 'Total Candidates', path: '/candidate' },
  { key: 'scheduledInterviews', label: 'Scheduled Interviews', path: '/allscheduledinterview' },
  { key: 'totalInquires', label: 'Total Inquiries', path: '/inquiry' },
  { key: 'totalUsers', label: 'Total Users', path: '/addemployee' },
  { key: 'activeEmployees', label: 'Active Employees', path: '/addemployee?isActive=Yes' },
  { key: 'inactiveEmployees', label: 'Inactive Employees', path: '/addemployee?isActive=No' },
  { key: 'pendingPayments', label: 'Pending Payments', path: '/candidate?paymentStatus=Pending' },
  { key: 'totalhr', label: 'Total HR', path: '/assignrole?roleName=HR' },
];

/** Only these roles have figures; the desk refuses them to any other (decision 11). */
export function hasFigures(role: Role): boolean {
  return role === 'Super Admin' || role === 'HR';
}

/** Address of the candidates that an HR has added, all or those who have paid so far. */
export function candidatesOf(userId: string, paymentStatus?: (typeof PAYMENT_STATUSES)[number]): string {
  const query = new URLSearchParams({ map: userId, ...(paymentStatus ? { paymentStatus } : {}) });
  return `/candidate?${query}`;
}

/** The line of the HR with that email, compared without case; null where there is none. */
export function ownLine(hrDetails: readonly HrDetails[], email: string): HrDetails | null {
  const sought = email.trim().toLowerCase();
  return hrDetails.find((line) => line.email.trim().toLowerCase() === sought) ?? null;
}

/** HRs with most candidates first, then by name. */
export function byCandidates(hrDetails: readonly HrDetails[]): HrDetails[] {
  return hrDetails.toSorted(
    (a, b) => b.candidateCount - a.candidateCount || a.name.localeCompare(b.name, 'en-IN'),
  );
}
