import { useEffect, type ReactNode } from 'react';
import { AttachDialog } from './attach-dialog.tsx';
import { CvDialog } from './cv-dialog.tsx';
import { closeDocumentDialog, useDocumentDialogs } from './document-dialogs.ts';
import { DocumentViewer } from './document-viewer.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** Shows the dialog of document-dialogs.ts, over whatever asked for it. */
export function DocumentHost(): ReactNode {
  const open = useDocumentDialogs((dialogs) => dialogs.open);
  // What was open for one who has signed out is not for the next.
  useEffect(() => closeDocumentDialog, []);
  switch (open?.kind) {
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
    case 'rename':
      return <RenameDialog entry={open.entry} onClose={closeDocumentDialog} />;
    case 'cv':
      return <CvDialog file={open.file} path={open.path} onClose={closeDocumentDialog} />;
    default:
      return null;
  }
}
