import { expect, test } from 'vitest';
import { contextItems, type ContextItem, type RightClick } from './context-menu.ts';

const NOTHING: RightClick = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: {
    canUndo: true,
    canRedo: false,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canSelectAll: true,
  },
};
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const items = (click: Partial<RightClick>): ContextItem[] =>
  contextItems({ ...NOTHING, ...click }, 'app://desk');
const said = (click: Partial<RightClick>): string[] =>
  items(click).map((item) => {
    if (item.kind === 'role') return item.label;
    if (item.kind === 'copyLink') return item.text;
    if (item.kind === 'addWord') return `+ ${item.word}`;
    return item.kind === 'suggestion' ? item.word : '-';
  });

test('elsewhere than on text and links there is no menu', () => {
  expect(items({})).toEqual([]);
  expect(items({ selectionText: '  \n' })).toEqual([]);
});

test('in a field: what is done with text, and suggestions for a word', () => {
  const usual = ['Undo', 'Redo', '-', 'Cut', 'Copy', 'Paste', '-', 'Select all'];
  expect(said({ isEditable: true })).toEqual(usual);
  expect(items({ isEditable: true })[1]).toMatchObject({ label: 'Redo', enabled: false });
  const dictionarySuggestions = ['one', 'two', 'three', 'four', 'five', 'six'];
  expect(said({ isEditable: true, misspelledWord: 'onee', dictionarySuggestions })).toEqual([
    ...dictionarySuggestions.slice(0, 5),
    '+ onee',
    '-',
    ...usual,
  ]);
});

test('marked text is copied', () => {
  expect(said({ selectionText: 'Asha' })).toEqual(['Copy']);
});

test('a link to a record is copied as others can use it', () => {
  const linkURL = `app://desk/candidate?search=x&record=${id}`;
  expect(said({ linkURL })).toEqual([`placement-desk://candidate/${id}`]);
  expect(said({ linkURL, selectionText: 'Asha' })).toEqual(['Copy', `placement-desk://candidate/${id}`]);
});

test('a link that may leave the application is copied as it would leave', () => {
  expect(said({ linkURL: 'https://example.org/a' })).toEqual(['https://example.org/a']);
  expect(said({ linkURL: 'tel:+919876543210' })).toEqual(['tel:+919876543210']);
});

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'http://localhost:5701/api',
  'https://user:word@example.org/',
  'app://desk/dashboard',
  'app://desk.evil/candidate?record=1',
  'not an address',
])('%s is not copied', (linkURL) => {
  expect(items({ linkURL })).toEqual([]);
});
