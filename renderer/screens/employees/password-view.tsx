import type { AnyRecord } from '#shared/model/entity.ts';
import { user as userEntity } from '#shared/model/user.ts';
import type { PasswordView as Answer } from '#shared/protocol/session-calls.ts';
import { Button, Text } from '@mantine/core';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { titleOf } from '../../components/data-grid/list-row.ts';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { PASSWORDS_NEED_SERVER, PasswordDialog } from '../../components/my-details/password-dialog.tsx';
import type { FormMode } from '../../components/record-form/form-settings.ts';
import { CopyButton } from '../../components/record-links/copy-button.tsx';
import { useIsOffline } from '../../stores/sync.ts';
import classes from './password-view.module.css';

/** A shown password is hidden again after this time, in milliseconds. */
const SHOWN_MS = 30_000;

/** The password line of the view popup (section 2.15; decision 5). */
export function PasswordView({ mode, record }: { mode: FormMode; record: AnyRecord | null }): ReactNode {
  if (mode !== 'view' || !record) return null;
  return <PasswordLine userId={record._id} name={titleOf(userEntity, record)} />;
}

type Line =
  | { state: 'hidden' | 'asking' }
  | { state: 'shown'; password: string }
  | { state: 'none'; sentence: string };

function PasswordLine({ userId, name }: { userId: string; name: string }): ReactNode {
  const offline = useIsOffline();
  const labelId = useId();
  const [line, setLine] = useState<Line>({ state: 'hidden' });
  const [setting, setSetting] = useState(false);

  useEffect(() => {
    if (line.state !== 'shown') return;
    const timer = setTimeout(() => setLine({ state: 'hidden' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [line]);

  const show = (): void => {
    setLine({ state: 'asking' });
    bridge.call('password.view', { userId }).then(
      (answer) => setLine(lineOf(answer)),
      (error: unknown) => setLine({ state: 'none', sentence: sentenceOf(error, 'Something went wrong.') }),
    );
  };

  return (
    <section aria-labelledby={labelId} className={classes.line}>
      <div className={classes.text}>
        <div id={labelId} className={classes.label}>
          Password
        </div>
        <div className={classes.value} role="status">
          {line.state === 'shown' && (
            <>
              <code className={classes.password}>{line.password}</code>
              <CopyButton text={line.password} label={`Copy the password of ${name}`} />
            </>
          )}
          {line.state === 'none' && line.sentence}
          {(line.state === 'hidden' || line.state === 'asking') && (
            <span role="img" aria-label="Hidden">
              ••••••••
            </span>
          )}
        </div>
        {offline && (
          <Text size="xs" c="dimmed">
            {PASSWORDS_NEED_SERVER}
          </Text>
        )}
      </div>
      {line.state === 'shown' ? (
        <Button variant="default" size="compact-md" onClick={() => setLine({ state: 'hidden' })}>
          Hide password
        </Button>
      ) : (
        <Button
          variant="default"
          size="compact-md"
          loading={line.state === 'asking'}
          disabled={offline}
          title={offline ? PASSWORDS_NEED_SERVER : undefined}
          onClick={show}
        >
          Show password
        </Button>
      )}
      <Button
        variant="default"
        size="compact-md"
        disabled={offline}
        title={offline ? PASSWORDS_NEED_SERVER : undefined}
        onClick={() => setSetting(true)}
      >
        Set a new password
      </Button>
      {setting && (
        <PasswordDialog
          userId={userId}
          name={name}
          onClose={() => {
            setSetting(false);
            // What was shown may be the old one.
            setLine({ state: 'hidden' });
          }}
        />
      )}
    </section>
  );
}

function lineOf({ password, kept }: Answer): Line {
  if (password !== null) return { state: 'shown', password };
  return {
    state: 'none',
    sentence: kept
      ? 'No password is kept for this employee. Set a new one to know it.'
      : 'Passwords are not kept for viewing here. Set a new one instead.',
  };
}
