import { z } from 'zod';

/**
 * New versions of the desktop application. A release is a folder: its files, a manifest that names each of them by its
 * SHA-512, and the manifest's signature (decision 42). The server keeps published ones and gives them to desks.
 */

export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'manifest.json.sig';

export const MOST_MANIFEST_BYTES = 64 * 1024;
/** An installer has about 150 MB. */
const MOST_FILE_BYTES = 1024 * 1024 * 1024;
const MOST_FILES = 40;

const NUMBER = String.raw`(?:0|[1-9]\d{0,5})`;
const VERSION = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-[\\da-z]{1,20}(?:\\.[\\da-z]{1,20}){0,4})?$`,
);

/** As `1.4.0`, or `1.5.0-beta.2` before it is there. */
export const versionSchema = z.string().max(100).regex(VERSION, 'a version such as 1.4.0');

/** What some system would take for a device, whatever its ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** One name in one folder, on every system: no separator, nothing hidden, no device. */
export const fileNameSchema = z
  .string()
  .max(120)
  .regex(/^[\dA-Za-z](?:[\w.+-]*[\dA-Za-z])?$/, 'a plain file name')
  .refine((name) => !DEVICE.test(name) && !name.startsWith(MANIFEST_FILE), 'a plain file name');

/** Node's names. A universal application for macOS is for both of its processors. */
export const PLATFORMS = ['linux', 'win32', 'darwin'] as const;
export const ARCHITECTURES = ['x64', 'arm64'] as const;

const releaseFileSchema = z.strictObject({
  name: fileNameSchema,
  size: z.int().min(1).max(MOST_FILE_BYTES),
  /** Base64, as electron-updater has it. */
  sha512: z.string().regex(/^[\d+/A-Za-z]{86}==$/, 'a SHA-512'),
  /** Which PCs update by this file; null for what only lies beside them. */
  updates: z
    .strictObject({
      platform: z.enum(PLATFORMS),
      architectures: z.array(z.enum(ARCHITECTURES)).min(1).max(ARCHITECTURES.length),
    })
    .nullable(),
});

export type ReleaseFile = z.infer<typeof releaseFileSchema>;

export const manifestSchema = z
  .strictObject({
    product: z.literal('placement-desk'),
    version: versionSchema,
    /** When it was made, ISO time. */
    date: z.iso.datetime(),
    /** The oldest version that may be updated to it in one step. */
    from: versionSchema,
    files: z.array(releaseFileSchema).min(1).max(MOST_FILES),
  })
  .refine(
    ({ files }) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length,
    'names that differ',
  );

export type UpdateManifest = z.infer<typeof manifestSchema>;

/** The one way to write a manifest: what is signed is this text, in UTF-8. Fields in the order of the schema. */
export const canonicalManifest = (manifest: UpdateManifest): string =>
  `${JSON.stringify(manifestSchema.parse(manifest))}\n`;

/**
 * By the rules of semver 2.0.0, section 11.
 * @returns below zero where the first is the older one, 0 where they are the same
 */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [partsOf(one), partsOf(other)];
  for (const [at, number] of first.numbers.entries()) {
    const by = number - (second.numbers[at] ?? 0);
    if (by !== 0) return by;
  }
  // What is still to come is older than what it comes to.
  if (first.before.length === 0 || second.before.length === 0) {
    return second.before.length - first.before.length;
  }
  for (const [at, part] of first.before.entries()) {
    const there = second.before[at];
    if (there === undefined) return 1;
    const by = compareIdentifiers(part, there);
    if (by !== 0) return by;
  }
  return first.before.length - second.before.length;
}

function partsOf(version: string): { numbers: number[]; before: string[] } {
  const at = version.indexOf('-');
  const core = at < 0 ? version : version.slice(0, at);
  return { numbers: core.split('.').map(Number), before: at < 0 ? [] : version.slice(at + 1).split('.') };
}

function compareIdentifiers(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => (/^\d+$/.test(text) ? Number(text) : null));
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  if (typeof first === 'number') return -1;
  if (typeof second === 'number') return 1;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The file by which such a PC updates; undefined where the release has none for it. */
export function fileFor(
  manifest: UpdateManifest,
  { platform, arch }: { platform: string; arch: string },
): ReleaseFile | undefined {
  return manifest.files.find(
    ({ updates }) => updates?.platform === platform && updates.architectures.some((each) => each === arch),
  );
}

/** Whether a PC with the installed version may take it: never the same, never an older one, and no step left out. */
export const mayFollow = ({ version, from }: UpdateManifest, installed: string): boolean =>
  compareVersions(version, installed) > 0 && compareVersions(installed, from) >= 0;

/** GET: what a signed-in desk is to update to. Its files are `UPDATES_PATH/VERSION/NAME`, for that desk alone. */
export const UPDATES_PATH = '/updates';
export const OFFER_PATH = `${UPDATES_PATH}/offer`;
export const updateFilePath = (version: string, name: string): string => `${UPDATES_PATH}/${version}/${name}`;

export const offerQuerySchema = z.strictObject({
  /** What is installed. */
  version: versionSchema,
  platform: z.string().max(20),
  arch: z.string().max(20),
});

/** Both texts as they stand in the files of the release; null where there is nothing for this desk. */
export const offerSchema = z.object({
  offer: z
    .object({ manifest: z.string().max(MOST_MANIFEST_BYTES), signature: z.string().max(200) })
    .nullable(),
});

export type Offer = z.infer<typeof offerSchema>;

/** POST: a desk tells how its first start with a version went. */
export const STARTED_PATH = '/api/updates/started';

export const startedSchema = z.strictObject({ version: versionSchema, ok: z.boolean() });

/** GET tells a Super Admin how updates stand; PUT gives the newest release to all, or halts it. */
export const UPDATES_STATE_PATH = '/api/updates';

/** `pilots`: given to a few PCs first; `all`; `halted`: given to nobody. */
export type ReleaseStage = 'pilots' | 'all' | 'halted';

export const stageSchema = z.strictObject({ version: versionSchema, stage: z.enum(['all', 'halted']) });

export interface UpdatesState {
  /** The version of the server itself. */
  server: string;
  /** What was published last; null where nothing was. */
  release: {
    version: string;
    publishedAt: string;
    stage: ReleaseStage;
    /** Halted because pilots failed, rather than by somebody. */
    byItself: boolean;
    /** How many PCs it went to as pilots; how many of them have started with it, and how many failed to. */
    pilots: number;
    started: number;
    failed: number;
  } | null;
  /** How many PCs have which version, the newest first; those that asked in the last 90 days. */
  versions: { version: string; pcs: number }[];
}
