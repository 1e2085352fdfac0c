import { mayCreate, mayUpdateById, type Actor } from '#shared/access/permissions.ts';
import { pathShowing } from '#shared/access/routes.ts';
import type { Role } from '#shared/access/roles.ts';
import { callLink, chatLink, phoneNumbers, type ChatOpener } from '#shared/format/phone.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { FoundPerson } from '#shared/protocol/people-calls.ts';
import {
  IconBrandWhatsapp,
  IconEye,
  IconMail,
  IconMessage,
  IconPencil,
  IconPhone,
  IconPhoneCall,
  IconSchool,
  IconUserPlus,
} from '@tabler/icons-react';
import type { NavigateFunction } from 'react-router-dom';
import { logCall } from '../../components/activities/log-call.ts';
import { personOf } from '../../components/activities/person.ts';
import { recordAddress } from '../../components/list-screen/list-url.ts';
import { hotkeys } from '../../components/keyboard/shortcuts.ts';
import { mayMessage, messagePerson } from '../../components/messaging/asked-message.ts';
import { mailAddress, openOutside } from '../../components/record-links/open-link.ts';
import { ask } from '../../components/whose/dialogs.ts';
import { goToForm } from '../../components/list-screen/go-to-form.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** What was searched is a number, and long enough to call. */
const A_NUMBER = /^[+(]?[\d\s().-]+$/;
const FEWEST_DIGITS = 7;

/** Somebody found, as a line that opens the record; undefined where the role has no screen for it. */
export function personEntry(person: FoundPerson, role: Role, navigate: NavigateFunction): PaletteEntry[] {
  const definition = entityOf(person.entity);
  const path = pathShowing(person.entity, role);
  if (path === undefined) return [];
  return [
    {
      key: `${person.entity}-${person.id}`,
      label: person.name === '' ? (person.phone ?? person.email ?? definition.label) : person.name,
      detail: [person.foundBy, ...person.beside]
        .filter((text) => text !== null && text !== person.name)
        .join(' · '),
      kind: definition.label,
      path,
      person,
      run: () => void navigate(recordAddress(path, person.id, window.location)),
    },
  ];
}

/** What can be done with somebody without going there first. */
export function actionEntries(
  person: FoundPerson,
  actor: Actor,
  opener: ChatOpener,
  navigate: NavigateFunction,
): PaletteEntry[] {
  const { role } = actor;
  const { entity, id, name, phone, chat, email } = person;
  const definition = entityOf(entity);
  const path = pathShowing(entity, role);
  const about = personOf(definition, { _id: id, [definition.title]: name });
  const action = (entry: Omit<PaletteEntry, 'kind' | 'path'> & { path?: string }): PaletteEntry => ({
    path: null,
    ...entry,
    kind: 'Action',
  });
  const reach = (
    key: string,
    label: string,
    icon: typeof IconPhone,
    href: string | null,
    kind?: 'Call' | 'WhatsApp',
  ): PaletteEntry[] =>
    href === null
      ? []
      : [
          action({
            key,
            label,
            icon,
            run: () => openOutside(href, () => kind && about && logCall(about, kind)),
          }),
        ];
  return [
    ...personEntry(person, role, navigate).map((entry) => ({
      ...entry,
      key: 'open',
      label: 'Open',
      detail: '',
      icon: IconEye,
      kind: 'Action',
    })),
    ...phoneNumbers(phone ?? '').flatMap((number) =>
      reach(`call ${number}`, `Call ${number}`, IconPhone, callLink(number), 'Call'),
    ),
    ...reach(
      'chat',
      `WhatsApp ${phoneNumbers(chat ?? '')[0] ?? ''}`,
      IconBrandWhatsapp,
      chatLink(phoneNumbers(chat ?? '')[0] ?? '', opener),
      'WhatsApp',
    ),
    ...reach('mail', `Write to ${email ?? ''}`, IconMail, email === null ? null : mailAddress(email)),
    ...(about && mayCreate(entityOf('activity'), role)
      ? [
          action({
            key: 'log',
            label: 'Log call',
            icon: IconPhoneCall,
            keys: hotkeys.logCall,
            run: () => logCall(about),
          }),
        ]
      : []),
    ...(about && mayMessage(role)
      ? [
          action({
            key: 'message',
            label: 'Message',
            alsoCalled: 'template write whatsapp email',
            icon: IconMessage,
            keys: hotkeys.message,
            run: () => messagePerson(about),
          }),
        ]
      : []),
    ...(entity === 'inquiry' && mayCreate(entityOf('candidate'), role)
      ? [
          action({
            key: 'enrol',
            label: 'Enrol',
            alsoCalled: 'candidate admission',
            icon: IconSchool,
            run: () => ask({ what: 'enrol', inquiry: id }),
          }),
        ]
      : []),
    ...(path !== undefined && mayUpdateById(definition, actor, id)
      ? [
          action({
            key: 'edit',
            label: 'Edit',
            icon: IconPencil,
            path,
            run: () => goToForm(navigate, { path, mode: 'edit', id }),
          }),
        ]
      : []),
  ];
}

/** A number that nobody has is somebody who calls for the first time. */
export function newcomerEntry(search: string, role: Role, navigate: NavigateFunction): PaletteEntry[] {
  const number = search.trim();
  const path = pathShowing('inquiry', role);
  const isNumber = A_NUMBER.test(number) && number.replace(/\D/g, '').length >= FEWEST_DIGITS;
  if (!isNumber || path === undefined || !mayCreate(entityOf('inquiry'), role)) return [];
  const run = (): void => goToForm(navigate, { path, mode: 'add', id: null, values: { mobile: number } });
  return [
    { key: 'newcomer', label: `Add inquiry with ${number}`, kind: 'Command', path, icon: IconUserPlus, run },
  ];
}
