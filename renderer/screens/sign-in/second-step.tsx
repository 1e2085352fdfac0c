import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import classes from './sign-in.module.css';

interface SecondStepProps {
  email: string;
  busy: boolean;
  /** Why the last code was not taken; null where none was given. */
  failure: string | null;
  onSubmit: (code: string) => void;
  onBack: () => void;
}

/** The second step of signing in: the code from the app, or one of the recovery codes. */
export function SecondStep({ email, busy, failure, onSubmit, onBack }: SecondStepProps): ReactNode {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const label = recovery ? 'Recovery code' : 'Code';
  useEffect(() => {
    if (!busy) field.current?.select();
  }, [busy]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = code.trim();
    setMissing(given === '');
    if (given !== '' && !busy) onSubmit(given);
  };

  return (
    <form noValidate onSubmit={submit} aria-label="Two-step sign-in">
      <Stack gap="md">
        <div>
          <h2 className={classes.step}>Two-step sign-in</h2>
          <Text size="sm" c="dimmed" id="second-step-help">
            {recovery
              ? 'Enter one of the recovery codes that you kept. Each one is good once.'
              : `Enter the six digits that your authenticator app shows for ${email}.`}
          </Text>
        </div>
        <TextInput
          ref={field}
          key={label}
          autoFocus
          label={label}
          name="code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize={recovery ? 'characters' : 'off'}
          spellCheck={false}
          maxLength={40}
          required
          withAsterisk={false}
          aria-describedby="second-step-help"
          size="md"
          classNames={{ input: classes.code ?? '' }}
          value={code}
          error={missing ? `${label} is required` : null}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <div role="alert" className={classes.failure}>
          {failure !== null && <Text c="var(--mantine-color-error)">{failure}</Text>}
        </div>
        <Button type="submit" size="md" fullWidth loading={busy}>
          Login
        </Button>
        <div className={classes.ways}>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back to the password
          </Anchor>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setRecovery(!recovery);
              setCode('');
              setMissing(false);
            }}
          >
            {recovery ? 'Use a code from the app' : 'Use a recovery code'}
          </Anchor>
        </div>
      </Stack>
    </form>
  );
}
