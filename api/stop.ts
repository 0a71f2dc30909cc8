import { setTimeout as wait } from 'node:timers/promises'
import type { ServerType } from '@hono/node-server'

/** What ends when the process ends. */
export interface Stoppable {
  readonly server: ServerType
  /** At least two intervals of the proxy's health check, so that it sends nothing new. */
  readonly drainMs: number
  readonly stopJobs: () => Promise<void>
  /** Ends connections, once nothing uses them any more. */
  readonly close: () => Promise<void>
}

const hardLimitMs = 10_000

/**
 * Ends a serving process without losing a request: it answers on while the proxy takes it out of the rotation, then
 * finishes what is under way, then lets go of its jobs and connections. A request that hangs ends with the process.
 */
export async function drainAndStop({ server, drainMs, stopJobs, close }: Stoppable): Promise<void> {
  await wait(drainMs)
  setTimeout(() => process.exit(1), hardLimitMs).unref()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
  await stopJobs()
  await close()
}
