import type { EntityName } from '#shared/model/entities.ts';
import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRole } from '../../stores/session.ts';
import classes from './import-button.module.css';
import { importables, importAddress, importedOn } from './import-address.ts';

/** The way from a list to bringing a file into it; absent where the role may not. */
export function ImportButton({ entity, list }: { entity: EntityName; list: string }): ReactNode {
  const role = useRole();
  const navigate = useNavigate();
  const imported = importedOn(entity, list);
  if (!imported || !importables(role).includes(imported)) return null;
  return (
    <Button
      variant="default"
      className={classes.button}
      aria-label="Import"
      title="Import from a file"
      leftSection={<IconTableImport size={16} aria-hidden />}
      onClick={() => void navigate(importAddress(imported))}
    >
      Import
    </Button>
  );
}
