import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

type Screen = LazyExoticComponent<ComponentType>;

/**
 * The screens, each loaded when it is first opened; who may open which stands in shared/access/routes.ts.
 * A new screen is one folder under screens/ and one line here.
 */
export const screens: Readonly<Record<string, Screen>> = {
  '/dashboard': lazy(async () => ({
    default: (await import('../screens/dashboard/dashboard-screen.tsx')).DashboardScreen,
  })),
  '/candidate': lazy(async () => ({
    default: (await import('../screens/candidates/candidates-screen.tsx')).CandidatesScreen,
  })),
  '/placementcell': lazy(async () => ({
    default: (await import('../screens/placement/placement-screen.tsx')).PlacementScreen,
  })),
  '/followup': lazy(async () => ({
    default: (await import('../screens/candidate-followups/candidate-followups-screen.tsx'))
      .CandidateFollowupsScreen,
  })),
  '/upcominginterview': lazy(async () => ({
    default: (await import('../screens/interviewer/interviewer-screen.tsx')).InterviewerScreen,
  })),
  '/allscheduledinterview': lazy(async () => ({
    default: (await import('../screens/scheduled-interviews/scheduled-interviews-screen.tsx'))
      .ScheduledInterviewsScreen,
  })),
  '/inquiry': lazy(async () => ({
    default: (await import('../screens/inquiries/inquiries-screen.tsx')).InquiriesScreen,
  })),
  '/inquiryfollowup': lazy(async () => ({
    default: (await import('../screens/inquiry-followups/inquiry-followups-screen.tsx'))
      .InquiryFollowupsScreen,
  })),
  '/addleadstatus': lazy(async () => ({
    default: (await import('../screens/lead-statuses/lead-statuses-screen.tsx')).LeadStatusesScreen,
  })),
  '/contactsinquiry': lazy(async () => ({
    default: (await import('../screens/contacts/contacts-screen.tsx')).ContactsScreen,
  })),
  '/addlinks': lazy(async () => ({
    default: (await import('../screens/data-links/data-links-screen.tsx')).DataLinksScreen,
  })),
  '/hrlinks': lazy(async () => ({
    default: (await import('../screens/hr-records/hr-records-screen.tsx')).HrRecordsScreen,
  })),
  '/addjobs': lazy(async () => ({
    default: (await import('../screens/jobs/jobs-screen.tsx')).JobsScreen,
  })),
  '/careerslide': lazy(async () => ({
    default: (await import('../screens/career-slide/career-slide-screen.tsx')).CareerSlideScreen,
  })),
  '/addblogs': lazy(async () => ({
    default: (await import('../screens/blogs/blogs-screen.tsx')).BlogsScreen,
  })),
  '/sqlqa': lazy(async () => ({
    default: (await import('../screens/questions/questions.tsx')).SqlQuestions,
  })),
  '/reactqa': lazy(async () => ({
    default: (await import('../screens/questions/questions.tsx')).ReactQuestions,
  })),
  '/netcoreqa': lazy(async () => ({
    default: (await import('../screens/questions/questions.tsx')).DotNetCoreQuestions,
  })),
  '/awsqa': lazy(async () => ({
    default: (await import('../screens/questions/questions.tsx')).AwsQuestions,
  })),
  '/addrole': lazy(async () => ({
    default: (await import('../screens/roles/roles-screen.tsx')).RolesScreen,
  })),
  '/assignrole': lazy(async () => ({
    default: (await import('../screens/assign-roles/assign-roles-screen.tsx')).AssignRolesScreen,
  })),
  '/addemployee': lazy(async () => ({
    default: (await import('../screens/employees/employees-screen.tsx')).EmployeesScreen,
  })),
  '/employeedetails': lazy(async () => ({
    default: (await import('../screens/account/account-screen.tsx')).AccountScreen,
  })),
};
