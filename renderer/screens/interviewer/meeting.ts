import { openableAddress } from '#shared/format/web-address.ts';

/** Where the user's meetings take place, as far as the own record says it. */
export type Meeting = { address: string } | { address: null; why: string };

/** The address that a user's meeting link opens; without one, the reason and what to do. */
export function meetingOf(meetingLink: unknown): Meeting {
  const written = typeof meetingLink === 'string' ? meetingLink.trim() : '';
  if (written === '')
    return { address: null, why: 'Add your meeting link under Edit Profile in your account.' };
  const address = openableAddress(written);
  if (address !== null) return { address };
  return {
    address: null,
    why: 'Your meeting link is no web address. Correct it under Edit Profile in your account.',
  };
}
