import { pictureFieldsOf } from '#shared/model/picture.ts';
import type { ReactNode } from 'react';
import { Picture } from '../picture/picture.tsx';
import classes from './record-form.module.css';
import type { RecordForm } from './use-record-form.ts';

/** The small picture before a record's name, where the record can have one and the user may see it. */
export function TitlePicture({ form }: { form: RecordForm }): ReactNode {
  const { entity, record, readable } = form;
  const field = pictureFieldsOf(entity).find((name) => readable.has(name));
  const title = record?.[entity.title];
  if (field === undefined || typeof title !== 'string') return null;
  return (
    // The name that follows says whom it shows.
    <span aria-hidden className={classes.titlePicture}>
      <Picture hash={record?.[field]} name={title} size={28} round />
    </span>
  );
}
