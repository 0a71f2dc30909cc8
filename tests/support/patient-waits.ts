import { vi } from 'vitest'

const { waitFor } = vi

/**
 * Waits of a test last until a machine that stalls for seconds has caught up, as Playwright's do: Vitest gives up after
 * one. What never comes fails all the same, by the last error of the wait.
 */
const waitPatiently: typeof waitFor = (callback, options) =>
  waitFor(callback, { timeout: 10_000, ...(typeof options === 'number' ? { timeout: options } : options) })

// Files of a project that does not isolate them share one `vi`.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently
