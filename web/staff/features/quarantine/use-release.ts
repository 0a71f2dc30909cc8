import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { decideRelease, type Release } from '#domain/warehouse/quarantine.ts'
import { returnLabelCall } from '#sync/calls/quarantine.ts'
import { releaseFromQuarantine } from '#sync/operations/warehouse/release-from-quarantine.ts'
import { declaredOf, itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine-context.tsx'
import type { Engine } from '#web/local/engine.ts'
import { quarantineKey } from './use-quarantine.ts'

/** How a release ended: done, refused for a reason, or blocked because its label cannot be made (WH-15). */
export type ReleaseEnd =
  | { readonly kind: 'done'; readonly release: Release; readonly label: string | null }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'blocked'; readonly code: string }

/** Lets items out of quarantine; a return has its label first. */
export function useRelease() {
  const engine = useEngine()
  const http = useHttp()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function run(itemId: string, release: Release): Promise<ReleaseEnd> {
    let label: string | null = null
    if (release === 'returned') {
      try {
        label = (await http(returnLabelCall, { params: { id: itemId } })).number
      } catch (error) {
        return { kind: 'blocked', code: error instanceof CallError ? error.code : 'SERVER_ERROR' }
      }
      await awaitLabel(engine, itemId)
    }
    const captured = await engine.dispatch(releaseFromQuarantine, { itemId, release })
    if (!captured.captured) return { kind: 'refused', code: captured.code }
    await engine.sync()
    const [decided] = (await engine.operations('tray')).filter(({ opId }) => opId === captured.opId)
    if (decided !== undefined) return { kind: 'refused', code: decided.outcome?.code ?? 'SYNC_NEEDS_A_PERSON' }
    return { kind: 'done', release, label }
  }

  return {
    busy,
    release: async (itemId: string, release: Release): Promise<ReleaseEnd> => {
      setBusy(true)
      try {
        return await run(itemId, release)
      } finally {
        setBusy(false)
        void queries.invalidateQueries({ queryKey: quarantineKey })
      }
    },
  }
}

// The copy refuses a return until it knows of the label; without a copy of the item the server alone judges.
async function awaitLabel(engine: Engine, itemId: string): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const [view] = await engine.view([itemId])
    if (view === undefined || itemFacts(view.item).hasReturnLabel) return
    await engine.sync()
  }
}

/** Whether the rules allow a way out, the label apart, which is made on the way. */
export function mayRelease(item: ItemRow | null, release: Release): boolean {
  if (item === null) return true
  return decideRelease(item, release, { declared: declaredOf(item), hasReturnLabel: true, nativeStock: () => '' }).ok
}
