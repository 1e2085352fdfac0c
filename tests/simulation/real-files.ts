import fs from 'node:fs';

/** Files as they are, for whoever stands outside the simulated world. Loaded before its disk is put in place. */
export const realFiles = { ...fs };
