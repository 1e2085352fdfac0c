import {
  IconArticle,
  IconBrandAws,
  IconBrandReact,
  IconBriefcase,
  IconBuildingSkyscraper,
  IconCalendarEvent,
  IconCalendarTime,
  IconDatabase,
  IconFlag,
  IconHelpHexagon,
  IconIdBadge2,
  IconLayoutDashboard,
  IconLink,
  IconMailQuestion,
  IconMessageQuestion,
  IconPhoneCall,
  IconPhoneCheck,
  IconPhoto,
  IconRefresh,
  IconSchool,
  IconShieldCheck,
  IconTrophy,
  IconUserCircle,
  IconUserPlus,
  IconBrandCSharp,
  type Icon,
} from '@tabler/icons-react';
import { createElement, type ReactNode } from 'react';

const icons: Readonly<Record<string, Icon>> = {
  '/dashboard': IconLayoutDashboard,
  '/employeedetails': IconUserCircle,
  '/addrole': IconShieldCheck,
  '/assignrole': IconIdBadge2,
  '/addemployee': IconUserPlus,
  '/addjobs': IconBriefcase,
  '/careerslide': IconPhoto,
  '/addlinks': IconLink,
  '/inquiry': IconMessageQuestion,
  '/inquiryfollowup': IconPhoneCall,
  '/contactsinquiry': IconMailQuestion,
  '/candidate': IconSchool,
  '/followup': IconPhoneCheck,
  '/allscheduledinterview': IconCalendarEvent,
  '/upcominginterview': IconCalendarTime,
  '/addblogs': IconArticle,
  '/addleadstatus': IconFlag,
  '/placementcell': IconTrophy,
  '/hrlinks': IconBuildingSkyscraper,
  '/sqlqa': IconDatabase,
  '/reactqa': IconBrandReact,
  '/netcoreqa': IconBrandCSharp,
  '/awsqa': IconBrandAws,
};

/** The picture of a screen in the sidebar and the palette; no path gives that of "Sync now". */
export function RouteIcon({
  path,
  className,
}: {
  path: string | null;
  className?: string | undefined;
}): ReactNode {
  const icon = path === null ? IconRefresh : (icons[path] ?? IconHelpHexagon);
  return createElement(icon, { size: 18, stroke: 1.6, 'aria-hidden': true, className });
}
