import { Button, Tooltip } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf, showError } from '../../components/messages/messages.tsx';
import { useServerChoice } from '../../stores/server-choice.ts';
import classes from './demo-mark.module.css';

/** Where somebody looks around: says that nothing here is real, and leads back with one click. */
export function DemoMark(): ReactNode {
  const shown = useServerChoice((office) => office.demo);
  const [busy, setBusy] = useState(false);
  if (!shown) return null;
  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await bridge.call('serverChoice.leaveDemo', {});
    } catch (error) {
      setBusy(false);
      showError(sentenceOf(error, 'That did not work. Try again in a moment.'));
    }
  };
  return (
    <Tooltip label="These records are made up. The application starts again without them." multiline w={240}>
      <Button
        variant="light"
        color="yellow"
        size="compact-sm"
        h={32}
        loading={busy}
        onClick={() => void leave()}
      >
        <IconEye size={15} stroke={1.8} aria-hidden />
        <span className={classes.text}>&nbsp;Leave demo data</span>
      </Button>
    </Tooltip>
  );
}
