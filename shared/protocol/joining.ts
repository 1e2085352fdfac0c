import { z } from 'zod';

/**
 * How a PC joins the office's server: an administrator makes a join code, and whoever sets a PC up gives it to the
 * application. The code says where the server is, by which key it is known, and holds a token that is good for a while.
 */

/** The most that a code may be made for. */
export const MOST_JOINS = { hours: 24 * 30, uses: 1_000 } as const;
/** Addresses in one code: a server has one name, and perhaps its numbers. */
const ADDRESSES_MAX = 8;

/** Origin of a server as `https://desk.your-office.in:5701`, without path or credentials. */
const origin = z
  .string()
  .max(300)
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text),
    'an address',
  );

/**
 * SHA-256 of the public key (SubjectPublicKeyInfo, DER) of the server's certificate, base64url. It stays the same when the
 * certificate is renewed with its key.
 */
export const serverKeySchema = z.string().regex(/^[\w-]{43}$/, 'a fingerprint');

export const joinTokenSchema = z.string().regex(/^[\w-]{20,64}$/, 'a token');

/** `key` is null where a certificate that systems trust answers, or a proxy's. */
export const joinCodeSchema = z.strictObject({
  addresses: z.array(origin).min(1).max(ADDRESSES_MAX),
  key: serverKeySchema.nullable(),
  token: joinTokenSchema,
});

export type JoinCode = z.infer<typeof joinCodeSchema>;

/** By it a person and the application tell a join code from an address. The number is of its form. */
const MARK = 'PD1-';

/** The code as text of letters, digits, `-` and `_`: it survives messages and mails, and fits a QR picture. */
export function writeJoinCode({ addresses, key, token }: JoinCode): string {
  const text = btoa(JSON.stringify([addresses, key, token]));
  return MARK + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether somebody meant this to be a join code, whole or not. */
export function looksLikeJoinCode(text: string): boolean {
  return /(?:^|[^\w-])PD\d+-/i.test(text);
}

/** What mail programs put into a long line: breaks, marks of a quotation, and an equals sign where they broke it. */
const BREAKS = /[\s>=]+/;
/** A code stands in few lines; so many words behind it are looked at. */
const MOST_WORDS = 200;

/** A code in a text as people paste it, with words before and behind it, or in quotes: that alone. Any other text stays. */
export function joinCodeIn(text: string): string {
  const found = /(?:^|[^\w-])(PD\d+-[\w\s>=-]*)/i.exec(text)?.[1];
  if (found === undefined) return text;
  const words = found
    .split(BREAKS)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  for (let length = words.length; length > 0; length -= 1) {
    const code = words.slice(0, length).join('');
    if (readJoinCode(code)) return code;
  }
  return found;
}

/** The code in a text as people copy it, with line breaks and blanks in it; null where it is not whole, or of a later form. */
export function readJoinCode(text: string): JoinCode | null {
  const code = text.replaceAll(/\s+/g, '');
  if (!code.toUpperCase().startsWith(MARK)) return null;
  try {
    const parts: unknown = JSON.parse(
      atob(code.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/')),
    );
    if (!Array.isArray(parts) || parts.length !== 3) return null;
    const [addresses, key, token] = parts as unknown[];
    return joinCodeSchema.safeParse({ addresses, key, token }).data ?? null;
  } catch {
    return null;
  }
}

/**
 * POST, without sign-in: what a PC that is given a code asks first. Refused with `not-found` where the token is unknown,
 * over or used up.
 */
export const JOIN_PATH = '/api/join';

export const joinRequestSchema = z.strictObject({
  token: joinTokenSchema,
  /** What the PC calls itself, for the audit log. */
  computer: z.string().max(200),
});

/** `office` is what the business calls itself; null where nobody has said so. */
export const joinAnswerSchema = z.object({ office: z.string().max(200).nullable() });

export type JoinAnswer = z.infer<typeof joinAnswerSchema>;

/** GET lists the codes that are still good, POST makes one, DELETE with an id ends one: Super Admin and Admin. */
export const JOIN_CODES_PATH = '/api/join-codes';

/** For how long and for how many PCs a code is good, where nobody says otherwise. */
export const USUAL_JOIN_CODE = { hours: 24, uses: 30 } as const;

export const newJoinCodeSchema = z.strictObject({
  hours: z.int().min(1).max(MOST_JOINS.hours).default(USUAL_JOIN_CODE.hours),
  uses: z.int().min(1).max(MOST_JOINS.uses).default(USUAL_JOIN_CODE.uses),
});

/** A code that is good yet. Its text is told once, when it is made. */
export interface JoinCodeInfo {
  id: string;
  madeAt: string;
  /** Name of the account that made it; null where it was made on the server itself. */
  madeBy: string | null;
  endsAt: string;
  uses: number;
  used: number;
}

export interface NewJoinCode extends JoinCodeInfo {
  /** The whole code, to be given to PCs. */
  code: string;
  /** Where it leads, for people to read. */
  addresses: string[];
}

/** What a business calls itself is said on the server, by a Super Admin; Admins read it. */
export const OFFICE_PATH = '/api/office';

export const OFFICE_NAME_MAX = 200;

export const officeNameSchema = z.strictObject({
  /** null or blank where it is to have none. */
  name: z.string().max(OFFICE_NAME_MAX).nullable(),
});

export interface OfficeInfo {
  name: string | null;
  /** Where other PCs reach the server, the best first; empty where they do not. */
  addresses: string[];
  /** Why they do not, as a sentence that says what to set; null where they do. */
  notReached: string | null;
}

/** Name of the settings file that an installer, or the application, finds a join code in. */
export const SETTINGS_FILE = 'placement-desk.ini';

/** The lines of that file. */
export const settingsFileOf = (code: string): string => `[office]\r\njoin=${code}\r\n`;

/**
 * Under what a server announces itself on its network (mDNS): `_placement-desk._tcp`, its own port, and as TXT these fields.
 * Whoever hears it knows where a server says that it is, and nothing about whether that is true: the key of a join
 * code, or a certificate that systems trust, says so.
 */
export const ANNOUNCED = { type: 'placement-desk', protocol: 'tcp' } as const;

export const ANNOUNCED_FIELDS = {
  /** What the business calls itself, cut to 200 bytes of UTF-8; absent where nobody has said so. */
  office: 'office',
  /** `https` or `http`. */
  scheme: 'scheme',
  /** The origin by which the server wants to be called, where it has a name (`ALLOWED_HOSTS`); else absent. */
  address: 'address',
} as const;
