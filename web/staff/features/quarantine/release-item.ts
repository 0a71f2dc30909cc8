import type { Release } from '#domain/quarantine/quarantine.ts'
import { returnLabelCall } from '#sync/calls/quarantine.ts'
import { releaseFromQuarantine } from '#sync/operations/quarantine/release-from-quarantine.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import { CallError, type Http } from '#web/lib/http.ts'
import type { Engine } from '#web/local/engine/engine.ts'

/**
 * How a release ended: done, once the server has applied it; kept on the device or held by the server; refused for a
 * reason; or blocked because its label cannot be made (WH-15).
 */
export type ReleaseEnd =
  | { readonly kind: 'done'; readonly release: Release; readonly label: string | null }
  | {
      readonly kind: 'waiting'
      readonly release: Release
      readonly label: string | null
      readonly opId: string
      readonly isHeld: boolean
    }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'blocked'; readonly code: string }

/** Lets an item out of quarantine; a return has its label first. */
export async function releaseItem(engine: Engine, http: Http, itemId: string, release: Release): Promise<ReleaseEnd> {
  let label: string | null = null
  if (release === 'returned') {
    try {
      label = (await http(returnLabelCall, { params: { id: itemId } })).number
    } catch (error) {
      return endWithoutLabel(error)
    }
    await awaitLabel(engine, itemId)
  }
  const captured = await engine.dispatch(releaseFromQuarantine, { itemId, release })
  if (!captured.captured) return { kind: 'refused', code: captured.code }
  await engine.sync()
  return endOf(engine, itemId, { kind: 'waiting', release, label, opId: captured.opId, isHeld: false })
}

/** What has become of a release that waits to be decided. */
export async function endOf(
  engine: Engine,
  itemId: string,
  waiting: ReleaseEnd & { kind: 'waiting' },
): Promise<ReleaseEnd> {
  const row = (await engine.operationsOf(itemId)).find(({ opId }) => opId === waiting.opId)
  if (row === undefined || row.state === 'pending') return { ...waiting, isHeld: false }
  if (row.state === 'held') return { ...waiting, isHeld: true }
  if (row.state === 'applied') return { kind: 'done', release: waiting.release, label: waiting.label }
  return { kind: 'refused', code: row.outcome?.code ?? 'SYNC_NEEDS_A_PERSON' }
}

/** The product waits for its label only where the label is what fails; the server may also say no to its return. */
function endWithoutLabel(error: unknown): ReleaseEnd {
  if (!(error instanceof CallError)) return { kind: 'blocked', code: 'SERVER_ERROR' }
  const { failure, status, code } = error
  const isNo = failure === 'refused' && status < 500 && status !== 408 && status !== 429
  return { kind: isNo && code !== 'RETURN_LABEL_NO_ADDRESS' ? 'refused' : 'blocked', code }
}

// The copy refuses a return until it knows of the label; of an item that it knows by its codes alone, or not at all, the
// server judges.
async function awaitLabel(engine: Engine, itemId: string): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const [view] = await engine.view([itemId])
    if (view === undefined || view.item.level === 'slim' || itemFacts(view.item).hasReturnLabel) return
    await engine.sync()
  }
}
