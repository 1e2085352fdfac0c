import { expect, test } from 'vitest';
import { blog } from './blog.ts';
import { candidate } from './candidate.ts';
import { filesNamedBy, picturesInText, textPictureAddress, textPictureOf } from './named-files.ts';

const hash = (digit: string): string => digit.repeat(64);
const img = (digit: string): string => `<img src="${textPictureAddress(hash(digit))}" alt="A > b" />`;

test('the pictures of a text are read in their order, each once, wherever the address stands in the tag', () => {
  const later = `<figure><img alt="" width="10" src="${textPictureAddress(hash('b'))}"></figure>`;
  expect(picturesInText(`<p>x</p>${img('c')}${later}${img('c')}`)).toEqual([hash('c'), hash('b')]);
  expect(picturesInText('')).toEqual([]);
});

test.each([
  ['words', `&lt;img src="${textPictureAddress(hash('a'))}" /&gt;`],
  ['words with a quote', `<p>src="${textPictureAddress(hash('a'))}"</p>`],
  [
    'what a picture shows',
    `<img alt="&quot; src=&quot;${textPictureAddress(hash('a'))}" src="https://e.com/a.png" />`,
  ],
  ['a link', `<a href="${textPictureAddress(hash('a'))}">a</a>`],
  ['another host', `<img src="https://e.com${textPictureAddress(hash('a'))}" />`],
  ['a longer path', `<img src="${textPictureAddress(hash('a'))}/.." />`],
  ['another attribute', `<img data-src="${textPictureAddress(hash('a'))}" />`],
])('%s names no picture', (_what, html) => {
  expect(picturesInText(html)).toEqual([]);
});

test('a picture is named by its whole address and nothing else', () => {
  expect(textPictureOf(textPictureAddress(hash('a')))).toBe(hash('a'));
  for (const address of [
    '/api/files/',
    '/api/files/../blogs',
    `/api/files/${hash('A')}`,
    `//e.com/api/files/${hash('a')}`,
  ])
    expect(textPictureOf(address)).toBeNull();
});

test('fields and texts name files alike', () => {
  expect(filesNamedBy(candidate, { profilePicture: hash('d'), notes: img('e') })).toEqual([
    { field: 'profilePicture', hash: hash('d'), sentFor: 'field' },
  ]);
  expect(filesNamedBy(blog, { content: img('e'), title: img('f') })).toEqual([
    { field: 'content', hash: hash('e'), sentFor: 'text' },
  ]);
  expect(filesNamedBy(blog, { content: null })).toEqual([]);
});

test('a text made to be slow takes no time', () => {
  const name = img('a');
  const before = process.cpuUsage().user;
  for (const part of ['<img ', '<img a="', '<img "', '<img a a', '<img a=""'])
    picturesInText(name + part.repeat(Math.floor(1_000_000 / part.length)));
  expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(1_000);
});
