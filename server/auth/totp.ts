import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Who asks, as the authenticator app lists it. */
const ISSUER = 'Employee Management System';

function generatorOf(secret: string, email = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

/** A new secret of 160 bits, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth://` address that an authenticator app takes in. */
export function enrolmentUri(secret: string, email: string): string {
  return generatorOf(secret, email).toString();
}

/** Whether it may be a code: six plain figures. */
export const isCode = (code: string): boolean => /^[0-9]{6}$/.test(code);

/**
 * The step of 30 seconds, counted since 1970, whose code this is: the present one or one to either side, since clocks
 * differ and people are slow. null where it is none of them.
 * @param now milliseconds since 1970
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  if (!isCode(code)) return null;
  const delta = generatorOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

/** Whether a step lies further ahead than any code of this moment: it was used while the clock was ahead. */
export const isToCome = (step: number, now: number): boolean =>
  step > Math.floor(now / 1000 / STEP_SECONDS) + 1;
