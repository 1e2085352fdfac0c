import { generateKeyPairSync } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { UPDATE_PUBLIC_KEY } from '#shared/node/update-key.ts';
import { publicHalf } from '#shared/node/update-manifest.ts';
import { missingChanges, readKey, signFolder, writeSums } from './release-folder.ts';
import { PROJECT } from './project.ts';
import { mustRun } from './run-command.ts';

/**
 * Makes the folder of a release (docs/releasing.md): `npm run release -- --key FILE`. Without a step all of them are done,
 * for the system that it runs on; with --check, --build, --sbom, --sums or --sign those alone.
 */
const INSTALLER = /\.(?:AppImage|deb|exe|dmg)$/;
const STEPS = ['check', 'build', 'sbom', 'sums', 'sign'] as const;

const { values } = parseArgs({
  options: {
    check: { type: 'boolean' },
    build: { type: 'boolean' },
    sbom: { type: 'boolean' },
    sums: { type: 'boolean' },
    sign: { type: 'boolean' },
    key: { type: 'string' },
    from: { type: 'string' },
    folder: { type: 'string' },
    'new-key': { type: 'string' },
  },
} as const);

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
const folder = resolve(values.folder ?? join(PROJECT, 'dist', 'publish', version));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function newKey(path: string): void {
  const file = resolve(path);
  if (`${file}${sep}`.startsWith(`${PROJECT}${sep}`))
    throw new Error('The private key must not lie within the sources: choose a place outside.');
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  // Never over a key that is there: releases could not be signed by it any more.
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  say(`The private key is in ${file}. Keep it away from every server, with a copy in another place.`);
  say('The public one, for shared/node/update-key.ts and UPDATE_KEY:');
  say(publicHalf(pem));
}

async function check(): Promise<void> {
  const { stdout } = await mustRun('git', ['status', '--porcelain'], { cwd: PROJECT });
  if (stdout.trim() !== '') throw new Error('There are changes that are not committed: commit them first.');
  const missing = missingChanges(readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8'), version);
  if (missing !== null) throw new Error(missing);
  say(`The sources are those of version ${version}.`);
}

async function build(): Promise<void> {
  const output = join(PROJECT, 'dist', 'release');
  rmSync(output, { recursive: true, force: true });
  await mustRun('npm', ['run', 'package'], { cwd: PROJECT, show: true });
  mkdirSync(folder, { recursive: true });
  const made = readdirSync(output).filter((name) => INSTALLER.test(name));
  if (made.length === 0) throw new Error(`No installer was made in ${output}.`);
  for (const name of made) copyFileSync(join(output, name), join(folder, name));
  say(
    `Made for this system: ${made.join(', ')}. Those of other systems are made on them, and put into ${folder}.`,
  );
}

async function sbom(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Development dependencies too: the screens are bundled from them.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await mustRun('npm', args, { cwd: PROJECT });
  writeFileSync(join(folder, 'sbom.cdx.json'), stdout);
  say('What the application is made of is in sbom.cdx.json (CycloneDX).');
}

async function sums(): Promise<void> {
  await writeSums(folder);
  say('The sums are in SHA256SUMS.');
}

async function sign(): Promise<void> {
  if (values.key === undefined) throw new Error('--sign needs --key FILE, the private key of the releases.');
  const manifest = await signFolder(folder, {
    privateKey: readKey(values.key),
    publicKey: UPDATE_PUBLIC_KEY,
    version,
    from: values.from ?? '0.0.0',
  });
  say(`Signed: ${manifest.files.map(({ name }) => name).join(', ')}.`);
  say(`Publish it on the server: npm run server -- --publish ${folder}`);
}

try {
  if (values['new-key'] === undefined) {
    const work = { check, build, sbom, sums, sign };
    const asked = STEPS.filter((step) => values[step]);
    const isWhole = asked.length === 0;
    if (isWhole && values.key === undefined)
      throw new Error('Give --key FILE, the private key of the releases.');
    if (isWhole && existsSync(folder))
      throw new Error(`${folder} is there already: remove it, or give a step.`);
    for (const step of isWhole ? STEPS : asked) await work[step]();
  } else newKey(values['new-key']);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
