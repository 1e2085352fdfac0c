import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { PlainError } from '#shared/protocol/errors.ts';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { passwordToggle } from '../../components/people/password-toggle.tsx';
import { signIn } from '../../stores/session.ts';
import { credentialIssues } from './credentials.ts';
import classes from './sign-in.module.css';

const toggle = passwordToggle('password', { tabIndex: 0 });

type Entered = Record<'name' | 'email' | 'password', string>;

function issuesOf(entered: Entered): Partial<Entered> {
  return {
    ...(entered.name.trim() === '' ? { name: 'Name is required' } : {}),
    ...credentialIssues(entered),
  };
}

/**
 * The first start on a computer whose own server has no user: makes the first Super Admin and signs in, or opens the
 * application again with demo data.
 */
export function FirstStartForm({ onDone }: { onDone: () => void }): ReactNode {
  const [entered, setEntered] = useState<Entered>({ name: '', email: '', password: '' });
  const [issues, setIssues] = useState<Partial<Entered>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState<'admin' | 'demo' | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const enter = (field: keyof Entered, value: string): void => {
    setEntered((before) => ({ ...before, [field]: value }));
    setIssues(({ [field]: _mended, ...others }) => others);
  };

  const begin = async (what: 'admin' | 'demo', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setFailure('');
    try {
      await work();
    } catch (error) {
      setFailure(sentenceOf(error, 'That did not work. Try again in a moment.'));
    } finally {
      setBusy(null);
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const found = issuesOf(entered);
    setIssues(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const email = entered.email.trim();
    void begin('admin', async () => {
      await bridge
        .call('firstStart.makeAdmin', { ...entered, name: entered.name.trim(), email })
        .catch((error: unknown) => {
          // Somebody has made it meanwhile, or the answer to this very call was lost: there is an account to sign in to.
          if (error instanceof PlainError && error.code === 'conflict') onDone();
          throw error;
        });
      await signIn(email, entered.password).catch((error: unknown) => {
        // The account is there; the ordinary page asks for it.
        onDone();
        throw error;
      });
    });
  };
  const openDemo = (): void =>
    void begin('demo', async () => {
      await bridge.call('firstStart.openDemo', {});
    });

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="First start on this computer">
      <Stack gap="md">
        <div>
          <h2 className={classes.firstStart}>First start on this computer</h2>
          <Text size="sm" c="dimmed">
            Make the first account. It is a Super Admin: it sees everything and adds the others.
          </Text>
        </div>
        <TextInput
          label="Name"
          name="name"
          autoComplete="name"
          autoFocus
          size="md"
          value={entered.name}
          error={issues.name}
          onChange={(event) => enter('name', event.currentTarget.value)}
        />
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          size="md"
          value={entered.email}
          error={issues.email}
          onChange={(event) => enter('email', event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="new-password"
          description="10 characters or more; nobody can find it out for you."
          size="md"
          value={entered.password}
          error={issues.password}
          {...toggle}
          onChange={(event) => enter('password', event.currentTarget.value)}
        />
        <div role="alert" className={classes.failure}>
          {failure !== '' && <Text c="var(--mantine-color-error)">{failure}</Text>}
        </div>
        <Button type="submit" size="md" fullWidth loading={busy === 'admin'} disabled={busy === 'demo'}>
          Create account
        </Button>
        <div>
          <Button
            variant="default"
            size="md"
            fullWidth
            loading={busy === 'demo'}
            disabled={busy === 'admin'}
            onClick={openDemo}
          >
            Look around with demo data
          </Button>
          <Text size="sm" c="dimmed" mt={6}>
            The application starts again with made-up records, kept apart from yours.
          </Text>
        </div>
      </Stack>
    </form>
  );
}
