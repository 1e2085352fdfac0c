import { expect, it } from 'vitest';
import { credentialIssues } from './credentials.ts';
import { taglines } from './taglines.ts';

it('asks for both fields', () => {
  expect(credentialIssues({ email: ' ', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  });
});

it.each(['asha', 'asha@', '@demo.test', 'asha@demo', 'a b@demo.test'])(
  'refuses "%s" as an email',
  (email) => {
    expect(credentialIssues({ email, password: 'x' })).toEqual({ email: 'Enter a valid email address' });
  },
);

it.each(['superadmin@demo.test', ' asha.rao+desk@demo.co.in '])('takes "%s"', (email) => {
  expect(credentialIssues({ email, password: ' ' })).toEqual({});
});

it('has 8 taglines, all different', () => {
  expect(new Set(taglines).size).toBe(8);
});
