import { Button } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './list-screen.module.css';

interface DocumentSwitchProps {
  /** Such as "In CVs". */
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Beside the search box: whether the search looks in documents, and not in the fields. */
export function DocumentSwitch({ label, isOn, onChange }: DocumentSwitchProps): ReactNode {
  return (
    <Button
      className={classes.mine}
      variant="default"
      size="sm"
      px="xs"
      fw={400}
      leftSection={<IconFileSearch size={16} aria-hidden />}
      title={isOn ? 'Search the fields again' : 'Search what the documents say'}
      aria-pressed={isOn}
      data-set={isOn || undefined}
      onClick={() => onChange(!isOn)}
    >
      {label}
    </Button>
  );
}
