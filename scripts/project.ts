import { resolve } from 'node:path';

/** The folder of the checkout. */
export const PROJECT = resolve(import.meta.dirname, '..');
