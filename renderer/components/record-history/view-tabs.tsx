import { Tabs } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { RecordHistory, type RecordHistoryProps } from './record-history.tsx';
import classes from './record-history.module.css';

const DETAILS = 'details';
const HISTORY = 'history';

/** A record that is viewed, with its history on a second tab, which is fetched when it is opened. */
export function ViewTabs({ children, ...record }: RecordHistoryProps & { children: ReactNode }): ReactNode {
  const [tab, setTab] = useState<string | null>(DETAILS);
  const whole = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  const open = (next: string | null): void => {
    // A dialog in the middle of the window would move its tabs away from under the pointer.
    if (tab === DETAILS) setHeight(whole.current?.offsetHeight);
    setTab(next);
  };
  return (
    <Tabs
      ref={whole}
      value={tab}
      onChange={open}
      className={classes.tabs}
      style={tab === DETAILS ? undefined : { flexBasis: height }}
    >
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
