import { describe, expect, it } from 'vitest';
import { isPlaceOnWebsite, openableAddress, webAddress } from './web-address.ts';

describe('section 2.21: addresses of links', () => {
  it.each([
    ['https://drive.example.com/a?b=1#c', 'https://drive.example.com/a?b=1#c'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['drive.example.com/a', 'https://drive.example.com/a'],
    ['  example.com ', 'https://example.com'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['localhost:3000', 'https://localhost:3000'],
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
  ])('%s opens nothing', (written) => {
    expect(openableAddress(written)).toBeNull();
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
