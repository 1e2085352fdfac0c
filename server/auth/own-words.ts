import type { PasswordOwner } from '#shared/model/password-rules.ts';

const SHORTEST = 3;
const LONGEST = 60;
const MOST = 60;

/** What somebody who knows the user would try first: parts of the name, the email, the mobile number and the birthday. */
export function ownWords({ name, email, mobileNumber, dob }: PasswordOwner): string[] {
  const words = [
    ...ofName(name ?? ''),
    ...ofEmail(email ?? ''),
    ...ofNumber(mobileNumber ?? ''),
    ...ofDate(dob ?? ''),
  ];
  return [...new Set(words)].filter(({ length }) => length >= SHORTEST && length <= LONGEST).slice(0, MOST);
}

function ofName(name: string): string[] {
  const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...parts, parts.join(''), parts.join(' ')];
}

function ofEmail(email: string): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return [email.toLowerCase(), local, ...local.split(/[^\p{L}]+/u), ...domain.split(/[.-]/).slice(0, -1)];
}

/** The number, its halves and its last four digits. */
function ofNumber(number: string): string[] {
  const digits = number.replace(/\D/g, '').slice(-10);
  return [digits, digits.slice(0, 5), digits.slice(-5), digits.slice(-4)];
}

function ofDate(date: string): string[] {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  if (year === undefined || month === undefined || day === undefined) return [];
  const short = year.slice(2);
  return [
    year,
    `${day}${month}${year}`,
    `${day}${month}${short}`,
    `${day}${month}`,
    `${month}${day}${year}`,
    `${year}${month}${day}`,
    `${day}-${month}-${year}`,
    `${day}/${month}/${year}`,
    `${day}.${month}.${year}`,
  ];
}
