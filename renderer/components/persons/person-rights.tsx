import { ActionIcon, Menu } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { isDataSubject, mayErase, mayGiveCopies, type DataSubject } from '#shared/access/persons.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { CopyFormat } from '#shared/protocol/persons.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useRole } from '../../stores/session.ts';
import { fetchDownload } from '../fetch-download.ts';
import { showFailure, showToast } from '../messages/messages.tsx';
import { EraseDialog } from './erase-dialog.tsx';

interface PersonRightsProps {
  entity: EntityName;
  id: string;
  /** As the heading has it. */
  name: string;
}

/** Beside the close button of a person's dialog: a copy of all that is kept about them, and its end; absent where the role may not. */
export function PersonRights({ entity, id, name }: PersonRightsProps): ReactNode {
  const role = useRole();
  const [erasing, setErasing] = useState(false);
  if (!isDataSubject(entity) || !mayGiveCopies(role)) return null;
  return (
    <>
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            mr={8}
            aria-label="Give a copy"
            title="Give a copy of what is kept"
          >
            <IconFileExport size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>All that is kept about this person</Menu.Label>
          <Menu.Item onClick={() => void giveCopy(entity, id, 'html')}>Page to read (HTML)</Menu.Item>
          <Menu.Item onClick={() => void giveCopy(entity, id, 'json')}>With the files (JSON)</Menu.Item>
          {mayErase(role) && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" onClick={() => setErasing(true)}>
                Erase…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {erasing && <EraseDialog entity={entity} id={id} name={name} onClose={() => setErasing(false)} />}
    </>
  );
}

async function giveCopy(entity: DataSubject, id: string, format: CopyFormat): Promise<void> {
  try {
    const { fileName, download } = await bridge.call('persons.copy', { entity, id, format });
    if (fileName === null) return;
    if (download !== null) fetchDownload(download, fileName);
    showToast({ title: `Saved ${fileName}`, message: 'It is noted in the audit log that a copy was given.' });
  } catch (error) {
    showFailure('The copy could not be made', error, () => giveCopy(entity, id, format));
  }
}
