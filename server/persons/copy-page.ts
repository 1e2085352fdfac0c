import { formatDateTime } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { CopiedLine, CopiedRecord, PersonCopy } from './person-copy.ts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem;border-bottom:1px solid #bbb}h3{font-size:1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .5rem;border-bottom:1px solid #ddd}
th{width:14rem;font-weight:600}td{white-space:pre-wrap;overflow-wrap:anywhere}.quiet{color:#555}`;

/** The copy as a page to read and to print, in pieces: without anything that a browser would run or fetch. */
export async function* copyPage({
  name,
  madeAt,
  madeBy,
  records,
  files,
}: PersonCopy): AsyncGenerator<string> {
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(name)}: what is kept</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${STYLE}</style></head><body>
<h1>What is kept about ${escapeHtml(name)}</h1>
<p class="quiet">Made on ${escapeHtml(formatDateTime(madeAt))} by ${escapeHtml(madeBy)}.</p>
`;
  for await (const record of records) yield* recordSection(record);
  const list = files
    .map(
      (file) =>
        `<li>${escapeHtml(file.name)} (${escapeHtml(file.type)}, ${formatNumber(file.size)} bytes)</li>`,
    )
    .join('');
  yield `${list === '' ? '' : `<h2>Files</h2><ul>${list}</ul><p class="quiet">The files themselves are in the copy as JSON.</p>`}
</body></html>
`;
}

async function* recordSection({ kind, deleted, values, history }: CopiedRecord): AsyncGenerator<string> {
  const rows = values.map(({ label, text }) => row(label, text)).join('');
  yield `<h2>${escapeHtml(kind)}${deleted ? ' (deleted)' : ''}</h2><table>${rows}</table>`;
  let isBegun = false;
  for await (const line of history) {
    yield `${isBegun ? '' : '<h3>History</h3><table>'}${lineRow(line)}`;
    isBegun = true;
  }
  yield isBegun ? '</table>\n' : '\n';
}

function lineRow({ at, by, what, changes }: CopiedLine): string {
  const changed = changes
    .map(
      ({ label, before, text }) =>
        `${label}: ${before === '' ? '(empty)' : before} → ${text === '' ? '(empty)' : text}`,
    )
    .join('\n');
  return row(
    formatDateTime(at),
    [`${what} by ${by ?? 'somebody who is no longer there'}`, changed].join('\n').trim(),
  );
}

const row = (head: string, text: string): string =>
  `<tr><th scope="row">${escapeHtml(head)}</th><td>${escapeHtml(text)}</td></tr>`;
