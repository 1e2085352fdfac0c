import { describe, expect, it } from 'vitest';
import { isHarmfulLink, isPlaceOnWebsite, openableAddress, webAddress } from './web-address.ts';

describe('section 2.21: addresses of links', () => {
  it.each([
    ['https://drive.example.com/a?b=1#c', 'https://drive.example.com/a?b=1#c'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['drive.example.com/a', 'https://drive.example.com/a'],
    ['  example.com ', 'https://example.com'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['example.com/?next=http://other.example', 'https://example.com/?next=http://other.example'],
  ])('%s opens %s', (written, address) => {
    expect(webAddress(written)).toBe(address);
    expect(openableAddress(written)).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'javascript:0/alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'C:\\Shared\\list.xlsx',
    'mailto:someone@example.com',
    'the blue folder on the shelf',
    '',
    '/jobs.html',
    '//example.com/jobs',
    '#apply.now',
    '?page=a.b',
    'localhost:3000',
    'http://127.0.0.1:5800/candidate',
    'https://2130706433/',
    'http://[::1]:8080/',
    'http://desk.localhost/',
  ])('%s opens nothing', (written) => {
    expect(openableAddress(written)).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'file:\\\\server\\share',
    'blob:https://example.com/1',
    'view-source:https://example.com/',
    'http://localhost:9000/',
    'http://127.0.0.1/',
    '127.0.0.1:9000/x',
    'localhost:9000/x',
    'http://[::ffff:127.0.0.1]/',
  ])('%j is not kept', (written) => {
    expect(isHarmfulLink(written)).toBe(true);
  });

  it.each([
    'https://drive.example.com/a',
    'drive.example.com/a',
    'http://192.168.1.20/shared',
    'the blue folder on the shelf',
    'Note: ask Asha',
    'C:\\Shared\\list.xlsx',
    'mailto:hr@example.com',
    'a javascript: course',
    '',
  ])('%j is kept as it is written', (written) => {
    expect(isHarmfulLink(written)).toBe(false);
  });

  it.each([
    ['/jobs', true],
    ['#apply', true],
    ['?course=java#fees', true],
    ['//evil.example/jobs', false],
    ['/\\evil.example', false],
    ['/the jobs page', false],
    ['jobs', false],
    ['javascript:alert(1)', false],
  ])('%s is a place on the same website: %s', (written, is) => {
    expect(isPlaceOnWebsite(written)).toBe(is);
  });
});
