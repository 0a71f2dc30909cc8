import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from 'playwright/test'
import { chromiumArguments, lightChromium } from './tests/support/chromium-arguments.ts'

/** What a worker takes with its browsers, its server and its share of the databases. */
const workerBytes = 2 * 2 ** 30
const workers = Math.max(2, Math.min(availableParallelism(), Math.floor(totalmem() / workerBytes)))

// The tests start their own servers and databases (tests/support); nothing runs beforehand but the web build.
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  // Node strips the types, as it does for the API.
  build: { external: ['**/*'] },
  globalSetup: './tests/support/playwright-setup.ts',
  // A file at a time for each core, as far as memory goes.
  workers,
  timeout: 120_000,
  // A machine that stalls for seconds fails no test: what never comes does, some seconds later.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes on another try only is named in the last lines of the run, and mended at its cause.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  // Playwright empties its folder when it starts; failures of other stages lie beside it.
  outputDir: 'test-results/browser',
  use: {
    // What hangs is named by its own limit, and not by the whole test's.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Recording costs every test a third of its time; a second try is worth it.
    trace: 'on-first-retry',
    locale: 'fr-FR',
    launchOptions: {
      args: [...chromiumArguments],
      ...(lightChromium ? { executablePath: lightChromium } : {}),
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
})
