import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { REMINDERS_FILE, writePrivateJson } from '../storage/data-folders.ts';
import {
  at,
  begin,
  candidate,
  india,
  inquiry,
  look,
  openReminders,
  put,
  remove,
  type Row,
  titles,
  told,
  user,
  workspace,
} from '../testing/reminder-steps.ts';
import { dueToday } from './due-today.ts';

openReminders();

describe('who is not here any more', () => {
  it('is known by what was told, once; who is here, and what named nobody, is not', () => {
    const reminders = begin();
    put('inquiry', inquiry('Asha', { nextCall: india('11:00') }));
    look(reminders, at('11:00'));
    put('inquiry', inquiry('Ravi', { nextCall: india('12:00') }));
    look(reminders, at('12:00'));
    expect(reminders.gone()).toEqual([]);
    remove('inquiry', 'Asha');
    expect(reminders.gone()).toEqual([`inquiry/Asha/${india('11:00')}`]);
    expect(reminders.gone()).toEqual([]);
  });
});

describe('what falls due', () => {
  it('is told at its time, and the next time is known before', () => {
    put(
      'inquiry',
      inquiry('Asha', { nextCall: india('11:00') }),
      inquiry('Ravi', { nextCall: india('12:00') }),
    );
    const reminders = begin();
    expect(look(reminders, at('10:00'))).toBe(at('11:00'));
    expect(titles()).toEqual([]);
    expect(look(reminders, at('11:00'))).toBe(at('12:00'));
    expect(told).toEqual([
      {
        key: `inquiry/Asha/${india('11:00')}`,
        title: 'Call Asha',
        unnamed: '1 follow-up call is due',
        body: 'Follow-up call: Today 11:00 am',
        address: '/open/inquiry/Asha',
      },
    ]);
    expect(titles()).toEqual(['Call Asha']);
    expect(look(reminders, at('12:00'))).toBe(at('00:00', '2026-08-06'));
    expect(titles()).toEqual(['Call Ravi']);
  });

  it('is one’s own alone: no colleague’s, and not what nobody has', () => {
    put(
      'inquiry',
      inquiry('of another', { nextCall: india('11:00'), assignedTo: 'other' }),
      inquiry('of nobody', { nextCall: india('11:00'), assignedTo: null }),
      inquiry('enrolled', { nextCall: india('11:00'), enrolledAs: 'c' }),
    );
    put('candidate', candidate('also of another', { nextCall: india('11:00'), map: 'other' }));
    look(begin(), at('11:30'));
    expect(titles()).toEqual([]);
  });

  it('tells an interview ten minutes before, to who holds it and while it is scheduled', () => {
    const interview = { interviewStatus: 'Scheduled', interviewDate: india('15:00') };
    put(
      'candidate',
      candidate('Mine', { ...interview, interviewerId: 'hr', map: 'other' }),
      candidate('Of another', { ...interview, interviewerId: 'other' }),
      candidate('Held', { ...interview, interviewerId: 'hr', interviewStatus: 'Cleared' }),
    );
    const reminders = begin();
    expect(look(reminders, at('14:49'))).toBe(at('14:50'));
    expect(titles()).toEqual([]);
    look(reminders, at('14:50'));
    expect(titles()).toEqual(['Interview with Mine']);
  });

  it('tells an interview and a call of the same minute each, and puts one off without the other', () => {
    const time = { nextCall: india('15:00'), interviewDate: india('15:00') };
    put('candidate', candidate('Asha', { ...time, interviewStatus: 'Scheduled', interviewerId: 'hr' }));
    const reminders = begin();
    look(reminders, at('14:50'));
    const [interview] = told;
    expect(titles()).toEqual(['Interview with Asha']);
    reminders.act(interview?.key ?? '', 'soon', at('14:51'));
    look(reminders, at('15:00'));
    expect(titles()).toEqual(['Call Asha']);
    look(reminders, at('15:01'));
    expect(titles()).toEqual(['Interview with Asha']);
    // The next start finds both told.
    look(begin(), at('15:02'));
    expect(titles()).toEqual([]);
  });

  it('tells what an earlier version has told no more', () => {
    const time = { nextCall: india('15:00'), interviewDate: india('15:00') };
    put('candidate', candidate('Asha', { ...time, interviewStatus: 'Scheduled', interviewerId: 'hr' }));
    const key = `candidate/Asha/${india('15:00')}`;
    const kept = (told: unknown[]): void =>
      writePrivateJson(join(workspace.folder, REMINDERS_FILE), { since: at('09:00'), told });
    kept([[key, null, at('14:50')]]);
    look(begin(), at('15:00'));
    expect(titles()).toEqual(['Call Asha']);
    kept([[key, null]]);
    look(begin(), at('15:00'));
    expect(titles()).toEqual([]);
  });

  it('calls what is not paid a payment, or a call where payments are turned off', () => {
    put('candidate', candidate('Asha', { nextCall: india('11:00'), paymentStatus: 'Not Paid' }));
    look(begin(), at('11:00'));
    expect(told).toMatchObject([{ unnamed: '1 payment is due', body: 'It was promised for today 11:00 am' }]);
    expect(titles()).toEqual(['Payment of Asha']);
    put('candidate', candidate('Asha', { nextCall: india('12:00'), paymentStatus: 'Not Paid' }));
    look(begin(), at('12:00'), { kinds: { calls: true, interviews: true, payments: false } });
    expect(titles()).toEqual(['Call Asha']);
  });

  it('of a kind that is turned off is not told, nor later when it is turned on', () => {
    put('inquiry', inquiry('Asha', { nextCall: india('11:00') }));
    const reminders = begin();
    look(reminders, at('11:00'), { kinds: { calls: false, interviews: true, payments: true } });
    look(reminders, at('11:05'));
    expect(titles()).toEqual([]);
  });
});

describe('once on each PC', () => {
  it('is kept over a restart, and told anew for another time', () => {
    put('inquiry', inquiry('Asha', { nextCall: india('11:00') }));
    look(begin(), at('11:00'));
    expect(titles()).toEqual(['Call Asha']);
    look(begin('11:01'), at('11:01'));
    expect(titles()).toEqual([]);
    put('inquiry', inquiry('Asha', { nextCall: india('13:00') }));
    look(begin('12:00'), at('13:00'));
    expect(titles()).toEqual(['Call Asha']);
  });

  it('says nothing of what fell due before the first start on this PC', () => {
    put('inquiry', inquiry('Asha', { nextCall: india('08:30') }));
    look(begin('09:00'), at('09:01'));
    expect(titles()).toEqual([]);
  });

  it('says nothing of what a colleague has done meanwhile', () => {
    put('inquiry', inquiry('Asha', { nextCall: india('11:00') }));
    const reminders = begin();
    expect(look(reminders, at('10:59'))).toBe(at('11:00'));
    put('inquiry', inquiry('Asha', { nextCall: india('11:00', '2026-08-09') }));
    look(reminders, at('11:00'));
    expect(titles()).toEqual([]);
  });

  it('tells of several after a lid opens in one, which leads to Today; what is days old is no news', () => {
    put(
      'inquiry',
      inquiry('Old', { nextCall: india('11:00', '2026-08-01') }),
      inquiry('Asha', { nextCall: india('11:00') }),
      inquiry('Ravi', { nextCall: india('11:30') }),
    );
    put(
      'candidate',
      candidate('Mine', { interviewStatus: 'Scheduled', interviewDate: india('12:00'), interviewerId: 'hr' }),
    );
    const reminders = begin('09:00', '2026-07-01');
    look(reminders, at('12:30'));
    expect(told).toEqual([
      {
        key: null,
        title: '3 things are due',
        unnamed: null,
        body: '2 follow-up calls, 1 interview',
        address: '/today',
      },
    ]);
    look(reminders, at('12:31'));
    expect(told).toHaveLength(1);
  });
});

describe('very many at once', () => {
  const calls = (count: number, time: string): Row[] =>
    Array.from({ length: count }, (_, n) => inquiry(`${time} ${n}`, { nextCall: india(time) }));

  it('are told in one sentence, once', () => {
    put('inquiry', ...calls(700, '10:00'), ...calls(3, '09:30'));
    const reminders = begin();
    look(reminders, at('10:00'));
    expect(told.splice(0)).toMatchObject([
      { title: 'More than 500 things are due', body: 'The list has all of them.', address: '/today' },
    ]);
    look(reminders, at('10:01'));
    // Some of them are done: the others are not told one by one.
    put('inquiry', ...calls(300, '10:00').map(({ _id }) => inquiry(_id, { nextCall: null })));
    look(reminders, at('10:02'));
    look(begin('10:03'), at('10:03'));
    expect(titles()).toEqual([]);
  });

  it('that are not done keep nothing of what falls due after them from being told', () => {
    put('inquiry', ...calls(700, '10:00'));
    const reminders = begin();
    look(reminders, at('10:00'));
    titles();
    put('inquiry', inquiry('Asha', { nextCall: india('11:00') }));
    look(reminders, at('11:00'));
    expect(titles()).toEqual(['Call Asha']);
  });
});

describe('quiet hours', () => {
  it('keep what falls due until their end, and then only what is due still', () => {
    put(
      'inquiry',
      inquiry('Asha', { nextCall: india('20:30') }),
      inquiry('Ravi', { nextCall: india('21:00') }),
    );
    const reminders = begin();
    const morning = at('08:00', '2026-08-06');
    expect(look(reminders, at('20:30'))).toBe(morning);
    expect(look(reminders, at('21:00'))).toBe(morning);
    put('inquiry', inquiry('Ravi', { nextCall: null }));
    expect(titles()).toEqual([]);
    look(reminders, morning);
    expect(titles()).toEqual(['Call Asha']);
  });
});

describe('what is done about a reminder', () => {
  beforeEach(() => put('inquiry', inquiry('Asha', { nextCall: india('11:00') })));
  const key = `inquiry/Asha/${india('11:00')}`;

  it('in ten minutes tells it again, once', () => {
    const reminders = begin();
    look(reminders, at('11:00'));
    reminders.act(key, 'soon', at('11:01'));
    expect(look(reminders, at('11:01'))).toBe(at('11:11'));
    expect(titles()).toEqual(['Call Asha']);
    // Also by another start.
    const later = begin('11:05');
    look(later, at('11:11'));
    look(later, at('11:12'));
    expect(titles()).toEqual(['Call Asha']);
  });

  it('tomorrow tells it when the office opens, if it is due still', () => {
    const reminders = begin();
    look(reminders, at('11:00'));
    reminders.act(key, 'tomorrow', at('11:01'));
    look(reminders, at('09:59', '2026-08-06'));
    expect(titles()).toEqual(['Call Asha']);
    look(reminders, at('10:00', '2026-08-06'));
    expect(titles()).toEqual(['Call Asha']);
    reminders.act(key, 'tomorrow', at('10:01', '2026-08-06'));
    put('inquiry', inquiry('Asha', { nextCall: null }));
    look(reminders, at('10:00', '2026-08-07'));
    expect(titles()).toEqual([]);
  });

  it('tells it when that time has come, however long the PC was off and its own time is past', () => {
    const reminders = begin();
    look(reminders, at('11:00'));
    reminders.act(key, 'tomorrow', at('11:01'));
    titles();
    const later = begin('09:00');
    const days = at('09:00', '2026-08-10');
    expect(look(later, days)).toBe(at('00:00', '2026-08-11'));
    expect(titles()).toEqual(['Call Asha']);
    look(later, days + 60_000);
    expect(titles()).toEqual([]);
  });

  it('put off again and again it is told each time, until it is done', () => {
    const reminders = begin();
    look(reminders, at('11:00'));
    // Wednesday to Saturday, and Monday after a Sunday that is quiet.
    for (const [said, again] of [
      [at('11:01'), at('10:00', '2026-08-06')],
      [at('10:01', '2026-08-06'), at('10:00', '2026-08-07')],
      [at('10:01', '2026-08-07'), at('10:00', '2026-08-08')],
      [at('10:01', '2026-08-08'), at('08:00', '2026-08-10')],
    ] as const) {
      titles();
      reminders.act(key, 'tomorrow', said);
      look(reminders, again);
      expect(titles(), new Date(again).toISOString()).toEqual(['Call Asha']);
    }
    reminders.act(key, 'tomorrow', at('08:01', '2026-08-10'));
    put('inquiry', inquiry('Asha', { nextCall: india('12:00', '2026-09-01') }));
    look(reminders, at('10:00', '2026-08-11'));
    expect(titles()).toEqual([]);
  });

  it('done tells it no more and leaves the record as it is', () => {
    const reminders = begin();
    look(reminders, at('11:00'));
    reminders.act(key, 'done', at('11:01'));
    look(reminders, at('10:00', '2026-08-06'));
    expect(titles()).toEqual(['Call Asha']);
    expect(workspace.reader.record('inquiry', 'Asha')?.['nextCall']).toBe(india('11:00'));
    expect(workspace.outbox.unsentCount()).toBe(0);
  });
});

it('names nobody while the windows are locked', () => {
  put('inquiry', inquiry('Asha', { nextCall: india('11:00') }));
  look(begin(), at('11:00'), {}, true);
  expect(JSON.stringify(told.map(({ title, body }) => [title, body]))).not.toContain('Asha');
  expect(titles()).toEqual(['1 follow-up call is due']);
});

it('counts what is due today, as Today does', () => {
  put(
    'inquiry',
    inquiry('Asha', { nextCall: india('11:00') }),
    inquiry('Ravi', { nextCall: india('17:00') }),
  );
  expect(dueToday(workspace, at('12:00'))).toMatchObject({
    due: 2,
    dueText: '2 calls (1 overdue), 0 interviews today',
    until: at('17:00') + 1,
  });
});

it('counts nothing before all records are here', () => {
  put('inquiry', inquiry('Asha', { nextCall: india('09:00') }));
  workspace.cache.movePosition({ complete: false });
  const midnight = at('00:00', '2026-08-06');
  const dueText = 'Not all records are on this PC yet';
  expect(dueToday(workspace, at('10:00'))).toEqual({ due: 0, dueText, until: midnight });
});

it('tells an interviewer without the screen Today of the own interviews', () => {
  workspace.user = { ...user, role: 'Employee' };
  put(
    'candidate',
    candidate('Mine', {
      interviewStatus: 'Scheduled',
      interviewDate: india('15:00'),
      interviewerId: 'hr',
      nextCall: india('14:00'),
    }),
  );
  const reminders = begin();
  look(reminders, at('14:55'));
  expect(titles()).toEqual(['Interview with Mine']);
  expect(dueToday(workspace, at('12:00'))).toMatchObject({ due: 1, dueText: '1 interview today' });
});

it('goes along indexes for each question', () => {
  const asked: string[] = [];
  const { statements, db } = workspace.cache;
  const prepare = statements.prepare.bind(statements);
  statements.prepare = (sql: string) => {
    asked.push(sql);
    return prepare(sql);
  };
  look(begin(), at('12:00'));
  const plans = asked
    .filter((sql) => sql.includes('ORDER BY'))
    .flatMap((sql) => {
      const params = Array.from({ length: sql.split('?').length - 1 }, () => 'x');
      return (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params) as { detail: string }[]).map(
        ({ detail }) => detail,
      );
    });
  expect(plans).toHaveLength(6);
  for (const plan of plans) expect(plan).toMatch(/^SEARCH .* USING (COVERING )?INDEX/);
});
