import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { PlainError } from '#shared/protocol/errors.ts';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { passwordToggle } from '../../components/people/password-toggle.tsx';
import { signOut, unlock } from '../../stores/session.ts';
import classes from './lock-page.module.css';

const toggle = passwordToggle('password', { tabIndex: 0 });

/** All that a locked window shows: who is signed in, and what opens it again. */
export function LockPage({ name }: { name: string }): ReactNode {
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState<'unlock' | 'leave' | null>(null);
  /** Changes wait to be sent: leaving asks once more. */
  const [isWaiting, setIsWaiting] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const attempt = async (what: 'unlock' | 'leave', work: () => Promise<void>): Promise<void> => {
    if (busy !== null) return;
    setBusy(what);
    setFailure('');
    try {
      await work();
    } catch (error) {
      setIsWaiting(what === 'leave' && error instanceof PlainError && error.code === 'conflict');
      setFailure(sentenceOf(error, 'That did not work. Try again.'));
      if (what === 'unlock') field.current?.select();
    } finally {
      setBusy(null);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password === '') {
      setFailure('Enter your password.');
      field.current?.focus();
      return;
    }
    void attempt('unlock', () => unlock(password));
  };

  return (
    <main className={classes.page}>
      <form className={classes.box} noValidate aria-label="Locked" onSubmit={submit}>
        <img src="/icon.svg" alt="" width={40} height={40} />
        <h1 className={classes.title}>
          <IconLock size={20} stroke={1.8} aria-hidden /> Locked
        </h1>
        <p className={classes.lead}>{name} is signed in. What was open is still there.</p>
        <Stack gap="md">
          <PasswordInput
            ref={field}
            label="Password"
            name="password"
            autoComplete="current-password"
            autoFocus
            size="md"
            value={password}
            {...toggle}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setFailure('');
            }}
            onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
            onBlur={() => setCapsLock(false)}
          />
          <div role="alert" className={classes.failure}>
            {(failure !== '' || capsLock) && (
              // As the sign-in says it.
              <Text c={failure === '' ? 'dimmed' : 'var(--mantine-color-error)'}>
                {[failure, capsLock && 'Caps Lock is on.'].filter(Boolean).join(' ')}
              </Text>
            )}
          </div>
          <Button type="submit" size="md" loading={busy === 'unlock'}>
            Unlock
          </Button>
          <Button
            variant="default"
            size="md"
            loading={busy === 'leave'}
            onClick={() => void attempt('leave', () => signOut(isWaiting, false))}
          >
            {isWaiting ? 'Logout anyway' : 'Logout'}
          </Button>
        </Stack>
      </form>
    </main>
  );
}
