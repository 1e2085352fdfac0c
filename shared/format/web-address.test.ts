import { describe, expect, it } from 'vitest';
import {
  isDisguisedAddress,
  isHarmfulLink,
  isPlaceOnWebsite,
  leavesOutScheme,
  openableAddress,
  shownAddress,
  webAddress,
} from './web-address.ts';

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
    'https://bank.example@evil.example/',
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

  it.each([
    'https://bank.example/\u202Egpj.exe',
    'https://bank\u202E.example/',
    'bank\u00AD.example',
    'https://ba\u200Bnk.example/',
    'https://bank.example/a\u2060b',
    '\uFEFFhttps://bank.example/',
    'https://ｂａｎｋ.example/',
    'ｂａｎｋ．example',
    'bank。example',
    'https://bank.example／a.evil.example',
    'https://ⓑank.example/',
    'ｈｔｔｐｓ：／／bank.example',
  ])('%j seems to be another address', (written) => {
    expect(isDisguisedAddress(written)).toBe(true);
  });

  it.each([
    'https://drive.example.com/a?b=ü#c',
    'https://münchen.example/',
    'https://हिन्दी.example/पुस्तक',
    'http://192.168.1.20/shared',
    'the blue\u00AD folder',
    'क्\u200Dष',
    'मेरी फ़ाइल क्\u200Dष',
    '（the blue folder）',
  ])('%j is what it seems to be, or no address', (written) => {
    expect(isDisguisedAddress(written)).toBe(false);
  });

  it.each([
    ['https://xn--pple-43d.com/a', 'https://xn--pple-43d.com/a'],
    ['https://\u0430pple.com/a', 'https://xn--pple-43d.com/a'],
    ['\u0430pple.com', 'https://xn--pple-43d.com/'],
    ['http://3232235796/list', 'http://192.168.1.20/list'],
    ['https:\\\\evil.example\\a', 'https:\\\\evil.example\\a'],
    ['Drive.Example.com:8443/a', 'Drive.Example.com:8443/a'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['the blue folder', 'the blue folder'],
  ])('%j is shown as %s', (written, shown) => {
    expect(shownAddress(written)).toBe(shown);
  });

  it.each([
    ['//evil.example', true],
    [' //evil.example/a', true],
    ['/\\evil.example', true],
    ['\\/evil.example', true],
    ['\\\\server\\share', false],
    ['/srv/list', false],
    ['https://example.com', false],
  ])('%j leaves out the scheme: %s', (written, is) => {
    expect(leavesOutScheme(written)).toBe(is);
  });
});
