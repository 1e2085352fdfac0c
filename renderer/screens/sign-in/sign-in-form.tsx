import { PlainError } from '#shared/protocol/errors.ts';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { sentenceOf, showToast } from '../../components/messages/messages.tsx';
import { passwordToggle } from '../../components/people/password-toggle.tsx';
import { signIn } from '../../stores/session.ts';
import { SecondStep } from './second-step.tsx';
import classes from './sign-in.module.css';
import { credentialIssues, type Credentials } from './credentials.ts';

/** Section 9. */
const TOAST_MS = 2_000;

// Reached by Tab, unlike the eyes in dialogs.
const toggle = passwordToggle('password', { tabIndex: 0 });

interface Failure {
  sentence: string;
  /** The PC could not reach the server: more is to be said than the sentence. */
  offline: boolean;
}

/** Email, password, Login and the error line (section 2.3), and where the server asks for it a code. The guards lead on to the dashboard. */
export function SignInForm(): ReactNode {
  const [entered, setEntered] = useState<Credentials>({ email: '', password: '' });
  const [issues, setIssues] = useState<Partial<Credentials>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [visible, setVisible] = useState(false);
  const [busy, setBusy] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [secondStep, setSecondStep] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const enter = (field: keyof Credentials, value: string): void => {
    setEntered((before) => ({ ...before, [field]: value }));
    setIssues(({ [field]: _mended, ...others }) => others);
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const found = credentialIssues(entered);
    setIssues(found);
    setFailure(null);
    if (found.email) emailField.current?.focus();
    else if (found.password) passwordField.current?.focus();
    if (found.email ?? found.password) return;
    void send();
  };

  const send = async (code?: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { user } = await signIn(entered.email.trim(), entered.password, code);
      if (user) {
        showToast({
          title: `Welcome ${user.name}`,
          message: user.role ? `Logged in as ${user.role}` : 'Logged in',
          autoClose: TOAST_MS,
        });
      }
    } catch (error) {
      const needsCode = error instanceof PlainError && error.code === 'second-factor';
      if (needsCode) setSecondStep(true);
      // That a code is wanted is no failure.
      if (needsCode && code === undefined) return;
      // The password is no longer right: only the first step can mend that.
      if (error instanceof PlainError && error.code === 'unauthenticated') setSecondStep(false);
      setFailure({
        sentence: sentenceOf(error, 'Login failed'),
        offline: error instanceof PlainError && error.code === 'offline',
      });
      passwordField.current?.focus();
      passwordField.current?.select();
    } finally {
      setBusy(false);
    }
  };

  if (secondStep) {
    return (
      <SecondStep
        email={entered.email.trim()}
        busy={busy}
        failure={failure?.sentence ?? null}
        onSubmit={(code) => void send(code)}
        onBack={() => {
          setSecondStep(false);
          setFailure(null);
        }}
      />
    );
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Login">
      <Stack gap="md">
        <TextInput
          ref={emailField}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus={entered.email === ''}
          required
          withAsterisk={false}
          size="md"
          value={entered.email}
          error={issues.email}
          onChange={(event) => enter('email', event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          autoFocus={entered.email !== ''}
          required
          withAsterisk={false}
          size="md"
          value={entered.password}
          error={issues.password}
          visible={visible}
          onVisibilityChange={setVisible}
          {...toggle}
          onChange={(event) => enter('password', event.currentTarget.value)}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          onBlur={() => setCapsLock(false)}
        />
        <div role="alert" className={classes.failure}>
          {(failure || capsLock) && (
            // On one line, so that the button stays where it is.
            <Text {...(failure ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}>
              {[failure?.sentence, capsLock && 'Caps Lock is on.'].filter(Boolean).join(' ')}
            </Text>
          )}
          {failure?.offline && (
            <Text c="dimmed" size="sm" mt={4}>
              Each person signs in on this PC with the network once. After that, signing in works without it
              for 30 days.
            </Text>
          )}
        </div>
        <Button type="submit" size="md" fullWidth loading={busy}>
          Login
        </Button>
      </Stack>
    </form>
  );
}
