import type { Migration } from '../migration.ts';
import { migration as m1 } from './0001-initial.ts';

/** Every migration in order. Written by `npm run migration`. */
export const migrations: readonly Migration[] = [m1];
