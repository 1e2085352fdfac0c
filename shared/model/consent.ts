import { date, option, options } from './field.ts';

/** For what a person has agreed that their data is used. */
export const CONSENT_PURPOSES = [
  'Training',
  'Placement',
  'Calls and messages',
  'Sharing with companies',
] as const;

/** How somebody has said yes. */
export const CONSENT_WAYS = ['In person', 'On paper', 'Website form', 'Phone', 'WhatsApp', 'Email'] as const;

/**
 * What a person has agreed to: when, how and for what, and when that was taken back (decision 32). An empty day says that
 * nobody has written it down.
 */
export const consentFields = {
  consentOn: date('Consent given on', { notAfterToday: true, earliest: '2000-01-01' }),
  consentBy: option('Consent given by', CONSENT_WAYS),
  consentFor: options('Consent for', CONSENT_PURPOSES),
  consentWithdrawnOn: date('Consent withdrawn on', { notAfterToday: true, earliest: '2000-01-01' }),
};

export const CONSENT_DATES = ['consentOn', 'consentWithdrawnOn'] as const;
export const CONSENT_FIELDS = Object.keys(consentFields) as (keyof typeof consentFields)[];
