import { expect, it } from 'vitest'
import { readBrowserLimits } from './browser-limits.ts'

it.each([
  ['Chromium', { SyncManager: class {}, navigator: {} }, [true, false]],
  ['Firefox', { navigator: {} }, [false, false]],
  ['Safari on an iPhone', { navigator: { standalone: false } }, [false, true]],
  ['the installed app on an iPhone', { navigator: { standalone: true } }, [false, false]],
])('%s says what it can do for work that waits (E9)', (_name, page, [sends, asks]) => {
  const limits = readBrowserLimits(page as unknown as Window)
  expect([limits.sendsWhileClosed, limits.asksForInstallation]).toEqual([sends, asks])
})
