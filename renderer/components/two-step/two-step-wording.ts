/** What can be done about one's own two-step sign-in. */
export type TwoStepTask = 'set-up' | 'turn-off' | 'new-codes';

interface TaskWords {
  title: string;
  /** Why the password is asked for. */
  ask: string;
  confirm: string;
  /** Heading of a failure. */
  failed: string;
}

export const TASK_WORDS: Readonly<Record<TwoStepTask, TaskWords>> = {
  'set-up': {
    title: 'Set up two-step sign-in',
    ask: 'You need an authenticator app on your phone. First enter your password, so that we know it is you.',
    confirm: 'Continue',
    failed: 'It was not set up',
  },
  'turn-off': {
    title: 'Turn off two-step sign-in',
    ask: 'After this your password alone signs you in. Enter it, or a code from your app.',
    confirm: 'Turn off',
    failed: 'It was not turned off',
  },
  'new-codes': {
    title: 'New recovery codes',
    ask: 'The old recovery codes stop working. Enter your password, or a code from your app.',
    confirm: 'Make new codes',
    failed: 'No new codes were made',
  },
};

/** In groups of four, as it is read aloud and typed. */
export const spelled = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export function codesLeftText(left: number): string {
  if (left === 0) return 'No recovery codes are left. Make new ones.';
  // They are shown once, and a window that was closed just then has shown none.
  if (left === 10) return '10 of 10 recovery codes are left. Make new ones if you have not kept them.';
  return `${left} of 10 recovery codes are left.`;
}

/** What stands on the printed page and on the clipboard. */
export function recoveryCodesText(codes: readonly string[], email: string): string {
  return [`Recovery codes for ${email}`, 'Each one signs you in once.', '', ...codes].join('\n');
}
