import { setTimeout as wait } from 'node:timers/promises'
import type { ServerType } from '@hono/node-server'

/** What ends when the process ends. */
export interface Stoppable {
  readonly server: ServerType
  /** At least two intervals of the proxy's health check, so that it sends nothing new. */
  readonly drainMs: number
  readonly onDrained?: () => void
  readonly stopJobs: () => Promise<void>
  /** Ends connections, once nothing uses them any more. */
  readonly close: () => Promise<void>
}

/**
 * Ends a server without losing a request: it answers on while the proxy takes it out of the rotation, then
 * finishes what is under way, then lets go of its jobs and connections. `onDrained` is called once no new
 * request is to be expected: a process that ends with its server sets itself a limit there, for requests that hang.
 */
export async function drainAndStop({ server, drainMs, onDrained, stopJobs, close }: Stoppable): Promise<void> {
  await wait(drainMs)
  onDrained?.()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
  await stopJobs()
  await close()
}
