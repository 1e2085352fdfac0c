import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditLine } from '#shared/protocol/audit.ts';
import { actionText, actorText } from './audit-wording.ts';

const asha = { _id: 'u1', name: 'Asha Rao' };
const pooja = { _id: 'u2', name: 'Pooja Kulkarni' };

const line = (more: Partial<AuditLine>): AuditLine => ({
  _id: '1',
  at: '2026-03-01T10:00:00.000Z',
  action: 'sign-in',
  outcome: 'done',
  by: asha,
  subject: null,
  account: null,
  address: '127.0.0.1',
  detail: null,
  ...more,
});

describe('the wording of the audit log', () => {
  it.each<[Partial<AuditLine>, string]>([
    [{}, 'Signed in'],
    [{ outcome: 'refused', detail: { reason: 'wrong-password' } }, 'Could not sign in: wrong password'],
    [{ action: 'password-view', subject: pooja }, 'Looked at the password of Pooja Kulkarni'],
    [
      { action: 'password-view', subject: pooja, detail: { reason: 'none-kept' } },
      'Looked at the password of Pooja Kulkarni: none was kept',
    ],
    [{ action: 'password-change', subject: asha }, 'Changed their own password'],
    [{ action: 'password-change', subject: pooja }, 'Set a new password for Pooja Kulkarni'],
    [{ action: 'second-factor', subject: asha, detail: { change: 'on' } }, 'Turned two-step sign-in on'],
    [{ action: 'second-factor', subject: asha, detail: { change: 'recovery-code' } }, 'Used a recovery code'],
    [
      { action: 'second-factor', subject: pooja, detail: { change: 'reset' } },
      'Turned two-step sign-in off for Pooja Kulkarni',
    ],
    [
      { action: 'second-factor', outcome: 'refused', subject: asha, detail: { reason: 'wrong-proof' } },
      'Could not change their two-step sign-in: the password or code was wrong',
    ],
    [{ outcome: 'refused', detail: { reason: 'wrong-code' } }, 'Could not sign in: wrong code'],
    [
      { action: 'role-change', subject: pooja, detail: { from: 'HR', to: 'Admin' } },
      'Changed the role of Pooja Kulkarni from HR to Admin',
    ],
    [
      { action: 'role-change', subject: { _id: 'u9', name: null }, detail: { from: null, to: 'HR' } },
      'Changed the role of an unknown user from none to HR',
    ],
    [
      { action: 'export', detail: { entity: 'candidate', list: 'candidates', rows: 120_400 } },
      'Exported Candidates, 1,20,400 rows',
    ],
    [
      { action: 'import', detail: { entity: 'hrRecord', rows: 1_344, set: 'Import of hr.xlsx' } },
      'Brought in HR records, 1,344 rows so far: Import of hr.xlsx',
    ],
    [{ action: 'export', detail: { entity: 'job', rows: 1 } }, 'Exported Jobs, 1 row'],
    [
      { action: 'session-end', subject: pooja, detail: { device: 'Front desk' } },
      'Signed Pooja Kulkarni out on Front desk',
    ],
    [
      { action: 'export', detail: { entity: 'candidate', rows: 502, claimed: 900_000, times: 120 } },
      'Exported Candidates, 502 rows; the device said 9,00,000 (120 times that day)',
    ],
    [{ action: 'user-created', subject: pooja }, 'Added the employee Pooja Kulkarni'],
    [{ action: 'user-deactivated', subject: pooja }, 'Deactivated Pooja Kulkarni'],
    [{ action: 'user-reactivated', subject: pooja }, 'Reactivated Pooja Kulkarni'],
    [{ action: 'user-deleted', subject: pooja }, 'Deleted the employee Pooja Kulkarni'],
    [{ action: 'user-restored', subject: pooja }, 'Restored the employee Pooja Kulkarni'],
    [
      { action: 'email-change', subject: pooja, detail: { from: 'a@x.in', to: 'b@x.in' } },
      'Changed the email of Pooja Kulkarni from a@x.in to b@x.in',
    ],
    [
      { action: 'email-change', subject: asha, detail: { from: 'a@x.in', to: 'b@x.in' } },
      'Changed their own email from a@x.in to b@x.in',
    ],
    [
      {
        action: 'record-deleted',
        detail: { entity: 'candidate', rows: 1, recordId: 'c' },
        title: 'Ravi Nair',
      },
      'Deleted the candidate Ravi Nair',
    ],
    [{ action: 'record-deleted', detail: { entity: 'hrRecord', rows: 1_200 } }, 'Deleted 1,200 HR records'],
    [
      {
        action: 'records-merged',
        detail: { entity: 'candidate', rows: 1, recordId: 'c' },
        title: 'Ravi Nair',
      },
      'Merged another candidate into Ravi Nair',
    ],
    [
      { action: 'records-merged', detail: { entity: 'inquiry', rows: 12 } },
      'Merged 12 inquiries into others',
    ],
    [
      { action: 'handed-over', subject: pooja, detail: { entity: 'candidate', rows: 40 } },
      'Handed 40 candidates over to Pooja Kulkarni',
    ],
    [
      { action: 'handed-over', subject: null, detail: { entity: 'inquiry', rows: 21 } },
      'Took 21 inquiries from whoever had them',
    ],
    [
      {
        action: 'view-shared',
        detail: { entity: 'savedView', rows: 1, recordId: 'v', to: 'HR, Employee' },
        title: 'Calls in Pune',
      },
      'Shared the view Calls in Pune with HR, Employee',
    ],
    [
      {
        action: 'view-shared',
        detail: { entity: 'savedView', rows: 1, recordId: 'v', from: 'HR' },
        title: 'Calls in Pune',
      },
      'Shared the view Calls in Pune with nobody any more',
    ],
    [
      { action: 'record-restored', detail: { entity: 'job', rows: 1, recordId: 'j' } },
      'Restored one of the jobs',
    ],
    [
      { action: 'deleted-read', detail: { entity: 'inquiry', rows: 12 } },
      'Looked at deleted inquiries, 12 rows within a day',
    ],
    [
      { action: 'data-read', detail: { list: 'rest', rows: 1_000 } },
      'Read 1,000 rows within a day by single calls',
    ],
    [
      { action: 'data-read', detail: { list: 'sync', rows: 5_200 } },
      'Fetched 5,200 rows within a day by sync, beside first syncs',
    ],
    [{ action: 'data-read', detail: { list: 'picture', rows: 501 } }, 'Fetched 501 pictures within a day'],
    [
      { action: 'first-sync', detail: { device: 'Front desk', rows: 824, times: 3 } },
      'Fetched everything on Front desk, 824 rows (3 times that day)',
    ],
    [
      { action: 'passwords-deleted', by: null, detail: { rows: 12 } },
      'Deleted the 12 kept passwords, as PASSWORD_REVEAL is off',
    ],
    [{ action: 'something-new' }, 'something-new'],
  ])('%j', (given, text) => {
    expect(actionText(line(given))).toBe(text);
  });

  it('names who did it: a user, one who is gone, the account that was tried, the command line', () => {
    expect(actorText(line({}))).toBe('Asha Rao');
    expect(actorText(line({ by: { _id: 'u9', name: null } }))).toBe('Unknown');
    expect(actorText(line({ by: null, account: 'x@mail.test' }))).toBe('x@mail.test');
    expect(actorText(line({ by: null }))).toBe('Command line of the server');
    expect(actorText(line({ by: null, detail: { through: 'first-start' } }))).toBe(
      'First start of the application',
    );
  });

  it('has a heading and a phrase of its own for every kind', () => {
    const labels = Object.values(AUDIT_KINDS).map(({ label }) => label);
    expect(new Set(labels).size).toBe(AUDIT_ACTIONS.length);
    for (const action of AUDIT_ACTIONS) {
      expect(actionText(line({ action, subject: pooja, detail: { rows: 2, entity: 'job' } }))).toMatch(
        /^\p{Lu}/u,
      );
    }
  });
});
