import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useUser } from '../../stores/session.ts';
import { useUnloadQuestion } from '../record-form/use-unload-question.ts';
import { copyText } from '../record-links/copy-button.tsx';
import { recoveryCodesText } from './two-step-wording.ts';
import classes from './two-step.module.css';

/** The codes, shown this once, with what helps to keep them. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  codes: readonly string[];
  onDone: () => void;
}): ReactNode {
  const { email } = useUser();
  const [kept, setKept] = useState(false);
  const copy = useRef<HTMLButtonElement>(null);
  // A link from another program would take them away, too.
  useUnloadQuestion(!kept, onDone);
  // The field that had the focus is gone. Not on the last button: Enter alone must not close this.
  useEffect(() => copy.current?.focus(), []);
  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="light" p="xs" role="status" title="Keep these recovery codes now">
        They are shown only this once. Without your phone, each of them signs you in one time.
      </Alert>
      <div className={classes.printed}>
        <p className={classes.onPaper}>Employee Management System: recovery codes for {email}</p>
        <ol className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <Group gap="sm">
        <Button
          ref={copy}
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
          onClick={() => {
            copyText(recoveryCodesText(codes, email));
            setKept(true);
          }}
        >
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden />}
          onClick={() => {
            window.print();
            setKept(true);
          }}
        >
          Print or save as PDF
        </Button>
        <Button ml="auto" variant={kept ? 'filled' : 'default'} onClick={onDone}>
          I have kept them
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        Not on this PC and not with your phone: in a drawer that locks, or in a password manager.
      </Text>
    </Stack>
  );
}
