import {
  IconArticle,
  IconBrandAws,
  IconBrandCSharp,
  IconBrandReact,
  IconBriefcase,
  IconBuildingSkyscraper,
  IconCalendarEvent,
  IconCalendarTime,
  IconChecklist,
  IconUsersGroup,
  IconDatabase,
  IconFlag,
  IconHistory,
  IconIdBadge2,
  IconLayoutDashboard,
  IconLink,
  IconMailQuestion,
  IconMessageQuestion,
  IconPhoneCall,
  IconPhoneCheck,
  IconPhoto,
  IconSchool,
  IconShieldCheck,
  IconTableImport,
  IconTrophy,
  IconUserCircle,
  IconUserPlus,
  IconUserX,
  IconTemplate,
  type Icon,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { loadedLater } from '../components/loaded-later.tsx';
import { Starting } from './layout/starting.tsx';

interface Screen {
  /** Its picture in the sidebar and the palette. */
  icon: Icon;
  /** What it shows, loaded when it is first opened. */
  Content: ComponentType;
}

const Loading = (): ReactNode => <Starting label="Loading the screen" />;

const screen = (icon: Icon, load: () => Promise<ComponentType>): Screen => ({
  icon,
  Content: loadedLater(load, Loading),
});

/**
 * The screens; who may open which, and what they are called, stands in shared/access/routes.ts.
 * A new screen is one folder under screens/ and one line here.
 */
export const screens: Readonly<Record<string, Screen>> = {
  '/changes': screen(
    IconHistory,
    async () => (await import('../screens/changes/changes-screen.tsx')).ChangesScreen,
  ),
  '/erasure': screen(
    IconUserX,
    async () => (await import('../screens/erasure/erasure-screen.tsx')).ErasureScreen,
  ),
  '/duplicates': screen(
    IconUsersGroup,
    async () => (await import('../screens/duplicates/duplicates-screen.tsx')).DuplicatesScreen,
  ),
  '/import': screen(
    IconTableImport,
    async () => (await import('../screens/import/import-screen.tsx')).ImportScreen,
  ),
  '/dashboard': screen(
    IconLayoutDashboard,
    async () => (await import('../screens/dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
  '/today': screen(
    IconChecklist,
    async () => (await import('../screens/today/today-screen.tsx')).TodayScreen,
  ),
  '/candidate': screen(
    IconSchool,
    async () => (await import('../screens/candidates/candidates-screen.tsx')).CandidatesScreen,
  ),
  '/placementcell': screen(
    IconTrophy,
    async () => (await import('../screens/placement/placement-screen.tsx')).PlacementScreen,
  ),
  '/followup': screen(
    IconPhoneCheck,
    async () =>
      (await import('../screens/candidate-followups/candidate-followups-screen.tsx'))
        .CandidateFollowupsScreen,
  ),
  '/upcominginterview': screen(
    IconCalendarTime,
    async () => (await import('../screens/interviewer/interviewer-screen.tsx')).InterviewerScreen,
  ),
  '/allscheduledinterview': screen(
    IconCalendarEvent,
    async () =>
      (await import('../screens/scheduled-interviews/scheduled-interviews-screen.tsx'))
        .ScheduledInterviewsScreen,
  ),
  '/inquiry': screen(
    IconMessageQuestion,
    async () => (await import('../screens/inquiries/inquiries-screen.tsx')).InquiriesScreen,
  ),
  '/inquiryfollowup': screen(
    IconPhoneCall,
    async () =>
      (await import('../screens/inquiry-followups/inquiry-followups-screen.tsx')).InquiryFollowupsScreen,
  ),
  '/templates': screen(
    IconTemplate,
    async () => (await import('../screens/templates/templates-screen.tsx')).TemplatesScreen,
  ),
  '/addleadstatus': screen(
    IconFlag,
    async () => (await import('../screens/lead-statuses/lead-statuses-screen.tsx')).LeadStatusesScreen,
  ),
  '/contactsinquiry': screen(
    IconMailQuestion,
    async () => (await import('../screens/contacts/contacts-screen.tsx')).ContactsScreen,
  ),
  '/addlinks': screen(
    IconLink,
    async () => (await import('../screens/data-links/data-links-screen.tsx')).DataLinksScreen,
  ),
  '/hrlinks': screen(
    IconBuildingSkyscraper,
    async () => (await import('../screens/hr-records/hr-records-screen.tsx')).HrRecordsScreen,
  ),
  '/addjobs': screen(IconBriefcase, async () => (await import('../screens/jobs/jobs-screen.tsx')).JobsScreen),
  '/careerslide': screen(
    IconPhoto,
    async () => (await import('../screens/career-slide/career-slide-screen.tsx')).CareerSlideScreen,
  ),
  '/addblogs': screen(
    IconArticle,
    async () => (await import('../screens/blogs/blogs-screen.tsx')).BlogsScreen,
  ),
  '/sqlqa': screen(
    IconDatabase,
    async () => (await import('../screens/questions/questions.tsx')).SqlQuestions,
  ),
  '/reactqa': screen(
    IconBrandReact,
    async () => (await import('../screens/questions/questions.tsx')).ReactQuestions,
  ),
  '/netcoreqa': screen(
    IconBrandCSharp,
    async () => (await import('../screens/questions/questions.tsx')).DotNetCoreQuestions,
  ),
  '/awsqa': screen(
    IconBrandAws,
    async () => (await import('../screens/questions/questions.tsx')).AwsQuestions,
  ),
  '/addrole': screen(
    IconShieldCheck,
    async () => (await import('../screens/roles/roles-screen.tsx')).RolesScreen,
  ),
  '/assignrole': screen(
    IconIdBadge2,
    async () => (await import('../screens/assign-roles/assign-roles-screen.tsx')).AssignRolesScreen,
  ),
  '/addemployee': screen(
    IconUserPlus,
    async () => (await import('../screens/employees/employees-screen.tsx')).EmployeesScreen,
  ),
  '/employeedetails': screen(
    IconUserCircle,
    async () => (await import('../screens/account/account-screen.tsx')).AccountScreen,
  ),
};
