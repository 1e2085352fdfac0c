import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { model } from '#shared/model/entities.ts';
import { stepsBetween, tablesAfter } from '../server/database/migration.ts';
import { tablesOf } from '../server/database/schema.ts';

/**
 * Writes the migration that leads from the committed ones to the model: `npm run migration -- NAME`.
 * Does nothing where they agree; refuses with a sentence what would remove or change stored data.
 */
const folder = join(import.meta.dirname, '../server/database/migrations');
const FILE = /^(\d{4}-[a-z\d-]+)\.ts$/;

const FORMATTER = join(import.meta.dirname, '../node_modules/oxfmt/bin/oxfmt');

const write = (path: string, text: string): void => {
  writeFileSync(path, text);
  execFileSync(process.execPath, [FORMATTER, path], { stdio: ['ignore', 'ignore', 'inherit'] });
};

const writeIndex = (names: readonly string[]): void => {
  const imports = names.map((name, at) => `import { migration as m${at + 1} } from './${name}.ts';`);
  const list = names.map((_, at) => `m${at + 1}`).join(', ');
  write(
    join(folder, 'index.ts'),
    `import type { Migration } from '../migration.ts';\n${imports.join('\n')}\n\n/** Every migration in order. Written by \`npm run migration\`. */\nexport const migrations: readonly Migration[] = [${list}];\n`,
  );
};

async function main(): Promise<void> {
  const names = readdirSync(folder)
    .map((file) => FILE.exec(file)?.[1])
    .filter((name) => name !== undefined)
    .sort();
  if (names.length === 0) writeIndex([]);
  const { migrations } = await import('../server/database/migrations/index.ts');
  const steps = stepsBetween(tablesAfter(migrations), tablesOf(model));
  if (steps.length === 0) {
    console.log('The migrations give exactly the model: nothing to write.');
    return;
  }
  const title = (process.argv[2] ?? (names.length === 0 ? 'initial' : 'model')).toLowerCase();
  if (!/^[a-z\d-]+$/.test(title)) throw new Error('Name the migration with letters, digits and hyphens.');
  // After the last one, whose number may be higher than how many there are: it may need what that one made.
  const number = Number(names.at(-1)?.slice(0, 4) ?? 0) + 1;
  const name = `${String(number).padStart(4, '0')}-${title}`;
  write(
    join(folder, `${name}.ts`),
    `import type { Migration } from '../migration.ts';\n\nexport const migration: Migration = ${JSON.stringify({ name, steps })};\n`,
  );
  writeIndex([...names, name]);
  console.log(`Wrote server/database/migrations/${name}.ts with ${steps.length} steps. Commit it.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
