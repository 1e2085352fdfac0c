import { ActionIcon } from '@mantine/core';
import { recordLink, type LinkedRecord } from '#shared/window/record-links.ts';
import { IconLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { copyText } from './copy-button.tsx';

/** Copies the link that opens the record in the application of whoever may see it; absent where no screen shows such. */
export function CopyLink({ entity, id, inHeader }: LinkedRecord & { inHeader?: true }): ReactNode {
  const link = recordLink({ entity, id });
  if (link === null) return null;
  // A data link is a link itself, with a button that copies that one.
  const label = entity === 'dataLink' ? 'Link to this record' : 'Copy link';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      mr={inHeader ? 8 : 0}
      aria-label={label}
      title={label}
      onClick={() => copyText(link)}
    >
      <IconLink size={16} aria-hidden />
    </ActionIcon>
  );
}
