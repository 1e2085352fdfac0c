import type { ImportReading, ImportState } from '#shared/protocol/import.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { DELIMITERS, ENCODINGS } from '#shared/protocol/import.ts';
import { Box, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { rowsText } from '../../components/list-screen/export-wording.ts';
import { useImportNews } from '../../components/import/use-import-state.ts';
import { showFailure } from '../../components/messages/messages.tsx';
import classes from './import.module.css';

const ENCODING_LABELS: Readonly<Record<(typeof ENCODINGS)[number], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big end first',
  'windows-1252': 'Windows-1252',
};
const DELIMITER_LABELS: Readonly<Record<(typeof DELIMITERS)[number], string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Bar',
};

const atOnce = { transitionProps: { duration: 0 } } as const;
type Way = Omit<Params<'import.read'>, 'id'>;

/** What was found in the file, each to be corrected, and its first rows. */
export function FoundFile({ state, reading }: { state: ImportState; reading: ImportReading }): ReactNode {
  const { take } = useImportNews();
  const { kind, encoding, delimiter, sheets, sheet, heading, head, rows } = reading;
  const read = async (way: Way): Promise<void> => {
    // What is not said is found anew, so what stands is said with what changes; another sheet has another heading.
    const now: Way = {
      ...(encoding ? { encoding } : {}),
      ...(delimiter ? { delimiter } : {}),
      ...(sheet === null ? {} : { sheet }),
      ...way,
    };
    try {
      take(await bridge.call('import.read', { id: state.id, ...now }));
    } catch (error) {
      showFailure('Failed to read the file', error, () => read(way));
    }
  };
  const width = Math.max(0, ...head.map((row) => row.length));
  const lines = Math.max(head.length, heading);
  return (
    <>
      <div className={classes.found}>
        <Text size="sm" role="status">
          {state.busy === 'reading' && 'Reading…'}
          {state.busy !== 'reading' &&
            `${kind === 'csv' ? 'CSV' : 'Excel workbook'}, ${rowsText(rows)}${heading > 0 ? ' below the headings' : ''}.`}
        </Text>
        {encoding && (
          <Select
            label="Encoding"
            size="xs"
            data={ENCODINGS.map((value) => ({ value, label: ENCODING_LABELS[value] }))}
            value={encoding}
            allowDeselect={false}
            comboboxProps={atOnce}
            onChange={(value) => {
              const next = ENCODINGS.find((each) => each === value);
              if (next) void read({ encoding: next });
            }}
          />
        )}
        {delimiter && (
          <Select
            label="Between the cells"
            size="xs"
            data={DELIMITERS.map((value) => ({ value, label: DELIMITER_LABELS[value] }))}
            value={delimiter}
            allowDeselect={false}
            comboboxProps={atOnce}
            onChange={(value) => {
              const next = DELIMITERS.find((each) => each === value);
              if (next) void read({ delimiter: next });
            }}
          />
        )}
        {sheets.length > 0 && (
          <Select
            label="Sheet"
            size="xs"
            data={sheets}
            value={sheet}
            allowDeselect={false}
            comboboxProps={atOnce}
            onChange={(value) => value !== null && void read({ sheet: value })}
          />
        )}
        <Select
          label="Headings"
          size="xs"
          data={[
            { value: '0', label: 'None' },
            ...Array.from({ length: lines }, (_, at) => ({ value: `${at + 1}`, label: `In row ${at + 1}` })),
          ]}
          value={`${heading}`}
          allowDeselect={false}
          comboboxProps={atOnce}
          onChange={(value) => value !== null && void read({ heading: Number(value) })}
        />
      </div>
      {/* Reachable by Tab, so that it can be scrolled by keys. */}
      {head.length > 0 && (
        <Box className={classes.tableArea} tabIndex={0} role="region" aria-label="First rows of the file">
          <table className={classes.table}>
            <caption className={classes.hidden}>First rows of the file</caption>
            <tbody>
              {head.map((cells, at) => (
                <tr key={at} data-heading={at + 1 === heading || undefined}>
                  <th scope="row">{at + 1}</th>
                  {Array.from({ length: width }, (_, column) => (
                    <td key={column}>{cells[column] ?? ''}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </>
  );
}
