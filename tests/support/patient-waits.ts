import { vi } from 'vitest'

const { waitFor, waitUntil } = vi

/** How long a machine that stalls for seconds takes to catch up. */
const timeout = 10_000

/**
 * Waits of a test last until a machine that stalls for seconds has caught up, as Playwright's do: Vitest gives up after
 * one. What never comes fails all the same, by the last error of the wait.
 */
const waitPatiently: typeof waitFor = (callback, options) =>
  waitFor(callback, { timeout, ...(typeof options === 'number' ? { timeout: options } : options) })
const waitUntilPatiently: typeof waitUntil = (callback, options) =>
  waitUntil(callback, { timeout, ...(typeof options === 'number' ? { timeout: options } : options) })

// Files of a project that does not isolate them share one `vi`.
if (waitFor.name !== waitPatiently.name) Object.assign(vi, { waitFor: waitPatiently, waitUntil: waitUntilPatiently })
