import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { PersonRights } from '../persons/person-rights.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { CopyLink } from '../record-links/copy-link.tsx';
import type { FormMode, RecordFormSettings } from './form-settings.ts';
import classes from './record-form.module.css';
import { TitlePicture } from './title-picture.tsx';
import type { RecordForm } from './use-record-form.ts';

interface FormHeaderProps {
  settings: RecordFormSettings;
  mode: FormMode;
  form: RecordForm;
  /** What the record is called. */
  name: string;
  /** null for a new record. */
  id: string | null;
  /** What leads to the record before and to the next one. */
  steps: ReactNode;
}

/** Whose dialog it is, and what can be done with the record as a whole. */
export function FormHeader({ settings, mode, form, name, id, steps }: FormHeaderProps): ReactNode {
  const inView = mode === 'view' && form.status === 'ready';
  const { entity } = settings;
  // The dialog is no landmark, so its header must not count as the page's banner.
  return (
    <Modal.Header role="presentation" className={classes.header}>
      <Modal.Title fz="lg" fw={600}>
        {mode !== 'add' && <TitlePicture form={form} />}
        {settings.titles[mode]} {mode !== 'add' && <span className={classes.of}>{name}</span>}
      </Modal.Title>
      {steps}
      {inView && <PrintButton inHeader />}
      {inView && id !== null && <CopyLink entity={entity} id={id} inHeader />}
      {inView && id !== null && <PersonRights entity={entity} id={id} name={name} />}
      <Modal.CloseButton aria-label="Close" />
    </Modal.Header>
  );
}
