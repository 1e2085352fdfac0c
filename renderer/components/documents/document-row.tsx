import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import type { DocumentEntry } from '#shared/protocol/document-calls.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconDownload,
  IconExternalLink,
  IconFileText,
  IconFileTypeDocx,
  IconFileTypePdf,
  IconPencil,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { deleteRecord } from '../list-screen/delete-record.ts';
import { useNow } from '../use-now.ts';
import { openDocumentDialog, viewDocument } from './document-dialogs.ts';
import type { DocumentOwner } from './documented.ts';
import classes from './documents.module.css';
import { sizeText } from './file-size.ts';
import { isInBrowser, takeOut, takeOutLabel } from './take-out.ts';

const MINUTE_MS = 60_000;

const ICONS = {
  PDF: IconFileTypePdf,
  DOCX: IconFileTypeDocx,
  JPEG: IconPhoto,
  PNG: IconPhoto,
} as const;

interface DocumentRowProps {
  entry: DocumentEntry;
  owner: DocumentOwner;
  onDeleted: () => void;
}

/** One document: what it is, who added it and when, and what can be done with it. */
export function DocumentRow({ entry, owner, onDeleted }: DocumentRowProps): ReactNode {
  const { _id, kind, name, type, size, by, createdAt } = entry;
  const now = useNow(MINUTE_MS);
  const Icon = type ? ICONS[type] : IconFileText;
  const Out = isInBrowser() ? IconDownload : IconExternalLink;
  const remove = async (): Promise<void> => {
    const deleted = await deleteRecord(
      'document',
      { id: _id, name },
      {
        title: 'Delete this document?',
        message: `“${name}” goes from ${owner.title || 'this record'} on every PC.`,
        done: { title: 'Document deleted', message: name },
        failure: 'Failed to delete the document',
      },
    );
    if (deleted) onDeleted();
  };
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.5} aria-hidden className={classes.typeIcon} />
      <div className={classes.what}>
        <button
          type="button"
          className={classes.name}
          aria-haspopup="dialog"
          aria-label={`Show ${name}`}
          onClick={() => viewDocument({ id: _id, name })}
        >
          {name}
        </button>
        <div className={classes.facts}>
          <span className={classes.kind}>{kind}</span>
          {type && <span>{type}</span>}
          {size !== null && <span>{sizeText(size)}</span>}
          <span>
            {by ?? 'Unknown'}
            {createdAt !== null && (
              <>
                {', '}
                <time dateTime={createdAt} title={formatDateTime(createdAt)}>
                  {formatSpokenDateTime(createdAt, now)}
                </time>
              </>
            )}
          </span>
          {entry.waiting && <span className={classes.waiting}>Not sent yet</span>}
        </div>
      </div>
      <div className={classes.buttons}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${takeOutLabel()}: ${name}`}
          title={takeOutLabel()}
          onClick={() => void takeOut({ id: _id, name })}
        >
          <Out size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
        {entry.mayChange && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Rename or change kind: ${name}`}
            title="Rename or change kind"
            onClick={() => openDocumentDialog({ kind: 'rename', entry })}
          >
            <IconPencil size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
        {entry.mayDelete && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Delete document: ${name}`}
            title="Delete"
            onClick={() => void remove()}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}
