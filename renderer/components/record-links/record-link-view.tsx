import { isEntityName } from '#shared/model/entities.ts';
import type { ReactNode } from 'react';
import { Nothing, type FieldViewProps } from '../record-form/field-view.tsx';
import { RecordLink } from './record-link.tsx';

/** In a view: the record that a field refers to, with the way there. */
export function RecordLinkView({ field, value, referenceText }: Omit<FieldViewProps, 'label'>): ReactNode {
  const target = field.target?.entity ?? '';
  if (typeof value !== 'string' || !isEntityName(target)) return <Nothing />;
  if (referenceText === undefined) return 'Unknown';
  return (
    <RecordLink entity={target} id={value}>
      {referenceText || 'Unnamed'}
    </RecordLink>
  );
}
