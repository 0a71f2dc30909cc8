import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { lightChromium } from './tests/support/chromium-arguments.ts'
import { SlowestFirst } from './tests/support/slowest-first.ts'

const postgres = './tests/support/postgres-setup.ts'
const patientWaits = './tests/support/patient-waits.ts'
// As long as those, for a machine that stalls for seconds.
const patientPolls = { poll: { timeout: 10_000 } }
const clearScreens = './tests/support/clear-screens.ts'

// A worker for each core, and two at least: the tests run beside a database. Files of a project that does not isolate
// them share a worker's modules, whose import costs more than most files; what a test changes of these it puts back.
export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: SlowestFirst },
    tags: [
      { name: 'slow', description: 'Takes half a second or more, by waiting or by its size: no quick check runs it.' },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: [patientWaits],
          expect: patientPolls,
          testTimeout: 20_000,
          isolate: false,
          // What a file before has left going in a database in memory goes on by real turns of the event loop.
          fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
          include: [
            'domain/**/*.test.ts',
            'sync/**/*.test.ts',
            'api/**/*.test.ts',
            'web/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'architecture',
          environment: 'node',
          include: ['tests/architecture/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: [postgres],
          setupFiles: [patientWaits],
          expect: patientPolls,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'sync',
          environment: 'node',
          include: ['tests/sync/**/*.test.ts'],
          globalSetup: [postgres],
          testTimeout: 900_000,
          hookTimeout: 120_000,
          isolate: false,
          // A schedule leaves its devices' disks behind: fewer collections copy less of what still lives.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      {
        test: {
          name: 'engines',
          environment: 'node',
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: [postgres],
          hookTimeout: 420_000,
        },
      },
      {
        plugins: [react()],
        optimizeDeps: {
          include: [
            'react',
            'react-dom/client',
            'react/jsx-dev-runtime',
            '@mantine/core',
            '@mantine/hooks',
            '@mantine/notifications',
            // Found in the middle of a run, it would have the page loaded again.
            '@orama/orama',
            'zxing-wasm/reader',
          ],
        },
        test: {
          name: 'browser',
          include: ['web/**/*.test.tsx'],
          setupFiles: [patientWaits, clearScreens],
          expect: patientPolls,
          testTimeout: 30_000,
          isolate: false,
          api: { host: '127.0.0.1', port: 4360 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // A machine with much else to do opens the first page after minutes; one that hangs ends the run all the same.
            connectTimeout: 240_000,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: {
                args: ['--no-sandbox', '--disable-gpu'],
                ...(lightChromium ? { executablePath: lightChromium } : {}),
              },
            }),
          },
        },
      },
    ],
  },
})
