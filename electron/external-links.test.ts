import { expect, test } from 'vitest';
import { allowedExternalLink } from './external-links.ts';

test.each([
  ['https://meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
  ['http://example.com', 'http://example.com/'],
  ['mailto:hr@example.com?subject=Interview', 'mailto:hr@example.com?subject=Interview'],
  ['tel:+919876543210', 'tel:+919876543210'],
  ['whatsapp://send?phone=919876543210', 'whatsapp://send?phone=919876543210'],
])('%s may be opened', (link, normal) => {
  expect(allowedExternalLink(link)).toBe(normal);
});

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'smb://server/share',
  'ms-msdt:/id',
  'vbscript:x',
  'app://desk/dashboard',
  'https://bank.example@evil.example/',
  'https://user:secret@example.com/',
  'java\nscript:alert(1)',
  'http://localhost:5800/',
  'http://127.0.0.1:5800/',
  'http://127.1/',
  'https://2130706433/',
  'http://0x7f.1/',
  'http://0.0.0.0:5800/',
  'http://[::1]:5800/',
  'http://[::ffff:127.0.0.1]/',
  'http://desk.localhost/',
  'https://example.com/\u0000',
  'C:\\Windows\\System32\\calc.exe',
  '/usr/bin/env',
  '',
  `https://example.com/${'a'.repeat(9_000)}`,
])('%j is refused', (link) => {
  expect(allowedExternalLink(link)).toBeUndefined();
});
