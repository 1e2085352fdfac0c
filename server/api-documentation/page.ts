import { createHash } from 'node:crypto';
import { escapeHtml } from '../http/escape-html.ts';
import type { ApiDocument, DocumentedCall } from './document.ts';

/** All that the page needs is in it: no script, and nothing is loaded. */
const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
details { margin: 0.25rem 0; }
summary { cursor: pointer; }
code { font-family: ui-monospace, monospace; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 4px; }
`;

/** The policy of the page's answer: its own style sheet and nothing else. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The document as a page for people. */
export function documentPage(document: ApiDocument, documentPath: string): string {
  const { title, description, version } = document.info;
  const areas = document.tags.map(({ name }) => `<h2>${escapeHtml(name)}</h2>${callsOf(document, name)}`);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => details(name, schema));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}: calls</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(title)} ${escapeHtml(version)}: calls</h1>
<p>${escapeHtml(description)} The same as <a href="${documentPath}">OpenAPI 3.1</a>.</p>
${areas.join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}
</body></html>`;
}

function callsOf({ paths }: ApiDocument, area: string): string {
  return Object.entries(paths)
    .flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, call]) =>
        call.tags.includes(area) ? callOf(method, path, call) : '',
      ),
    )
    .join('\n');
}

function callOf(method: string, path: string, { summary, security, ...rest }: DocumentedCall): string {
  const { parameters, requestBody, responses } = rest;
  const open = security.length === 0 ? ' (without sign-in)' : '';
  return `<details><summary><code><span class="method">${method.toUpperCase()}</span> ${escapeHtml(path)}</code> ${escapeHtml(summary)}${open}</summary>
<pre>${escapeHtml(JSON.stringify({ parameters, requestBody, responses }, null, 2))}</pre></details>`;
}

const details = (name: string, content: unknown): string =>
  `<details><summary><code>${escapeHtml(name)}</code></summary><pre>${escapeHtml(JSON.stringify(content, null, 2))}</pre></details>`;
