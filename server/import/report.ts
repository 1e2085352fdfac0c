import type { EntityName } from '#shared/model/entities.ts';
import { entityOf } from '#shared/model/entities.ts';
import { formatNumber } from '#shared/format/numbers.ts';

/** What became of the records of one kind. */
export interface ImportCounts {
  found: number;
  imported: number;
  /** Their ids were here already: they were left as they are. */
  alreadyHere: number;
  /** The same role, person or slide is here under another id; what refers to it refers to that one. */
  merged: number;
  /** Whole records that have no place here. */
  keptAside: number;
  /** Records of people who were erased here: nothing of them is taken in, nor kept aside. */
  erased: number;
}

export interface ImportReport {
  counts: Partial<Record<EntityName, ImportCounts>>;
  /** How often each field of each kind was kept aside, and why. */
  leftOver: Record<string, number>;
  passwords: { hashed: number; plain: number };
  /** Lines, or records of arrays, that could not be read: they are not in the counts. */
  broken: { file: string; at: number; reason: string }[];
  /** Files that were not read. */
  otherFiles: string[];
}

export const noCounts = (): ImportCounts => ({
  found: 0,
  imported: 0,
  alreadyHere: 0,
  merged: 0,
  keptAside: 0,
  erased: 0,
});

/** The report as lines for people. */
export function reportLines(report: ImportReport, dryRun: boolean): string[] {
  const lines = [
    `${''.padEnd(20)}${['found', 'imported', 'here already', 'merged', 'kept aside', 'erased'].map((each) => each.padStart(14)).join('')}`,
  ];
  for (const [name, counts] of Object.entries(report.counts)) {
    const { found, imported, alreadyHere, merged, keptAside, erased } = counts;
    const numbers = [found, imported, alreadyHere, merged, keptAside, erased];
    lines.push(
      `${entityOf(name as EntityName).plural.padEnd(20)}${numbers.map((each) => formatNumber(each).padStart(14)).join('')}`,
    );
  }
  const { hashed, plain } = report.passwords;
  lines.push(`Passwords: ${formatNumber(hashed)} kept as hashes, ${formatNumber(plain)} hashed now.`);
  for (const [what, count] of Object.entries(report.leftOver)) {
    lines.push(`Kept aside ${formatNumber(count)} times: ${what}`);
  }
  lines.push(...brokenLines(report));
  if (report.otherFiles.length > 0) lines.push(`Not read: ${report.otherFiles.join(', ')}`);
  if (dryRun) lines.push('This was a dry run: nothing was written. Run it again without --dry-run.');
  return lines;
}

const MOST_SHOWN = 20;

function brokenLines({ broken }: ImportReport): string[] {
  const shown = broken
    .slice(0, MOST_SHOWN)
    .map(({ file, at, reason }) => `Left out ${file}, line ${at}: ${reason}.`);
  const more = broken.length - shown.length;
  if (more > 0) shown.push(`Left out ${formatNumber(more)} more: they are in the report.`);
  return shown;
}
