import { defineConfig } from 'playwright/test'
import { chromiumArguments } from './tests/support/chromium-arguments.ts'

const chromium = process.env.CHROMIUM_PATH

// The tests start their own servers and databases (tests/support); nothing runs beforehand but the web build.
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/support/playwright-setup.ts',
  // Two files at a time, as many as the machines have cores.
  workers: 2,
  timeout: 120_000,
  forbidOnly: Boolean(process.env.CI),
  // Scanners and cameras are played in real time; a machine that stalls for a moment deserves another try.
  retries: 2,
  reporter: [['list']],
  // Playwright empties its folder when it starts; failures of other stages lie beside it.
  outputDir: 'test-results/browser',
  use: {
    // Recording costs every test a third of its time; a second try is worth it.
    trace: 'on-first-retry',
    locale: 'fr-FR',
    launchOptions: {
      args: [...chromiumArguments],
      ...(chromium ? { executablePath: chromium } : {}),
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
})
