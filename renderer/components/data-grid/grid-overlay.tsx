import { Alert, Button, Loader, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { sentenceOf } from '../messages/messages.tsx';
import classes from './data-grid.module.css';
import type { ListState } from './grid-port.ts';

/** A wait longer than this is explained, with a way to ask again, in milliseconds. */
const LONG_MS = 5_000;

interface GridOverlayProps {
  state: ListState;
  failure: string;
  emptyText: string;
  loadingText: string;
  emptyAction: ReactNode;
  onRetry: () => void;
}

/** What stands in or over the grid where it has no rows to show: waiting, empty, or failed. */
export function GridOverlay(props: GridOverlayProps): ReactNode {
  const { state, failure, emptyText, loadingText, emptyAction, onRetry } = props;
  if (state.error) {
    const failed = (
      <Alert
        role="alert"
        color="red"
        variant="light"
        py={8}
        icon={<IconAlertCircle size={18} aria-hidden />}
        title={failure}
      >
        <Text size="sm" mb={6}>
          {sentenceOf(state.error, 'Something went wrong.')}
          {(state.total ?? 0) > 0 && ' The list shows what it had.'}
        </Text>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          Retry
        </Button>
      </Alert>
    );
    return <div className={(state.total ?? 0) > 0 ? classes.failedOver : classes.overlay}>{failed}</div>;
  }
  if (state.total === null && state.loading) return <Waiting text={loadingText} onRetry={onRetry} />;
  if (state.total === 0) {
    return (
      <div className={classes.overlay} role="status">
        <Text size="sm">{emptyText}</Text>
        {emptyAction}
      </div>
    );
  }
  return null;
}

function Waiting({ text, onRetry }: { text: string; onRetry: () => void }): ReactNode {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`${classes.overlay} ${classes.late}`} role="status">
      <Loader size="sm" />
      <Text size="sm">{text}</Text>
      {long && (
        <>
          <Text size="sm" c="dimmed">
            This takes longer than usual.
          </Text>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Retry
          </Button>
        </>
      )}
    </div>
  );
}
