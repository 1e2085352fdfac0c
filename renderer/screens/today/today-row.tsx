import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { TodayPart, TodayRow } from '#shared/protocol/today.ts';
import { IconCloudUpload, IconPhonePlus } from '@tabler/icons-react';
import { memo, useLayoutEffect, useRef, type ReactNode } from 'react';
import { LastActivityCell } from '../../components/activities/last-activity.tsx';
import { isRowControl } from '../../components/data-grid/grid-keyboard.ts';
import { LeadStatusView } from '../../components/lead-status/lead-status-badge.tsx';
import { dueOf } from '../../components/next-call/due.ts';
import { MailLink } from '../../components/record-links/text-links.tsx';
import { PhoneLinks } from '../../components/record-links/phone-links.tsx';
import { StatusBadge } from '../../components/status-badge/status-badge.tsx';
import { keyOf } from './current-row.ts';
import { contentOf, type RowContent } from './row-content.ts';
import classes from './today-list.module.css';

const LEAD_STATUS = fieldOf(entityOf('inquiry'), 'leadStatus');

interface TodayRowViewProps {
  row: TodayRow;
  part: TodayPart;
  index: number;
  current: boolean;
  /** Milliseconds since 1970; as exact as "overdue" has to be. */
  now: number;
  /** Whether it is said whose each is. */
  owned: boolean;
  /** Whether what was done last is said. */
  touched: boolean;
  /** Whether the role may log calls. */
  logs: boolean;
  onCurrent: (key: string) => void;
  onOpen: (row: TodayRow) => void;
  onLog: (row: TodayRow) => void;
}

/** One person to call, to see or to answer. Its controls are reached by Tab from the current row, and by letters. */
export const TodayRowView = memo(function TodayRowView(props: TodayRowViewProps): ReactNode {
  const { row, part, index, current, now, owned, touched, logs, onCurrent, onOpen, onLog } = props;
  const content = contentOf(row);
  const key = keyOf(row);
  const whole = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Tab goes through the links and buttons of the current row alone.
    for (const control of whole.current?.querySelectorAll<HTMLElement>('[data-row-control]') ?? [])
      control.tabIndex = current ? 0 : -1;
  });
  return (
    <div
      ref={whole}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-label={[content.title, content.kind, whenOf(row, part, now)].filter(Boolean).join(', ')}
      tabIndex={current ? 0 : -1}
      data-key={key}
      className={classes.row}
      onFocus={() => onCurrent(key)}
      onMouseDown={(event) => {
        // Text of a row can be marked; the row is the current one then, too.
        if (!(event.target as Element).closest('a, button')) onCurrent(key);
      }}
      onDoubleClick={({ target }) => {
        if (!isRowControl(target)) onOpen(row);
      }}
    >
      <div role="gridcell" className={classes.when}>
        <When row={row} part={part} now={now} />
      </div>
      <div role="gridcell" className={classes.stacked}>
        <button
          type="button"
          tabIndex={-1}
          data-row-control=""
          className={classes.name}
          aria-label={`View ${content.title}`}
          title={content.title}
          onClick={() => onOpen(row)}
        >
          {content.title}
        </button>
        <span className={classes.dim} title={content.kind}>
          {content.kind}
        </span>
      </div>
      <div role="gridcell" className={classes.phone}>
        <Reach content={content} />
      </div>
      <div role="gridcell" className={classes.stacked}>
        <span className={classes.marks}>
          <Standing row={row} content={content} part={part} />
          {row.waiting && (
            <IconCloudUpload
              size={15}
              stroke={1.7}
              className={classes.waiting}
              aria-label="Not sent yet"
              role="img"
            />
          )}
        </span>
        <span className={classes.dim} title={content.note}>
          {content.note}
        </span>
      </div>
      {touched && (
        <div role="gridcell" className={classes.last}>
          {content.person && <LastActivityCell entity={content.person.entity} id={content.person.id} />}
        </div>
      )}
      {owned && (
        <div role="gridcell" className={classes.owner} title={content.owner}>
          {content.owner === '' ? <span className={classes.dim}>Nobody</span> : content.owner}
        </div>
      )}
      <div role="gridcell" className={classes.action}>
        {logs && content.person && (
          <button
            type="button"
            tabIndex={-1}
            data-row-control=""
            className={classes.log}
            aria-label={`Log call ${content.title}`}
            title="Log call (L)"
            onClick={() => onLog(row)}
          >
            <IconPhonePlus size={17} stroke={1.7} aria-hidden />
          </button>
        )}
      </div>
    </div>
  );
});

/** The time of the row as a screen reader says it with the name. */
function whenOf({ at }: TodayRow, part: TodayPart, now: number): string {
  const due = part === 'calls' || part === 'payments' ? dueOf(at, now) : null;
  const word = due === 'overdue' ? 'overdue, ' : '';
  return `${word}${formatSpokenDateTime(at, now)}`;
}

function When({ row, part, now }: { row: TodayRow; part: TodayPart; now: number }): ReactNode {
  const due = part === 'calls' || part === 'payments' ? dueOf(row.at, now) : null;
  return (
    <>
      <time dateTime={row.at} title={formatDateTime(row.at)}>
        {formatSpokenDateTime(row.at, now)}
      </time>
      {due === 'overdue' && <StatusBadge word="Overdue" tone="bad" />}
      {due === 'today' && <StatusBadge word="Due today" tone="attention" />}
    </>
  );
}

/** The ways to reach the person. */
function Reach({ content }: { content: RowContent }): ReactNode {
  const { phone, chat, title, person, email } = content;
  if (phone !== '') return <PhoneLinks phone={phone} chat={chat} of={title} about={person} inGrid />;
  if (email !== '') return <MailLink email={email} inGrid />;
  return <span className={classes.dim}>No number</span>;
}

/** How it stands with the person, in the words of the part. */
function Standing(props: { row: TodayRow; content: RowContent; part: TodayPart }): ReactNode {
  const { row, content, part } = props;
  const { record, references } = row;
  if (part === 'payments') {
    const status = record['paymentStatus'];
    return (
      <>
        <StatusBadge word={typeof status === 'string' ? status : 'Payment not entered'} />
        {content.open !== '' && <span className={classes.open}>{content.open}</span>}
      </>
    );
  }
  if (part === 'interviews')
    return <span>{content.interviewer === '' ? 'No interviewer' : `With ${content.interviewer}`}</span>;
  if (row.entity === 'contactInquiry') return <span className={classes.dim}>{content.email}</span>;
  const interview = record['interviewStatus'];
  return (
    <>
      {row.entity === 'inquiry' && references['leadStatus'] !== undefined && (
        <LeadStatusView
          field={LEAD_STATUS}
          of={content.title}
          value={record['leadStatus']}
          referenceText={references['leadStatus']}
        />
      )}
      {row.entity === 'candidate' && typeof interview === 'string' && <StatusBadge word={interview} />}
      {content.open !== '' && <span className={classes.open}>{content.open}</span>}
    </>
  );
}
