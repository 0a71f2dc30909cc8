import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerType } from '@hono/node-server'

const closingPollMs = 20

/** What ends when the process ends. */
export interface Stoppable {
  readonly server: ServerType
  /** The server's connections, by `watchConnections`. */
  readonly connections: ReadonlySet<Socket>
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
export async function drainAndStop({
  server,
  connections,
  drainMs,
  onDrained,
  stopJobs,
  close,
}: Stoppable): Promise<void> {
  await wait(drainMs)
  onDrained?.()
  await closeServer(server, connections)
  await stopJobs()
  await close()
}

/** Follows a server's connections from its start on, for its stop. */
export function watchConnections(server: ServerType): ReadonlySet<Socket> {
  const connections = new Set<Socket>()
  const follow = (socket: Socket): void => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  // With TLS the handshake counts as read on the connection beneath; what was asked is read on the encrypted one.
  server.on('connection', follow)
  server.on('secureConnection', follow)
  return connections
}

// Node ends a connection that is idle when the server closes, but neither one that becomes idle only then, nor one on
// which nothing has been asked yet: browsers open such in advance, and they would hold the stop up for a minute.
async function closeServer(server: ServerType, connections: ReadonlySet<Socket>): Promise<void> {
  let isClosed = false
  server.close(() => (isClosed = true))
  while (!isClosed) {
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    await wait(closingPollMs)
  }
}
