import { mayReadHistory } from '#shared/access/history.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { Tabs } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useMayReadActivities } from '../activities/log-call.ts';
import { personOf } from '../activities/person.ts';
import { Timeline } from '../activities/timeline.tsx';
import { useRole } from '../../stores/session.ts';
import { DocumentSection } from '../documents/document-section.tsx';
import { useDocumentOwner, useMayReadDocuments } from '../documents/documented.ts';
import { useDocuments } from '../documents/use-documents.ts';
import { RecordHistory, type RecordHistoryProps } from './record-history.tsx';
import classes from './record-history.module.css';

const GLANCE = 'glance';
const DETAILS = 'details';
const TIMELINE = 'timeline';
const DOCUMENTS = 'documents';
const HISTORY = 'history';

interface ViewTabsProps extends RecordHistoryProps {
  /** null while it is fetched. */
  record: AnyRecord | null;
  /** The tab that it opens on, where a role may see that. */
  startsWith?: 'details' | 'timeline';
  /** Whether the role reads its history. */
  history: boolean;
  /** What it begins with instead, where there is a summary. */
  glance?: ReactNode;
  children: ReactNode;
}

/** Whether a record has more than its fields to be seen by the user: its history, or documents. */
export function useHasTabs(entity: EntityName): { history: boolean; documents: boolean } {
  const history = mayReadHistory(entityOf(entity), useRole());
  return { history, documents: useMayReadDocuments(entity) };
}

/** A record that is viewed, with what was done about a person, its documents and its history on tabs, fetched when they are opened. */
export function ViewTabs({
  children,
  record,
  startsWith = DETAILS,
  history,
  glance,
  ...of
}: ViewTabsProps): ReactNode {
  const mayRead = useMayReadActivities();
  const person = mayRead ? personOf(entityOf(of.entity), record) : null;
  const [chosen, setTab] = useState<string | null>(startsWith === TIMELINE && !person ? DETAILS : startsWith);
  const [wantsGlance, setWantsGlance] = useState(true);
  const tab = glance && wantsGlance ? GLANCE : chosen;
  const owner = useDocumentOwner(of.entity, record);
  const documents = useDocuments(owner);
  const whole = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  const open = (next: string | null): void => {
    // A dialog in the middle of the window would move its tabs away from under the pointer.
    if (tab === DETAILS || tab === GLANCE) setHeight(whole.current?.offsetHeight);
    setWantsGlance(next === GLANCE);
    if (next !== GLANCE) setTab(next);
  };
  return (
    <Tabs
      ref={whole}
      value={tab}
      onChange={open}
      className={classes.tabs}
      style={tab === DETAILS || tab === GLANCE ? undefined : { flexBasis: height }}
    >
      <Tabs.List className={classes.list} aria-label="Parts of the record">
        {glance && <Tabs.Tab value={GLANCE}>At a glance</Tabs.Tab>}
        <Tabs.Tab value={DETAILS}>Details</Tabs.Tab>
        {person && <Tabs.Tab value={TIMELINE}>Timeline</Tabs.Tab>}
        {owner && <Tabs.Tab value={DOCUMENTS}>{tabLabel(documents.data?.length)}</Tabs.Tab>}
        {history && <Tabs.Tab value={HISTORY}>History</Tabs.Tab>}
      </Tabs.List>
      {glance && (
        <Tabs.Panel value={GLANCE} className={classes.details}>
          {tab === GLANCE && glance}
        </Tabs.Panel>
      )}
      <Tabs.Panel value={DETAILS} className={classes.details}>
        {children}
      </Tabs.Panel>
      {/* Reachable by Tab, so that they can be scrolled by keys. */}
      {person && (
        <Tabs.Panel value={TIMELINE} className={classes.history} tabIndex={0}>
          {tab === TIMELINE && <Timeline person={person} coupled={of.coupled} />}
        </Tabs.Panel>
      )}
      {owner && (
        <Tabs.Panel value={DOCUMENTS} className={classes.history} tabIndex={0}>
          {tab === DOCUMENTS && <DocumentSection owner={owner} documents={documents} />}
        </Tabs.Panel>
      )}
      {history && (
        <Tabs.Panel value={HISTORY} className={classes.history} tabIndex={0}>
          {tab === HISTORY && <RecordHistory {...of} />}
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

/** With the count once it is known. */
const tabLabel = (count: number | undefined): string =>
  count === undefined || count === 0 ? 'Documents' : `Documents (${count})`;
