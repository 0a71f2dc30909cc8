import { createBrowserPorts } from '#web/local/engine/browser-ports.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'

/** Runs a task on database A without an engine, as at sign-in, and closes it again. */
export async function withOutbox<T>(task: (outbox: Outbox, ports: EnginePorts) => Promise<T>): Promise<T> {
  const ports = createBrowserPorts()
  const outbox = createOutbox(ports)
  try {
    return await task(outbox, ports)
  } finally {
    outbox.close()
  }
}
