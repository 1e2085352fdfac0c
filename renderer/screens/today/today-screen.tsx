import { formatDate } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { pathShowing } from '#shared/access/routes.ts';
import { TODAY_PARTS, type TodayPart, type TodayRow } from '#shared/protocol/today.ts';
import { Group, SegmentedControl, Tabs } from '@mantine/core';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { candidateForm } from '../../components/candidate-form/candidate-form.ts';
import { inquiryForm } from '../../components/inquiry-form/inquiry-form.ts';
import { recordAddress } from '../../components/list-screen/list-url.ts';
import { useAddressQuery } from '../../components/list-screen/use-address-query.ts';
import { RecordFormDialog } from '../../components/record-form/record-form.tsx';
import { useTodayCounts } from '../../components/today/today-queries.ts';
import { useTodayWhose } from '../../components/today/use-today-whose.ts';
import { useToday } from '../../components/use-now.ts';
import { useRole } from '../../stores/session.ts';
import { countOf, PART_LABELS } from './parts.ts';
import { TodayFigures } from './today-figures.tsx';
import { TodayPartView } from './today-part.tsx';
import classes from './today.module.css';

/** Names the part in the address, as in `/today?part=contacts`. */
const PART = 'part';

/** What is to be done today, part by part, the calls first. */
export function TodayScreen(): ReactNode {
  const role = useRole();
  const day = useToday();
  const [whose, setWhose] = useTodayWhose();
  const { data: counts } = useTodayCounts();
  const { query, change } = useAddressQuery();
  const part = TODAY_PARTS.find((each) => each === query.get(PART)) ?? 'calls';
  const [viewed, setViewed] = useState<TodayRow | null>(null);
  const location = useLocation();
  const navigate = useNavigate();

  // Payments are no part for who may not see them.
  const parts = TODAY_PARTS.filter((each) => !counts || countOf(counts, each) !== null);
  const show = useCallback(
    (next: TodayPart) => change((now) => (next === 'calls' ? now.delete(PART) : now.set(PART, next), now)),
    [change],
  );
  const open = useCallback(
    (row: TodayRow) => {
      if (row.entity !== 'contactInquiry') return setViewed(row);
      // A contact is answered and taken over where all contacts are.
      const path = pathShowing('contactInquiry', role);
      if (path) void navigate(recordAddress(path, row.record._id, location));
    },
    [role, navigate, location, setViewed],
  );
  const label = useMemo(() => formatDate(day), [day]);

  return (
    <div className={classes.screen}>
      <div className={classes.header}>
        <h1 className={classes.heading}>
          Today{' '}
          <span className={classes.count}>
            {counts ? `(${formatNumber(countOf(counts, part) ?? 0)})` : ''}
          </span>
        </h1>
        <span className={classes.day}>{label}</span>
        <SegmentedControl
          size="sm"
          aria-label="Whose work"
          className={classes.whose}
          data={[
            { value: 'mine', label: 'Mine' },
            { value: 'everybody', label: 'Everybody' },
          ]}
          value={whose}
          onChange={setWhose}
        />
      </div>
      {role === 'Super Admin' && <TodayFigures />}
      <Tabs
        value={part}
        onChange={(next) => show(TODAY_PARTS.find((each) => each === next) ?? 'calls')}
        className={classes.tabs}
        keepMounted={false}
      >
        <Tabs.List aria-label="Parts of the day">
          {parts.map((each) => (
            <Tabs.Tab key={each} value={each}>
              <Group gap={6} wrap="nowrap">
                {PART_LABELS[each]}
                <span className={classes.tabCount}>
                  {counts ? formatNumber(countOf(counts, each) ?? 0) : ''}
                </span>
              </Group>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={part} className={classes.panel}>
          <TodayPartView
            key={`${part} ${whose}`}
            part={part}
            whose={whose}
            day={day}
            counts={counts}
            onOpen={open}
            onShow={show}
            onEverybody={() => setWhose('everybody')}
          />
        </Tabs.Panel>
      </Tabs>
      {viewed && (
        <RecordFormDialog
          key={viewed.record._id}
          settings={viewed.entity === 'candidate' ? candidateForm : inquiryForm}
          mode="view"
          id={viewed.record._id}
          onClose={() => setViewed(null)}
        />
      )}
    </div>
  );
}
