import { defineConfig } from '@playwright/test';
import { browserLaunchOptions } from './scripts/browser-for-tests.ts';
import { testsPicked } from './tests/product/tier.ts';

/** Two projects: the application in a browser (loopback transport) and the packaged desktop application. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './scripts/built-application.ts',
  forbidOnly: true,
  // Each test has servers, desks and windows of its own. No worker is left with a whole file when the others are done.
  fullyParallel: true,
  // Four on two cores take as long as two do (measured): it is the processor that is waited for.
  workers: 2,
  ...testsPicked(),
  retries: 0,
  // A slow machine is not a fault: what hangs still ends.
  timeout: 240_000,
  expect: { timeout: 15_000, toPass: { timeout: 60_000 } },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  // A trace costs half as much again as the test itself: `--trace on` when a failure needs one.
  use: {
    locale: 'en-IN',
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
  projects: [
    {
      name: 'browser',
      testDir: 'tests/browser',
      outputDir: 'test-results/browser',
      use: { launchOptions: browserLaunchOptions() },
    },
    {
      name: 'electron',
      testDir: 'tests/electron',
      outputDir: 'test-results/electron',
      timeout: 240_000,
      // Tests of one file share what they package.
      fullyParallel: false,
    },
  ],
});
