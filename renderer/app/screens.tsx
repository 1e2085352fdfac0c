import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

type Screen = LazyExoticComponent<ComponentType>;

/**
 * The screens, each loaded when it is first opened; who may open which stands in shared/access/routes.ts.
 * A new screen is one folder under screens/ and one line here. A route without a line is still to come.
 */
export const screens: Readonly<Record<string, Screen>> = {
  '/dashboard': lazy(async () => ({
    default: (await import('../screens/dashboard/dashboard-screen.tsx')).DashboardScreen,
  })),
  '/candidate': lazy(async () => ({
    default: (await import('../screens/candidates/candidates-screen.tsx')).CandidatesScreen,
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
};
