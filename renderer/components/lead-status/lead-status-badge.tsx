import { inquiry } from '#shared/model/inquiry.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import type { ColumnSettings } from '../data-grid/grid-columns.tsx';
import { referenceTextKey } from '../data-grid/list-row.ts';
import { Nothing, type FieldViewProps } from '../record-form/field-view.tsx';
import { StatusBadge } from '../status-badge/status-badge.tsx';
import type { Hue } from '../status-badge/tones.ts';
import { huesOf } from './hues.ts';

/** The desk gives no more at once; a status beyond them is grey. */
const MOST = 500;

/** A lead status by name, in its own colour. */
function LeadStatusBadge({ id, name }: { id: string; name: string }): ReactNode {
  const hue = useHues()?.get(id);
  return <StatusBadge word={name} {...(hue ? { tone: hue } : {})} />;
}

function useHues(): ReadonlyMap<string, Hue> | undefined {
  const query = useQuery({
    queryKey: ['lead status hues'],
    queryFn: async () => {
      const statuses = await bridge.call('records.choices', { entity: 'leadStatus', limit: MOST });
      return huesOf(statuses.map(({ _id }) => _id));
    },
    structuralSharing: false,
  });
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === 'leadStatus') void query.refetch({ cancelRefetch: false });
  });
  return query.data;
}

/** The Lead Status column of the inquiries. */
export const leadStatusColumn: ColumnSettings = {
  cell: (row) => {
    const name = row[referenceTextKey(inquiry, 'leadStatus')];
    const id = row['leadStatus'];
    if (typeof id !== 'string') return null;
    return <LeadStatusBadge id={id} name={typeof name === 'string' ? name : 'Unknown'} />;
  },
};

/** The lead status in the view of an inquiry. */
export function LeadStatusView({ value, referenceText }: Omit<FieldViewProps, 'label'>): ReactNode {
  if (typeof value !== 'string' || value === '') return <Nothing />;
  return referenceText ? <LeadStatusBadge id={value} name={referenceText} /> : 'Unknown';
}
