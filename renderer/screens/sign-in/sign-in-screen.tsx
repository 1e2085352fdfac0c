import { Alert } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../../stores/session.ts';
import { JoinForm } from './join-form.tsx';
import { loadAhead } from './load-ahead.ts';
import { MovingBackground } from './moving-background.tsx';
import { ServerLine } from './server-line.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in.module.css';
import { Tagline } from './tagline.tsx';
import { useFirstStart } from './use-first-start.ts';
import { Welcome } from './welcome.tsx';

/** The login page (section 2.3); on a computer without any account, the welcome. */
export function SignInScreen(): ReactNode {
  const notice = useSession((session) => session.notice);
  const firstStart = useFirstStart();
  const [joins, setJoins] = useState(false);
  useEffect(() => {
    document.title = 'Login – Employee Management System';
  }, []);
  useEffect(loadAhead, []);
  const form = firstStart.needed ? (
    <Welcome onDone={firstStart.done} />
  ) : joins ? (
    <JoinForm proposed={null} onBack={() => setJoins(false)} />
  ) : (
    <SignInForm />
  );
  return (
    <main className={classes.page}>
      <div className={classes.scene}>
        <MovingBackground />
        <Tagline />
      </div>
      <div className={classes.side}>
        <div className={classes.box}>
          <img src="/icon.svg" alt="" width={40} height={40} />
          <h1 className={classes.title}>Employee Management System</h1>
          {!firstStart.needed && !joins && <p className={classes.lead}>Sign in to your placement desk.</p>}
          {notice && (
            <Alert variant="light" color="yellow" p="sm" mb="md" role="status">
              {notice}
            </Alert>
          )}
          {form}
          {!firstStart.needed && <ServerLine onJoin={joins ? null : () => setJoins(true)} />}
        </div>
        <footer className={classes.credit}>
          Designed and developed by the Employee Management System contributors
        </footer>
      </div>
    </main>
  );
}
