import type { DocumentEntry } from '#shared/protocol/document-calls.ts';
import { Skeleton, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useIsOffline } from '../../stores/sync.ts';
import { OnlineFailure } from '../sync/online-failure.tsx';
import { ChooseButton } from './choose-button.tsx';
import { openDocumentDialog } from './document-dialogs.ts';
import { DocumentRow } from './document-row.tsx';
import { useMayAttach, type DocumentOwner } from './documented.ts';
import classes from './documents.module.css';
import { DropArea } from './drop-area.tsx';

interface DocumentSectionProps {
  owner: DocumentOwner;
  documents: UseQueryResult<DocumentEntry[]>;
}

/** The documents of a candidate or an HR record, newest first, with the ways to attach more. */
export function DocumentSection({ owner, documents }: DocumentSectionProps): ReactNode {
  const mayAttach = useMayAttach();
  const offline = useIsOffline();
  const whole = useRef<HTMLDivElement>(null);
  const { data: entries } = documents;
  const attach = (files: readonly File[]): void => {
    const hasCv = entries?.some(({ kind }) => kind === 'CV') ?? false;
    openDocumentDialog({ kind: 'attach', owner, hasCv, files });
  };
  const content = (
    <div ref={whole} className={classes.section} tabIndex={-1}>
      {mayAttach && (
        <div className={classes.attach}>
          <ChooseButton
            label="Attach document"
            size="compact-md"
            variant="default"
            leftSection={<IconPaperclip size={15} aria-hidden />}
            multiple
            onFiles={attach}
          />
          <Text size="xs" c="dimmed">
            or drop files here: PDF, Word (DOCX), JPEG or PNG, up to 10 MB each
          </Text>
        </div>
      )}
      {documents.isPending && (
        <div role="status" aria-label="Loading the documents" className={classes.loading}>
          <Skeleton h={32} />
          <Skeleton h={32} />
        </div>
      )}
      {documents.isError && (
        <OnlineFailure
          title="Failed to load the documents"
          error={documents.error}
          onRetry={() => void documents.refetch()}
        />
      )}
      {entries?.length === 0 && (
        <Text size="sm" c="dimmed" py="sm">
          No documents yet.
        </Text>
      )}
      {entries && entries.length > 0 && (
        <ul className={classes.rows} aria-label="Documents">
          {entries.map((entry) => (
            <DocumentRow
              key={entry._id}
              entry={entry}
              owner={owner}
              // The button that had the focus is gone.
              onDeleted={() => whole.current?.focus()}
            />
          ))}
        </ul>
      )}
      {offline && entries && entries.length > 0 && (
        <Text size="xs" c="dimmed" role="status">
          Offline: documents that are not on this PC are shown when the server can be reached.
        </Text>
      )}
    </div>
  );
  if (!mayAttach) return content;
  return (
    <DropArea hint={`Drop to attach to ${owner.title || 'this record'}`} onFiles={attach}>
      {content}
    </DropArea>
  );
}
