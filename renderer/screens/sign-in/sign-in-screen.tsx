import { Alert } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { NotEncrypted } from '../../components/sync/not-encrypted.tsx';
import { useSession } from '../../stores/session.ts';
import { FirstStartForm } from './first-start-form.tsx';
import { MovingBackground } from './moving-background.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in.module.css';
import { Tagline } from './tagline.tsx';
import { useFirstStart } from './use-first-start.ts';

/** The login page (section 2.3); on a computer without any account, the way to the first one. */
export function SignInScreen(): ReactNode {
  const notice = useSession((session) => session.notice);
  const server = useSession((session) => session.server);
  const firstStart = useFirstStart();
  useEffect(() => {
    document.title = 'Login – Employee Management System';
  }, []);
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
          {!firstStart.needed && <p className={classes.lead}>Sign in to your placement desk.</p>}
          {notice && (
            <Alert variant="light" color="yellow" p="sm" mb="md" role="status">
              {notice}
            </Alert>
          )}
          {firstStart.needed ? <FirstStartForm onDone={firstStart.done} /> : <SignInForm />}
          {server && (
            <p className={classes.server}>
              <span>Server: {server}</span>
              <NotEncrypted />
            </p>
          )}
        </div>
        <footer className={classes.credit}>
          Designed and developed by the Employee Management System contributors
        </footer>
      </div>
    </main>
  );
}
