import { useEffect, useMemo, useRef, useState } from 'react'
import { CallError, type Answer } from '#web/lib/http.ts'
import type { BuybackDocumentsAnswer } from '#sync/calls/buyback-document.ts'
import type { BuybackAnswer, buybackInstructionsCall } from '#sync/calls/buyback-detail.ts'

/** The calls by which what was sold is read. */
export interface ConfirmationCalls {
  readonly readBuyback: (id: string) => Promise<BuybackAnswer>
  readonly readInstructions: (id: string) => Promise<Answer<typeof buybackInstructionsCall>>
  readonly readDocuments: (id: string) => Promise<BuybackDocumentsAnswer>
}

/** A buyback as its confirmation shows it. */
export interface Sold {
  readonly buyback: BuybackAnswer
  readonly next: Answer<typeof buybackInstructionsCall>
  readonly documents: BuybackDocumentsAnswer['documents']
}

/** A product of a confirmation: what was read of it, or why nothing was. */
export type SoldState = Sold | 'waiting' | 'failed' | 'unknown'

/** Products that are read at once, by three calls each: a browser opens six connections to a server. */
const abreast = 2

/**
 * Reads what was sold, a few products at a time: each call has its time from the moment at which it begins, and the
 * failure of one product is no other's.
 */
export function useSold(
  ids: readonly string[],
  calls: ConfirmationCalls,
): { readonly states: readonly (readonly [string, SoldState])[]; readonly again: (ids: readonly string[]) => void } {
  const [known, setKnown] = useState<ReadonlyMap<string, SoldState>>(new Map())
  const latest = useRef(calls)
  const wanted = ids.join()
  const read = useRef(async (asked: readonly string[], signal?: AbortSignal): Promise<void> => {
    const rest = asked.values()
    const readNext = async (): Promise<void> => {
      for (const id of rest) {
        const state = await readSold(latest.current, id)
        if (signal?.aborted === true) return
        setKnown((before) => new Map(before).set(id, state))
      }
    }
    await Promise.all(Array.from({ length: abreast }, readNext))
  })
  useEffect(() => {
    const abort = new AbortController()
    if (wanted !== '') void read.current([...new Set(wanted.split(','))], abort.signal)
    return () => abort.abort()
  }, [wanted])
  const states = useMemo(
    () => (wanted === '' ? [] : [...new Set(wanted.split(','))].map((id) => [id, known.get(id) ?? 'waiting'] as const)),
    [wanted, known],
  )
  return {
    states,
    again: (asked) => {
      setKnown((before) => new Map([...before, ...asked.map((id) => [id, 'waiting'] as const)]))
      void read.current(asked)
    },
  }
}

async function readSold(calls: ConfirmationCalls, id: string): Promise<SoldState> {
  try {
    const [buyback, next, { documents }] = await Promise.all([
      calls.readBuyback(id),
      calls.readInstructions(id),
      calls.readDocuments(id),
    ])
    return { buyback, next, documents }
  } catch (error) {
    return error instanceof CallError && error.status === 404 ? 'unknown' : 'failed'
  }
}
