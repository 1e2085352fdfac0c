/** One HR's line (section 3.3; figures as in decision 15). */
export interface HrDetails {
  name: string;
  email: string;
  candidateCount: number;
  fullyPaid: number;
  partiallyPaid: number;
  /** Fully paid of the HR's candidates, in percent, one decimal. */
  paymentPercentage: number;
}

/** Answer of GET /api/students/stats/dashboard, spelled as section 3.3 spells it. */
export interface DashboardStats {
  totalCandidates: number;
  scheduledInterviews: number;
  totalInquires: number;
  totalUsers: number;
  activeEmployees: number;
  inactiveEmployees: number;
  pendingPayments: number;
  totalhr: number;
  hrDetails: HrDetails[];
}
