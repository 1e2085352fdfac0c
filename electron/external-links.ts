import { hostname } from 'node:os';
import { isThisComputer } from '#shared/format/this-computer.ts';

/** The schemes that may leave the application for another program (spec: mail, telephone and WhatsApp links). */
const SCHEMES: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:', 'whatsapp:']);

const LONGEST = 8_192;

/**
 * Judges an address that the user wants to open outside the application.
 * @returns the address in its normal form, safe to hand to the system; undefined when it must be refused.
 */
export function allowedExternalLink(text: string): string | undefined {
  if (text.length > LONGEST || hasControlCharacter(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!SCHEMES.has(url.protocol)) return undefined;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  // A name and password in a web address serve to disguise where it leads.
  if (isWeb && (url.hostname === '' || url.username !== '' || url.password !== '')) return undefined;
  // Other programs listen on this computer; a link that somebody else wrote has no business there.
  if (isWeb && isThisComputer(url.hostname, hostname())) return undefined;
  if (url.protocol === 'whatsapp:') return safeChat(url);
  if (url.protocol === 'tel:') return safeCall(url);
  return url.protocol === 'mailto:' ? safeMail(url) : url.href;
}

/** A phone number as people write it. What else may stand there is for the network, such as `*21*…#`, or for the program that calls. */
const PHONE_NUMBER = /^\+?[\d ().\u00A0-]{3,40}$/;

function safeCall({ pathname, search, hash }: URL): string | undefined {
  const number = decoded(pathname)?.trim() ?? '';
  const digits = number.replaceAll(/\D/g, '');
  if (`${search}${hash}` !== '' || !PHONE_NUMBER.test(number) || digits.length < 3 || digits.length > 20)
    return undefined;
  return `tel:${number.startsWith('+') ? '+' : ''}${digits}`;
}

/** A whole phone number with its country, as WhatsApp has it. */
const CHAT_NUMBER = /^\d{6,15}$/;

/**
 * A chat with a number, with the text to begin it with; undefined for what else WhatsApp's program can be told to do. Lines
 * may be parted in the text, no other control character may stand in it.
 */
function safeChat({ hostname: what, pathname, username, port, hash, searchParams }: URL): string | undefined {
  if (what !== 'send' || !/^\/?$/.test(pathname) || `${username}${port}${hash}` !== '') return undefined;
  const [phone = '', ...phones] = searchParams.getAll('phone');
  const [text = '', ...texts] = searchParams.getAll('text');
  if (!CHAT_NUMBER.test(phone) || phones.length > 0 || texts.length > 0) return undefined;
  if (hasControlCharacter(text.replace(/[\r\n]/g, ''))) return undefined;
  return `whatsapp://send?phone=${phone}${text === '' ? '' : `&text=${encodeURIComponent(text)}`}`;
}

/** What a mail may be begun with. Some mail programs also take files of this computer, by several names. */
const MAIL_PARTS: ReadonlySet<string> = new Set(['to', 'cc', 'bcc', 'subject', 'body', 'in-reply-to']);

/**
 * The address of a mail without the parts that do more than fill it in with text; undefined where it has none to send to
 * that is one. A line break in a part that becomes a head of the mail could begin another head.
 */
function safeMail({ protocol, pathname, search }: URL): string | undefined {
  if (!isOneLine(decoded(pathname))) return undefined;
  const parts = search
    .slice(1)
    .split('&')
    .filter((part) => {
      const [given = '', ...value] = part.split('=');
      const name = decoded(given)?.toLowerCase() ?? '';
      return MAIL_PARTS.has(name) && (name === 'body' || isOneLine(decoded(value.join('='))));
    });
  return `${protocol}${pathname}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
}

const isOneLine = (text: string | undefined): boolean => text !== undefined && !hasControlCharacter(text);

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether a text holds a character below space, or DEL: none has a place in an address. */
export function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
