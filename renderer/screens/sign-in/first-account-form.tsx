import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { PlainError } from '#shared/protocol/errors.ts';
import { OFFICE_NAME_MAX } from '#shared/protocol/joining.ts';
import { bridge } from '../../bridge/bridge.ts';
import { passwordToggle } from '../../components/people/password-toggle.tsx';
import { signIn } from '../../stores/session.ts';
import { credentialIssues } from './credentials.ts';
import classes from './sign-in.module.css';
import { useWork } from './use-work.ts';

const toggle = passwordToggle('password', { tabIndex: 0 });

type Entered = Record<'business' | 'name' | 'email' | 'password', string>;

function issuesOf(entered: Entered): Partial<Entered> {
  return {
    ...(entered.name.trim() === '' ? { name: 'Name is required' } : {}),
    ...credentialIssues(entered),
  };
}

interface FirstAccountFormProps {
  /** There is an account now, or somebody else has made one. */
  onDone: () => void;
  onBack: () => void;
}

/** The first start on a computer whose own server has no user: makes the first Super Admin and signs in. */
export function FirstAccountForm({ onDone, onBack }: FirstAccountFormProps): ReactNode {
  const [entered, setEntered] = useState<Entered>({ business: '', name: '', email: '', password: '' });
  const [issues, setIssues] = useState<Partial<Entered>>({});
  const { busy, failure, begin } = useWork<'admin'>();
  const form = useRef<HTMLFormElement>(null);

  const enter = (field: keyof Entered, value: string): void => {
    setEntered((before) => ({ ...before, [field]: value }));
    setIssues(({ [field]: _mended, ...others }) => others);
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
        .call('firstStart.makeAdmin', { name: entered.name.trim(), email, password: entered.password })
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
      // It can be said later too, in the dialog "Join code".
      const business = entered.business.trim();
      if (business !== '') await bridge.call('office.setName', { name: business }).catch(() => undefined);
    });
  };

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="First start on this computer">
      <Stack gap="md">
        <div>
          <h2 className={classes.step}>The first account</h2>
          <Text size="sm" c="dimmed">
            It is a Super Admin: it sees everything and adds the others.
          </Text>
        </div>
        <TextInput
          label="Business"
          description="What your office calls itself. It can be changed later."
          name="business"
          autoComplete="organization"
          maxLength={OFFICE_NAME_MAX}
          autoFocus
          size="md"
          value={entered.business}
          onChange={(event) => enter('business', event.currentTarget.value)}
        />
        <TextInput
          label="Name"
          name="name"
          autoComplete="name"
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
        <Group grow>
          <Button variant="default" size="md" disabled={busy !== null} onClick={onBack}>
            Back
          </Button>
          <Button type="submit" size="md" loading={busy !== null}>
            Create account
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
