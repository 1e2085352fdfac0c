import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, type AuditLine } from '#shared/protocol/audit.ts';
import { ACTION_LABELS, actionText, actorText } from './audit-wording.ts';

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
    [
      { action: 'second-factor', subject: asha, detail: { change: 'recovery-code' } },
      'Signed in with a recovery code',
    ],
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
    [{ action: 'export', detail: { entity: 'job', rows: 1 } }, 'Exported Jobs, 1 row'],
    [
      { action: 'session-end', subject: pooja, detail: { device: 'Front desk' } },
      'Signed Pooja Kulkarni out on Front desk',
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
  });

  it('has a label for every action', () => {
    expect(Object.keys(ACTION_LABELS)).toEqual([...AUDIT_ACTIONS]);
  });
});
