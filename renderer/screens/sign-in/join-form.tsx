import { JOIN_TEXT_MAX } from '#shared/protocol/server-choice.ts';
import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { readJoinCode } from '#shared/protocol/joining.ts';
import type { Proposal } from '#shared/protocol/server-choice.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { ServersNearby } from './servers-nearby.tsx';
import classes from './sign-in.module.css';
import { useWork } from './use-work.ts';

interface JoinFormProps {
  /** From a settings file: tried by itself, once, unless it asks first. */
  proposed: Proposal | null;
  onBack: () => void;
}

/** The server that a join code leads to, or that an address names. */
const whereTo = (text: string): string => {
  const address = readJoinCode(text)?.addresses[0] ?? text;
  return URL.canParse(address) ? new URL(address).host : 'a server';
};

/** Joins the office's server by a join code or an address. Done, the application starts again with it. */
export function JoinForm({ proposed, onBack }: JoinFormProps): ReactNode {
  const [text, setText] = useState(proposed?.text ?? '');
  const [asksPlainHttp, setAsksPlainHttp] = useState(false);
  const [allowPlainHttp, setAllowPlainHttp] = useState(proposed?.asks === false && proposed.allowPlainHttp);
  const [missing, setMissing] = useState(false);
  const [joined, setJoined] = useState(false);
  const { busy, failure, begin } = useWork<'join'>();
  const field = useRef<HTMLTextAreaElement>(null);

  const join = async (): Promise<void> => {
    if (busy !== null || joined) return;
    setMissing(text.trim() === '');
    if (text.trim() === '') return field.current?.focus();
    const done = await begin('join', async () => {
      await bridge.call('serverChoice.join', { text, allowPlainHttp }).catch((error: unknown) => {
        if (error instanceof PlainError && error.code === 'conflict') setAsksPlainHttp(true);
        throw error;
      });
    });
    setJoined(done);
  };

  const change = (entered: string): void => {
    setText(entered);
    setMissing(false);
    setAsksPlainHttp(false);
    setAllowPlainHttp(false);
  };

  const tried = useRef(false);
  useEffect(() => {
    if (!proposed || proposed.asks || tried.current) return;
    tried.current = true;
    void join();
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void join();
  };
  const enterJoins = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void join();
  };

  return (
    <form noValidate onSubmit={submit} aria-label="Join our office's server">
      <Stack gap="md">
        <div>
          <h2 className={classes.step}>Join our office's server</h2>
          <Text size="sm" c="dimmed">
            {proposed?.asks === true
              ? `A settings file that lay beside the application says that this PC is to join ${whereTo(proposed.text)}. Join if your administrator gave it to you, else go back.`
              : 'Paste the join code that your administrator gave you, or type the server’s address.'}
          </Text>
        </div>
        <Textarea
          ref={field}
          label="Join code or address"
          name="join"
          maxLength={JOIN_TEXT_MAX}
          autoFocus
          autosize
          minRows={3}
          maxRows={6}
          spellCheck={false}
          autoComplete="off"
          placeholder="PD1-…  or  https://desk.your-office.in:5701"
          classNames={{ input: classes.joinCode ?? '' }}
          value={text}
          disabled={joined}
          error={missing ? 'Enter a join code or an address.' : undefined}
          onKeyDown={enterJoins}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <ServersNearby
          disabled={busy !== null || joined}
          onChoose={(address) => {
            change(address);
            field.current?.focus();
          }}
        />
        {asksPlainHttp && (
          <Checkbox
            label="Connect without encryption: I trust everybody on this network"
            checked={allowPlainHttp}
            onChange={(event) => setAllowPlainHttp(event.currentTarget.checked)}
          />
        )}
        <div role="alert" className={classes.failure}>
          {failure !== '' && <Text c="var(--mantine-color-error)">{failure}</Text>}
        </div>
        {joined && <Text role="status">Joined. The application starts again with your office’s server…</Text>}
        <Group grow>
          <Button variant="default" size="md" disabled={busy !== null || joined} onClick={onBack}>
            Back
          </Button>
          <Button type="submit" size="md" loading={busy !== null} disabled={joined}>
            Join
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
