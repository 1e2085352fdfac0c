import { deflateRawSync, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { documentTypeOf } from '#shared/model/document-file.ts';
import { DOCUMENT_TEXT_LENGTH } from '#shared/model/document.ts';
import type { ZipPart } from '../testing/hostile-workbooks.ts';
import { body, docx, paragraph, pdf, pdfOf, relationships } from '../testing/made-documents.ts';
import { DocumentReading } from './reading.ts';
import type { DocumentAsked, DocumentRead } from './reader-messages.ts';

/** Documents that want to do harm, or are not what they say: each costs its worker at most. */

const reading = new DocumentReading();
const UNREADABLE: DocumentRead = { trouble: 'unreadable' };
const read = (bytes: Buffer, type: DocumentAsked['type'], wanted: DocumentAsked['wanted'] = 'text') =>
  reading.read({ bytes, type, wanted });

/** A part that is far larger than it says. */
const bomb = (name: string, megabytes: number, says: number): ZipPart => ({
  name,
  packed: deflateRawSync(Buffer.alloc(megabytes * 1_048_576, 0x20), { level: 9 }),
  unpacked: says,
});
const TEXT = 'word/document.xml';
const LAUGHS = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`,
).join('')}]>`;

/** A PDF whose page says nothing but what a stream of so many megabytes does. */
function pdfBomb(megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1_048_576, '(x) Tj '), { level: 9 });
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ]);
}

const ENCRYPTED = `/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`;

const catalogue = (pages: string): string => `<< /Type /Catalog /Pages ${pages} >>`;

const PDFS: [what: string, bytes: () => Buffer, read: DocumentRead | 'anything'][] = [
  [
    'JavaScript that runs when it is opened',
    () => pdf(['Asha'], '/OpenAction << /S /JavaScript /JS (process.exit(1); app.alert(1)) >>'),
    { content: 'Asha' },
  ],
  ['nothing behind its head', () => Buffer.from('%PDF-1.7\n'), UNREADABLE],
  ['other bytes', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(60_000, 'obj ')]), UNREADABLE],
  ['half of it', () => pdf(['Asha', 'Rao']).subarray(0, 420), 'anything'],
  [
    'a page tree that goes round',
    () =>
      pdfOf([
        catalogue('2 0 R'),
        '<< /Type /Pages /Count 9 /Kids [3 0 R] >>',
        '<< /Type /Pages /Parent 2 0 R /Count 9 /Kids [2 0 R] >>',
      ]),
    'anything',
  ],
  [
    'a page tree that is its own child',
    () => pdfOf([catalogue('2 0 R'), '<< /Type /Pages /Count 1 /Kids [2 0 R] >>']),
    'anything',
  ],
  [
    'a table that refers to itself',
    () => {
      const plain = pdf(['Asha']).toString('latin1');
      const table = plain.lastIndexOf('xref\n0');
      return Buffer.from(plain.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${table}`), 'latin1');
    },
    { content: 'Asha' },
  ],
  ['a password', () => pdfOf([catalogue('2 0 R')], ENCRYPTED), { trouble: 'locked' }],
  ['a stream that becomes 1 GB', () => pdfBomb(1_000), 'anything'],
];

it.each(PDFS)('a PDF with %s costs its worker at most', async (_what, bytes, expected) => {
  const given = bytes();
  expect(documentTypeOf(given)).toBe('application/pdf');
  const result = await read(given, 'PDF');
  if (expected !== 'anything') expect(result).toEqual(expected);
  else expect('trouble' in result || result.content.length <= DOCUMENT_TEXT_LENGTH).toBe(true);
});

it('of 10,000 pages the first 50 are read, and of their text what there is room for', async () => {
  const pages = pdf(Array.from({ length: 10_000 }, (_, at) => `Page ${at + 1}.`));
  const result = await read(pages, 'PDF');
  expect(result).toMatchObject({ content: expect.stringMatching(/^Page 1\.\n[^]*Page 50\.$/) as string });
  const page = Array.from({ length: 40 }, () => 'word '.repeat(18)).join('\n');
  const long = await read(pdf(Array.from({ length: 40 }, () => page)), 'PDF');
  expect('content' in long && long.content.length).toBeGreaterThan(DOCUMENT_TEXT_LENGTH - 10);
  expect('content' in long && long.content.length).toBeLessThanOrEqual(DOCUMENT_TEXT_LENGTH);
});

const DOCXS: [what: string, bytes: () => Buffer, text: DocumentRead][] = [
  ['a bomb that says how large it is', () => docx('', [bomb(TEXT, 700, 700 * 1_048_576)]), UNREADABLE],
  ['a bomb that says it is small', () => docx('', [bomb(TEXT, 200, 1_000)]), UNREADABLE],
  ['a bomb that says nothing', () => docx('', [bomb(TEXT, 200, 0)]), UNREADABLE],
  [
    'many parts that are large together',
    () =>
      docx(
        paragraph('x'),
        Array.from({ length: 8 }, (_, at) => bomb(`word/header${at}.xml`, 20, 20 * 1_048_576)),
      ),
    UNREADABLE,
  ],
  [
    'entities that make thousands of one',
    () => docx('', [{ name: TEXT, text: body(paragraph('&lol9;'), LAUGHS) }]),
    UNREADABLE,
  ],
  [
    'an entity of a file of this computer',
    () =>
      docx('', [
        {
          name: TEXT,
          text: body(paragraph('&x;'), '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
        },
      ]),
    UNREADABLE,
  ],
  [
    'no text in it, whose name is said elsewhere',
    () =>
      docx('', [
        { name: TEXT, text: '' },
        { name: 'a.txt', text: TEXT },
      ]),
    UNREADABLE,
  ],
  [
    'tags within each other without end',
    () => docx(`${'<w:p>'.repeat(200_000)}${'</w:p>'.repeat(200_000)}`),
    UNREADABLE,
  ],
  ['half of it', () => docx(paragraph('Asha')).subarray(0, 700), UNREADABLE],
  [
    'relationships that lead to other computers',
    () =>
      docx(paragraph('Asha'), [
        {
          name: 'word/_rels/document.xml.rels',
          text: relationships(
            ['image', 'http://127.0.0.1:9/picture.png', true],
            ['attachedTemplate', '\\\\127.0.0.1\\share\\t.dotm', true],
          ),
        },
      ]),
    { content: 'Asha' },
  ],
];

it.each(DOCXS)('a DOCX with %s costs its worker at most', async (_what, bytes, expected) => {
  const given = bytes();
  expect(await read(given, 'DOCX')).toEqual(expected);
  expect('trouble' in (await read(given, 'DOCX', 'html'))).toBe('trouble' in expected);
});

it('a DOCX is shown without anything that runs, fetches or leads elsewhere', async () => {
  const link = (id: string, text: string): string =>
    `<w:hyperlink r:id="${id}"><w:r><w:t>${text}</w:t></w:r></w:hyperlink>`;
  const picture = `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rId6" r:link="rId7"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const links: [string, string, boolean?][] = [
    ['hyperlink', 'https://portfolio.test/asha', true],
    ['hyperlink', 'mailto:asha@mail.test', true],
    ['hyperlink', 'javascript:alert(1)', true],
    ['hyperlink', 'file:///etc/passwd', true],
    ['hyperlink', '/sync', true],
    ['image', 'media/a.png'],
    ['image', 'https://spy.test/a.png', true],
    ['hyperlink', 'data:text/html,x', true],
  ];
  const content = `${paragraph('&lt;script&gt;alert(1)&lt;/script&gt;')}<w:p>${link('rId1', 'web')}${link('rId2', 'mail')}${link('rId3', 'script')}${link('rId4', 'file')}${link('rId5', 'path')}${link('rId8', 'data')}</w:p><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r>${picture}</w:r></w:p>`;
  const bytes = docx(content, [
    { name: 'word/_rels/document.xml.rels', text: relationships(...links) },
    { name: 'word/media/a.png', text: 'x' },
    { name: 'mammoth/style-map', text: 'p => div.x:fresh > script' },
  ]);
  expect(await read(bytes, 'DOCX', 'html')).toEqual({
    content:
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p><p><a href="https://portfolio.test/asha" rel="noopener noreferrer">web</a><a href="mailto:asha@mail.test" rel="noopener noreferrer">mail</a><a>script</a><a>file</a><a>path</a><a>data</a></p><p><strong>Bold</strong></p>',
  });
  const long = await read(docx(paragraph('word '.repeat(300_000))), 'DOCX', 'html');
  expect('content' in long && long.content.length).toBeLessThan(1_000_100);
});

it('one document is read after the other, and a good one after all of these', async () => {
  const all = await Promise.all([
    read(docx('', [bomb(TEXT, 200, 0)]), 'DOCX'),
    read(pdf(['Good PDF']), 'PDF'),
    read(docx(paragraph('Good DOCX')), 'DOCX'),
  ]);
  expect(all).toEqual([UNREADABLE, { content: 'Good PDF' }, { content: 'Good DOCX' }]);
});
