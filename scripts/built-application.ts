import { buildApplication } from './build.ts';

/** Playwright's global set-up: tests run what was built from these sources, also where they are run without `npm test`. */
export default async function builtApplication(): Promise<void> {
  await buildApplication();
}
