import { expect, it } from 'vitest';
import { workbook, zipped } from '../testing/hostile-workbooks.ts';
import { PROBLEMS } from './file-kind.ts';
import { firstShown, partsOf, pathsOf, sheetNames } from './workbook-parts.ts';

/** A workbook whose index has these tags. */
const withSheets = (tags: string): Buffer =>
  workbook('', [{ name: 'xl/workbook.xml', text: `<workbook><sheets>${tags}</sheets></workbook>` }]);
const namesIn = (bytes: Buffer): string[] => sheetNames(bytes, partsOf(bytes));

it('sheets have their names as people read them, in their order', () => {
  const bytes = withSheets(
    `<sheet name="R&amp;D &LT;2026&gt;" sheetId="1"/><sheet sheetId='2' name='Asha&apos;s &quot;list&quot;'/>` +
      `<x:sheet name="&#x41;&#66; उम्मीदवार &nbsp;" sheetId="3" r:id="rId1"/>`,
  );
  expect(namesIn(bytes)).toEqual(['R&D <2026>', `Asha's "list"`, 'AB उम्मीदवार &nbsp;']);
  const sheet = 'xl/worksheets/sheet1.xml';
  expect(pathsOf(bytes, partsOf(bytes), 'AB उम्मीदवार &nbsp;')).toEqual({ sheet, styles: null });
  expect(pathsOf(bytes, partsOf(bytes), 'R&D <2026>')).toEqual({ sheet: null, styles: null });
});

it('what has no sheet, or is no workbook, is said to be no table', () => {
  expect(() => namesIn(withSheets(''))).toThrow(PROBLEMS.notATable);
  expect(() => namesIn(zipped([{ name: 'letter.txt', text: 'Dear Asha' }]))).toThrow(PROBLEMS.notATable);
});

it('the sheet that is read where nobody says which is one that people see', () => {
  const shown = (tags: string): string | undefined => firstShown(withSheets(tags), partsOf(withSheets(tags)));
  const hidden = '<sheet name="Lists" state="veryHidden"/><sheet name="Old" state="hidden"/>';
  expect(shown(`${hidden}<sheet name="People" state="visible"/><sheet name="More"/>`)).toBe('People');
  expect(shown(`${hidden}<sheet name="More"/>`)).toBe('More');
  expect(shown(hidden)).toBe('Lists');
});

it('a chart with a sheet of its own is no table, and nobody is asked about it', () => {
  const link = (id: string, type: string): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${type}s/${id}.xml"/>`;
  const bytes = workbook('', [
    {
      name: 'xl/workbook.xml',
      text: '<workbook><sheets><sheet name="Chart" r:id="rId1"/><sheet name="Leads" r:id="rId2"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships>${link('rId1', 'chartsheet')}${link('rId2', 'worksheet')}</Relationships>`,
    },
  ]);
  expect(firstShown(bytes, partsOf(bytes))).toBe('Leads');
  expect(namesIn(bytes)).toEqual(['Leads']);
});
