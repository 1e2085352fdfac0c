import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { allowedExternalLink } from './external-links.ts';

test.each([
  ['https://meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
  ['http://example.com', 'http://example.com/'],
  ['mailto:hr@example.com?subject=Interview', 'mailto:hr@example.com?subject=Interview'],
  [
    'mailto:a+b@example.com?cc=c@example.com&subject=A%26B+C&body=x%3Dy#z',
    'mailto:a+b@example.com?cc=c@example.com&subject=A%26B+C&body=x%3Dy',
  ],
  ['mailto:hr@example.com?subject=Hi&attach=/etc/passwd', 'mailto:hr@example.com?subject=Hi'],
  ['mailto:hr@example.com?Attachment=C:%5Cx&body=a', 'mailto:hr@example.com?body=a'],
  ['mailto:hr@example.com?%61ttach=/etc/passwd', 'mailto:hr@example.com'],
  ['mailto:hr@example.com?insert=/etc/passwd&%ff=1', 'mailto:hr@example.com'],
  [
    'mailto:hr@example.com?subject=Hi%0D%0ABcc:a@b.example&body=One%0D%0ATwo',
    'mailto:hr@example.com?body=One%0D%0ATwo',
  ],
  ['mailto:hr@example.com?cc=a@b.example%0Abcc:c@d.example&subject=Hi', 'mailto:hr@example.com?subject=Hi'],
  ['mailto:?to=hr@example.com%0d&subject=Hi%00', 'mailto:'],
  ['tel:+919876543210', 'tel:+919876543210'],
  ['whatsapp://send?phone=919876543210', 'whatsapp://send?phone=919876543210'],
  [
    'whatsapp://send?phone=919876543210&text=Namaste%20%26%20welcome%0Aat%2010%25%23',
    'whatsapp://send?phone=919876543210&text=Namaste%20%26%20welcome%0Aat%2010%25%23',
  ],
  [
    'whatsapp://send/?phone=919876543210&text=a+b&file=/etc/passwd',
    'whatsapp://send?phone=919876543210&text=a%20b',
  ],
  ['WHATSAPP://send?phone=919876543210&text=%ff', 'whatsapp://send?phone=919876543210&text=%EF%BF%BD'],
  ['https://wa.me/919876543210?text=Hello%0Athere', 'https://wa.me/919876543210?text=Hello%0Athere'],
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
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  `http://${hostname()}:5800/`,
  'https://example.com/\u0000',
  'mailto:hr@example.com%0D%0ABcc:a@b.example',
  'mailto:hr@example.com%ff',
  'whatsapp:919876543210',
  'whatsapp://chat?code=abc',
  'whatsapp://send',
  'whatsapp://send?text=Hello',
  'whatsapp://send?phone=all&text=Hello',
  'whatsapp://send?phone=919876543210&phone=919123456789',
  'whatsapp://send?phone=919876543210&text=a&text=b',
  'whatsapp://send?phone=919876543210%0A1',
  'whatsapp://send?phone=919876543210&text=a%00b',
  'whatsapp://send?phone=919876543210&text=a%1Bb',
  'whatsapp://send/other?phone=919876543210',
  'whatsapp://user@send?phone=919876543210',
  'whatsapp://send?phone=919876543210#x',
  'C:\\Windows\\System32\\calc.exe',
  '/usr/bin/env',
  '',
  `https://example.com/${'a'.repeat(9_000)}`,
])('%j is refused', (link) => {
  expect(allowedExternalLink(link)).toBeUndefined();
});
