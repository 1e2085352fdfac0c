import { buildApplication } from './build.ts';

/** Global set-up of tests: they run what was built from these sources, also where they are run without `npm test`. */
export default async function builtApplication(): Promise<void> {
  await buildApplication();
}
