import { useEffect, type ReactNode } from 'react';
import { AttachDialog } from './attach-dialog.tsx';
import { CvDialog } from './cv-dialog.tsx';
import {
  closeDocumentDialog,
  putCvAway,
  useDocumentDialogs,
  type DocumentDialog,
} from './document-dialogs.ts';
import { DocumentViewer } from './document-viewer.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** Shows the dialogs of document-dialogs.ts, over whatever asked for them. */
export function DocumentHost(): ReactNode {
  const { open, cv } = useDocumentDialogs();
  // What was open for one who has signed out is not for the next.
  useEffect(
    () => () => {
      closeDocumentDialog();
      putCvAway();
    },
    [],
  );
  return (
    <>
      {cv && <CvDialog {...cv} onClose={putCvAway} />}
      {open && <Dialog open={open} />}
    </>
  );
}

function Dialog({ open }: { open: DocumentDialog }): ReactNode {
  switch (open.kind) {
    case 'view':
      return <DocumentViewer key={open.document.id} document={open.document} onClose={closeDocumentDialog} />;
    case 'attach':
      return (
        <AttachDialog
          owner={open.owner}
          hasCv={open.hasCv}
          given={open.files}
          onClose={closeDocumentDialog}
        />
      );
    default:
      return <RenameDialog entry={open.entry} onClose={closeDocumentDialog} />;
  }
}
