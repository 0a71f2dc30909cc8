import type { Engine } from '#web/local/engine/engine.ts'
import type { PrintRequest } from '#web/staff/ui/print/use-print.ts'

// A browser lets a press open a tab for about five seconds.
const patienceMs = 3000

/** Lets the server know first what this device has done with a product, so that the server's label says no less. */
export async function sendFirst(
  engine: Pick<Engine, 'operationsOf' | 'sync'>,
  { kind, id }: PrintRequest,
  waitMs = patienceMs,
): Promise<void> {
  if (kind !== 'item_label') return
  const own = await engine.operationsOf(id).catch(() => [])
  if (!own.some(({ state }) => state === 'pending')) return
  await Promise.race([engine.sync().catch(() => undefined), new Promise((done) => setTimeout(done, waitMs))])
}
