import { Alert } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { NotEncrypted } from '../../components/not-encrypted.tsx';
import { useSession } from '../../stores/session.ts';
import { MovingBackground } from './moving-background.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in.module.css';
import { Tagline } from './tagline.tsx';

/** The login page (section 2.3). */
export function SignInScreen(): ReactNode {
  const notice = useSession((session) => session.notice);
  const server = useSession((session) => session.server);
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
          <p className={classes.lead}>Sign in to your placement desk.</p>
          {notice && (
            <Alert variant="light" color="yellow" p="sm" mb="md" role="status">
              {notice}
            </Alert>
          )}
          <SignInForm />
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
