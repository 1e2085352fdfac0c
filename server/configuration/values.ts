import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readPublicKey } from '#shared/node/update-manifest.ts';

/**
 * Reads the text of a setting. Empty text is none: the caller gives the default then.
 * @param name how the user knows the setting, for the sentence
 * @throws Error with one sentence that says what to change.
 */
export type ReadValue<Value> = (text: string, name: string) => Value;

export const anyText: ReadValue<string> = (text) => text;

/** Names with commas between. */
export const names: ReadValue<readonly string[]> = (text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

export const path: ReadValue<string> = (text) => resolve(text);

export const onOrOff: ReadValue<boolean> = (text, name) => {
  if (text !== 'on' && text !== 'off') throw new Error(`${name} must be on or off, not "${text}".`);
  return text === 'on';
};

export const oneOf =
  <const Values extends readonly string[]>(values: Values): ReadValue<Values[number]> =>
  (text, name) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Error(`${name} must be one of ${values.join(', ')}, not "${text}".`);
    return found;
  };

export const wholeNumber =
  (from: number, to: number): ReadValue<number> =>
  (text, name) => {
    const number = Number(text);
    if (!/^\d{1,9}$/.test(text) || number < from || number > to) {
      throw new Error(`${name} must be a number from ${from} to ${to}, not "${text}".`);
    }
    return number;
  };

export const timeOfDay: ReadValue<string> = (text, name) => {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) {
    throw new Error(`${name} must be a time of the day such as 02:00, not "${text}".`);
  }
  return text;
};

export const postgresqlAddress: ReadValue<string> = (text, name) => {
  // The address may hold a password: it is not repeated.
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(`${name} must be an address like postgres://user:password@host:5432/database.`);
  }
  return text;
};

export const emailAddress: ReadValue<string> = (text, name) => {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new Error(`${name} needs an email address, not "${text}".`);
  return text;
};

/** Shortest token that nobody guesses. */
const TOKEN_LENGTH = 16;

export const token: ReadValue<string> = (text, name) => {
  if (!/^[\x21-\x7e]+$/.test(text) || text.length < TOKEN_LENGTH) {
    throw new Error(`${name} must have at least ${TOKEN_LENGTH} letters, digits or signs, without spaces.`);
  }
  return text;
};

/** Names and addresses of the server, as they stand in the address of a page, in small letters. */
export const hostNames: ReadValue<readonly string[]> = (text, name) =>
  text.split(',').map((each) => {
    const host = each.trim().toLowerCase();
    const url = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`) : null;
    if (url?.host === host && !/:\d+$/.test(host)) return host;
    throw new Error(
      `${name} must be names such as desk.your-office.in, without a port, not "${each.trim()}".`,
    );
  });

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** How many proxies stand before the server, or their addresses. */
export const proxies: ReadValue<number | string[]> = (text, name) => {
  if (/^\d$/.test(text)) return Number(text);
  const addresses = text.split(',').map((each) => each.trim());
  if (!addresses.every(isAddress)) {
    throw new Error(
      `${name} must be the number of proxies before the server, such as 1, or their addresses, such as 10.0.0.2, 10.1.0.0/16, not "${text}".`,
    );
  }
  return addresses;
};

function isAddress(text: string): boolean {
  if (NETWORKS.includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** An Ed25519 public key, as `npm run release -- --new-key` prints it. */
export const updateKey: ReadValue<string> = (text, name) => {
  try {
    readPublicKey(text);
    return text;
  } catch {
    throw new Error(`${name} must be the line that npm run release -- --new-key FILE prints.`);
  }
};
