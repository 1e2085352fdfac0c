import { describe, expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { inquiry } from '#shared/model/inquiry.ts';
import { chatMessageLink, LONGEST_LINK, mailMessageLink } from './message-links.ts';
import { notReached, waysToReach } from './ways-to-reach.ts';

/** Texts that would say something to a program, were they not text. */
const ENEMY = [
  '&phone=919000000000&text=other',
  '%0A%0d%00%26',
  '#fragment?query=1',
  'whatsapp://send?phone=1',
  'javascript:alert(1)',
  '"><script>alert(1)</script>',
  "'; rm -rf / #`$(id)`",
  'a\r\nBcc: evil@example.com\r\n\r\nbody',
  '\u0000\u001b\u007f\u2028\u202e',
  'half \ud83d of it',
  'नमस्ते ₹1,25,000 👩‍🎓',
  '+ = ; , \\ | ^',
];

describe('a WhatsApp message', () => {
  it.each(ENEMY)('keeps %j within its text', (text) => {
    for (const opener of ['app', 'browser'] as const) {
      const { href } = chatMessageLink('98765 43210', text, opener) ?? { href: '' };
      const url = new URL(href);
      expect(`${url.protocol}//${url.host}`).toBe(opener === 'app' ? 'whatsapp://send' : 'https://wa.me');
      expect([...url.searchParams.keys()]).toEqual(opener === 'app' ? ['phone', 'text'] : ['text']);
      if (opener === 'app') expect(url.searchParams.get('phone')).toBe('919876543210');
      else expect(url.pathname).toBe('/919876543210');
      expect(url.hash).toBe('');
      expect(href).toMatch(/^[\x21-\x7e]+$/);
      expect(url.searchParams.get('text')).not.toMatch(/(?!\n)\p{Cc}/u);
    }
  });

  it.each(['', '98765', '98765 4321', 'all', '98765 43210&text=x', 'javascript:9876543210x'])(
    'goes to no number such as %j unless it is whole',
    (number) => {
      const link = chatMessageLink(number, 'Hello', 'app');
      expect(link === null || /^whatsapp:\/\/send\?phone=\d{6,15}&text=Hello$/.test(link.href)).toBe(true);
    },
  );
});

describe('a mail', () => {
  it.each(ENEMY)('keeps %j within subject and body', (text) => {
    const { href } = mailMessageLink('asha+1@example.com', text, text) ?? { href: '' };
    const url = new URL(href);
    expect(url.protocol).toBe('mailto:');
    expect(decodeURIComponent(url.pathname)).toBe('asha+1@example.com');
    const parts = url.search.slice(1).split('&').filter(Boolean);
    expect(parts.map((part) => part.split('=')[0])).toEqual(['subject', 'body'].slice(2 - parts.length));
    const body = decodeURIComponent(/[?&]body=([^&]*)/.exec(url.search)?.[1] ?? '');
    const subject = decodeURIComponent(/[?&]subject=([^&]*)/.exec(url.search)?.[1] ?? '');
    expect(subject).not.toMatch(/\p{Cc}/u);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(url.hash).toBe('');
  });

  it.each([
    '',
    'nobody',
    'a@b@c.example',
    'a@example.com,b@example.com',
    'a@example.com;b@example.com',
    'a@example.com?bcc=b@example.com',
    'a@example.com%0D%0ABcc:b@example.com',
    'a@example.com&body=x',
    'A <a@example.com>',
    'a@example.com\nb',
    'a b@example.com',
  ])('is not written to %j', (email) => {
    expect(mailMessageLink(email, 'Hi', 'x')).toBeNull();
  });
});

it('a text that a link cannot hold is left out of it, never cut', () => {
  const long = 'न'.repeat(400);
  expect(chatMessageLink('9876543210', long, 'browser')).toEqual({
    href: 'https://wa.me/919876543210',
    whole: false,
  });
  expect(mailMessageLink('a@example.com', 'Hi', 'x'.repeat(5_000))).toEqual({
    href: 'mailto:a@example.com',
    whole: false,
  });
  const most = LONGEST_LINK - 'https://wa.me/919876543210?text='.length;
  expect(chatMessageLink('9876543210', 'x'.repeat(most), 'browser')?.whole).toBe(true);
  expect(chatMessageLink('9876543210', 'x'.repeat(most + 1), 'browser')?.whole).toBe(false);
});

it('WhatsApp takes its own number, else each that is whole; mail the addresses', () => {
  const person = { _id: 'c', mobile: '98765 43210 / 91234 56789', whatsapp: null, email: 'a@example.com' };
  expect(waysToReach(candidate, person, 'WhatsApp')).toEqual(['98765 43210', '91234 56789']);
  expect(waysToReach(candidate, { ...person, whatsapp: '90000 11111' }, 'WhatsApp')).toEqual(['90000 11111']);
  expect(waysToReach(candidate, { ...person, whatsapp: 'none' }, 'WhatsApp')).toHaveLength(2);
  expect(waysToReach(candidate, person, 'Email')).toEqual(['a@example.com']);
  expect(waysToReach(candidate, { _id: 'c', mobile: '12345', email: 'a@b@c' }, 'WhatsApp')).toEqual([]);
  expect(waysToReach(candidate, { _id: 'c', email: 'a@b@c' }, 'Email')).toEqual([]);
  expect(waysToReach(inquiry, { _id: 'i', mobile: '9876543210', email: 'x@example.com' }, 'Email')).toEqual(
    [],
  );
  expect(notReached(candidate, 'Asha', 'WhatsApp')).toBe('Asha has no whole phone number for WhatsApp.');
  expect(notReached(inquiry, '', 'Email')).toBe('This inquiry has no email address that can be written to.');
});
