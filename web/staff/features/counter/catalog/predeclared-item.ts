import { useCallback } from 'react'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { isUuid } from '#domain/kernel/uuid.ts'
import { firstState, isPredeclared } from '#domain/item/first-state.ts'
import { findPredeclaredCall, type CounterPredeclaredAnswer } from '#sync/calls/counter.ts'
import { noFacts } from '#sync/wire/item-facts.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp, usePlatform } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import type { KnownItem } from '#web/local/outbox/known-item.ts'

/** What the web has predeclared, on this device or as the server knows it. */
export interface PredeclaredItem {
  readonly item: ItemRow
  /** What the server said of an item that this device has not; null where it has it. */
  readonly known: KnownItem | null
}

/** `gone`: nobody waits for it. `away`: this device has it not, and the server cannot be asked. */
type FoundPredeclared = PredeclaredItem | 'gone' | 'away'

/** What the server said stays good for the sale that it began. */
const keptMs = 1_800_000

/**
 * Finds what the web has predeclared by the number of its buyback, the code or the id of its item: on this device, and
 * then at the server, because any store may take it in.
 */
export function useFindPredeclared(): (code: string) => Promise<FoundPredeclared> {
  const engine = useEngine()
  const http = useHttp()
  const { queries } = usePlatform()
  return useCallback(
    async (code) => {
      const views = await (isUuid(code) ? engine.view([code]) : engine.view([], [code]))
      const here = views.find(({ item }) => [item.id, item.buybackCode, item.code].includes(code))
      // A device knows of other places' items no more than their codes.
      if (here !== undefined && here.item.level === 'full')
        return isPredeclared(here.item) ? { item: here.item, known: null } : 'gone'
      try {
        const found = await queries.fetchQuery({
          queryKey: ['predeclared elsewhere', code],
          queryFn: () => http(findPredeclaredCall, { params: { code } }),
          staleTime: keptMs,
          gcTime: keptMs,
          retry: false,
        })
        const known = knownItem(found)
        // The questions are asked under the item's own address.
        queries.setQueryData(['predeclared elsewhere', found.itemId], found)
        return { item: known.item, known }
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        return error.failure === 'refused' ? 'gone' : 'away'
      }
    },
    [engine, http, queries],
  )
}

function knownItem(found: CounterPredeclaredAnswer): KnownItem {
  const { itemId, number, createdAt, productId, categoryId, circuitId, chosen, questionnaire, ...row } = found
  const { declaration, ...item } = row
  const facts = {
    ...noFacts,
    productId,
    categoryId,
    circuit: 'web_drop',
    circuitId,
    declaration: declaration as Declaration | null,
    chosen,
  } as const
  return {
    item: {
      ...item,
      ...firstState('web_drop'),
      id: itemId,
      level: 'full',
      buybackCode: number,
      createdAtMs: Date.parse(createdAt),
      stockId: null,
      warehouseId: null,
      tested: false,
      leftStatus: null,
      keepsMoney: false,
      last: null,
      promisedOn: null,
      latestMoveAtMs: null,
      facts,
    },
    questionnaires: questionnaire === null ? [] : [questionnaire],
  }
}
