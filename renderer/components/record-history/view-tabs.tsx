import { Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { RecordHistory, type RecordHistoryProps } from './record-history.tsx';
import classes from './record-history.module.css';

const DETAILS = 'details';
const HISTORY = 'history';

/** A record that is viewed, with its history on a second tab, which is fetched when it is opened. */
export function ViewTabs({ children, ...record }: RecordHistoryProps & { children: ReactNode }): ReactNode {
  const [tab, setTab] = useState<string | null>(DETAILS);
  return (
    <Tabs value={tab} onChange={setTab} className={classes.tabs}>
      <Tabs.List className={classes.list} aria-label="Parts of the record">
        <Tabs.Tab value={DETAILS}>Details</Tabs.Tab>
        <Tabs.Tab value={HISTORY}>History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={DETAILS} className={classes.details}>
        {children}
      </Tabs.Panel>
      {/* Reachable by Tab, so that it can be scrolled by keys. */}
      <Tabs.Panel value={HISTORY} className={classes.history} tabIndex={0}>
        {tab === HISTORY && <RecordHistory {...record} />}
      </Tabs.Panel>
    </Tabs>
  );
}
