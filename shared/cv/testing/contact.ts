import type { Chance } from './chance.ts';
import type { Named, Place } from './people.ts';

/** A mobile number of ten digits. */
export const mobileDigits = (chance: Chance): string =>
  `${chance.pick(['9', '9', '8', '7', '6'])}${chance.digits(9)}`;

/** As people write it, within one line. */
export function writtenMobile(chance: Chance, ten: string): string {
  const [five, rest] = [ten.slice(0, 5), ten.slice(5)];
  return chance.pick([
    ten,
    ten,
    `+91 ${five} ${rest}`,
    `+91${ten}`,
    `+91-${ten}`,
    `+91 ${ten}`,
    `0${five}-${rest}`,
    `0${five}.${rest}`,
    `0${ten}`,
    `(91) ${ten}`,
    `(+91) ${ten}`,
    `(+91)-${ten}`,
    `91-${ten}`,
    `${five} ${rest}`,
    `${five}-${rest}`,
    `${ten.slice(0, 3)} ${ten.slice(3, 6)} ${ten.slice(6)}`,
    `${ten.slice(0, 4)} ${ten.slice(4, 7)} ${ten.slice(7)}`,
    `${ten.slice(0, 3)}-${ten.slice(3, 6)}-${ten.slice(6)}`,
    `+91 – ${five} ${rest}`,
    Array.from(ten).join(' '),
    `+ 91 ${five}  ${rest}`,
    `0091 ${ten}`,
  ]);
}

export const landline = (chance: Chance, place: Place): string => {
  const local = `2${chance.digits(place.std.length === 3 ? 7 : place.std.length === 4 ? 6 : 5)}`;
  return chance.pick([
    `${place.std}-${local}`,
    `${place.std} ${local}`,
    `(${place.std}) ${local}`,
    `+91-${place.std.slice(1)}-${local}`,
  ]);
};

const HOSTS = [
  'gmail.com',
  'gmail.com',
  'gmail.com',
  'yahoo.co.in',
  'outlook.com',
  'hotmail.com',
  'rediffmail.com',
  'yahoo.com',
];

export function personalEmail(chance: Chance, { given, family }: Named): string {
  const [a, b] = [given.toLowerCase(), family.toLowerCase()];
  const local = chance.pick([
    `${a}.${b}`,
    `${a}${b}${chance.integer(1, 99)}`,
    `${a}_${b}${chance.integer(1990, 2004)}`,
    `${b}${a}`,
    `${a}${chance.digits(4)}`,
    `${a.slice(0, 1)}${b}.dev`,
    `its${a}`,
    `${a}.${mobileDigits(chance)}`,
  ]);
  return `${local}@${chance.pick(HOSTS)}`;
}

/** As people and programs write it; a break stands for a line end. */
export function writtenEmail(chance: Chance, email: string): string {
  const [local = '', host = ''] = email.split('@');
  const dot = host.indexOf('.');
  return chance.pick([
    email,
    email,
    email,
    email,
    email.slice(0, 1).toUpperCase() + email.slice(1),
    `${local} @ ${host}`,
    `${local}@ ${host}`,
    `${local} @${host}`,
    `mailto:${email}`,
    email.toUpperCase(),
    `${email}.`,
    `<${email}>`,
    `${local}@${host.slice(0, dot)} ${host.slice(dot)}`,
    `${local}@\n${host}`,
    `${email};`,
  ]);
}

const PHONE_LABELS = [
  'Mob:',
  'Mobile:',
  'Mobile No.:',
  'Mobile No -',
  'Contact No.',
  'Contact No.:',
  'Contact:',
  'Phone:',
  'Ph:',
  'Ph. No.',
  'Cell:',
  'M:',
  'Mob No.',
  'Tel:',
  'मोबाइल:',
  'मोबाइल नंबर / Mobile No. :',
  'Phone Number -',
  'Call:',
  'CONTACT NO :',
];
const EMAIL_LABELS = [
  'Email:',
  'E-mail:',
  'E-mail id:',
  'Email ID:',
  'Email Id -',
  'E mail :',
  'EMAIL :',
  'Mail:',
  'ईमेल:',
  'E:',
  'Gmail:',
];
const PHONE_ICONS = ['', '\uF095', '☎', '📞', '✆', '♂phone', '\uE0B0', '', '(cid:131)', 'Ó', 'H'];
const EMAIL_ICONS = ['', '\uF0E0', '✉', '📧', '♂envelope', '@', '#', '(cid:66)', 'R'];

export function phoneLine(chance: Chance, ten: string, second: string | null): string {
  const first = writtenMobile(chance, ten);
  const both =
    second === null
      ? first
      : `${first}${chance.pick([' / ', '/', ', ', ' , ', ' | ', ' & ', ' or '])}${writtenMobile(chance, second)}`;
  const broken = second === null && chance.happens(4) ? `+91 ${ten.slice(0, 5)}\n${ten.slice(5)}` : both;
  if (chance.happens(60)) return `${chance.pick(PHONE_LABELS)}${chance.pick([' ', ' ', '', '\t'])}${broken}`;
  return `${chance.pick(PHONE_ICONS)}${chance.pick([' ', ' ', ''])}${broken}`.trim();
}

export function emailLine(chance: Chance, email: string): string {
  const label = chance.happens(60) ? chance.pick(EMAIL_LABELS) : chance.pick(EMAIL_ICONS);
  const written = writtenEmail(chance, email);
  // A letter that stands for an icon would be read as the first of the address by anybody.
  const between = /[a-z\d#]$/i.test(label) && label !== '♂envelope' ? ' ' : chance.pick([' ', ' ', '']);
  return `${label}${between}${written}`.trim();
}

export interface Links {
  linkedin: string | null;
  /** Each is right for the portfolio. */
  portfolio: string[];
  lines: string[];
}

export function links(chance: Chance, { given, family }: Named): Links {
  const [a, b] = [given.toLowerCase(), family.toLowerCase()];
  const made: Links = { linkedin: null, portfolio: [], lines: [] };
  if (chance.happens(55)) {
    const handle = chance.pick([
      `${a}-${b}`,
      `${a}${b}`,
      `${a}-${b}-${chance.digits(3)}a${chance.digits(5)}`,
      `${a}-${b}-b${chance.digits(7)}`,
    ]);
    const address = `linkedin.com/in/${handle}`;
    made.linkedin = address;
    made.lines.push(
      chance.pick([
        `LinkedIn: https://www.${address}/`,
        `https://www.${address}`,
        `www.${address}`,
        `LinkedIn - ${address}`,
        `\uF08C ${address}`,
        `Linkedin Profile : https://in.${address}?utm_source=share`,
        `♂linkedin${address}`,
        `https://www.linkedin.com/in/${handle.slice(0, handle.indexOf('-') + 1 || 3)}\n${handle.slice(handle.indexOf('-') + 1 || 3)}`,
      ]),
    );
  } else if (chance.happens(20)) {
    made.lines.push(
      chance.pick([`LinkedIn: ${given} ${family}`, `LinkedIn: ${a}-${b}`, 'LinkedIn | GitHub']),
    );
  }
  if (chance.happens(35)) {
    const address = `github.com/${chance.pick([`${a}${b}`, `${a}-${b}`, `${a}${chance.digits(2)}`, `${a}-codes`])}`;
    made.portfolio.push(address);
    made.lines.push(
      chance.pick([
        `GitHub: https://${address}`,
        `https://${address}/`,
        address,
        `\uF09B ${address}`,
        `Github - ${address}`,
      ]),
    );
  }
  if (chance.happens(15)) {
    const address = chance.pick([
      `${a}${b}.netlify.app`,
      `${a}.dev`,
      `www.${a}${b}.in`,
      `${a}-${b}.vercel.app`,
      `${a}${b}.github.io`,
    ]);
    made.portfolio.push(address);
    made.lines.push(
      chance.pick([
        `Portfolio: https://${address}`,
        `Portfolio - ${address}`,
        `Website: ${address}`,
        `My Portfolio : https://${address}/`,
      ]),
    );
  }
  if (chance.happens(10)) made.lines.push(`https://leetcode.com/${a}${b}`);
  if (chance.happens(6)) made.lines.push(`HackerRank: https://www.hackerrank.com/${a}_${b}`);
  return made;
}
