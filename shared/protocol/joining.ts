import { z } from 'zod';

/**
 * How a PC joins the office's server: an administrator makes a join code, and whoever sets a PC up gives it to the
 * application. The code says where the server is, by which key it is known, and holds a token that is good for a while.
 */

const HOUR_MAX = 24 * 30;
const USES_MAX = 1_000;
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
  return /^\s*PD\d+-/i.test(text);
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
  hours: z.int().min(1).max(HOUR_MAX).default(USUAL_JOIN_CODE.hours),
  uses: z.int().min(1).max(USES_MAX).default(USUAL_JOIN_CODE.uses),
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
