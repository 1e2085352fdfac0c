import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRole, useUser } from '../../stores/session.ts';
import classes from './dashboard.module.css';
import { hasFigures } from './figures.ts';
import { Figures } from './figures-view.tsx';
import { StudentWelcome } from './student-welcome.tsx';

/** The dashboard of the signed-in user's role (section 2.4). */
export function DashboardScreen(): ReactNode {
  const role = useRole();
  return (
    <div className={classes.page}>
      <Title order={1}>Dashboard</Title>
      {hasFigures(role) ? <Figures role={role} /> : role === 'Student' ? <StudentWelcome /> : <InProgress />}
    </div>
  );
}

function InProgress(): ReactNode {
  const role = useRole();
  const { role: named } = useUser();
  return (
    <section className={classes.card}>
      <Text size="lg" fw={600}>
        The dashboard is in Progress.
      </Text>
      <Text c="dimmed" mt={4}>
        {role === ''
          ? opensNothingElse(named)
          : 'Everything you work with is in the menu. Press Ctrl+K to go anywhere.'}
      </Text>
    </section>
  );
}

/** To whom the menu offers nothing, the reason is said. @param named the user's role; '' or null for none. */
function opensNothingElse(named: string | null): string {
  const under = 'under Assign Roles.';
  return named
    ? `Your role "${named}" opens the dashboard only. A Super Admin can assign you another one, ${under}`
    : `You have no role yet, so only the dashboard opens. A Super Admin can assign you one, ${under}`;
}
