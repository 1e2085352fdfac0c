import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/record-links/copy-button.tsx';
import { openableAddress } from '../../components/record-links/open-link.ts';
import { WebLink } from '../../components/record-links/text-links.tsx';

/** Why a link such as `file:` or `javascript:` is text only. */
export const NOT_OPENABLE =
  'Only web addresses (http and https) of other computers can be opened. Copy the text instead.';

/** A saved link in the view: opened and copied from there. */
export function SavedLink({ value, of }: { value: unknown; of: string }): ReactNode {
  const link = typeof value === 'string' ? value : '';
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="start">
        <span>
          <WebLink url={link} />
        </span>
        <CopyButton text={link} label={`Copy link of ${of}`} />
      </Group>
      {openableAddress(link) === null && (
        <Text size="xs" c="dimmed">
          {NOT_OPENABLE}
        </Text>
      )}
    </>
  );
}
