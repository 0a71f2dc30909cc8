import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { decideRelease, type Release } from '#domain/quarantine/quarantine.ts'
import { declaredOf, type ItemRow } from '#sync/wire/item-row.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import type { QuarantineRow } from './quarantine-row.ts'
import { releaseItem, type ReleaseEnd } from './release-item.ts'
import { quarantineKey } from './use-quarantine.ts'

/** Lets items out of quarantine; a return has its label first. */
export function useRelease() {
  const engine = useEngine()
  const http = useHttp()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)

  return {
    busy,
    release: async (itemId: string, release: Release): Promise<ReleaseEnd> => {
      setBusy(true)
      try {
        return await releaseItem(engine, http, itemId, release)
      } finally {
        setBusy(false)
        void queries.invalidateQueries({ queryKey: quarantineKey })
      }
    },
  }
}

/**
 * Whether the rules allow a way out, the label apart, which is made on the way. Where the device has no copy of the item,
 * its buyback alone says so, and the server the rest.
 */
export function mayRelease({ buybackStatus }: QuarantineRow, item: ItemRow | null, release: Release): boolean {
  const more = { hasReturnLabel: true, nativeStock: () => '' }
  if (item !== null) return decideRelease(item, release, { ...more, declared: declaredOf(item) }).ok
  const nothing = { declaration: null, declaredGrade: null, declaredPriceCents: null }
  return decideRelease({ ...unknown, buybackStatus }, release, { ...more, declared: nothing }).ok
}

const unknown = {
  status: 'item_in_quarantine',
  stockId: null,
  warehouseId: null,
  destinationWarehouseId: '',
  tested: false,
  leftStatus: null,
  keepsMoney: true,
} as const
