import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listBuybackDocumentsCall, shippingLabelCall } from '#sync/calls/buyback-document.ts'
import { isLookedFor, pollShippingLabel } from '#web/buyback/label-polling.ts'
import { addressOf, type Answer, type Http } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { buybackKey } from '../buyback-calls.ts'

function papersQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...buybackKey, 'papers', id],
    queryFn: ({ signal }) => http(listBuybackDocumentsCall, { params: { id }, signal }),
    retry: false,
  })
}

/** A paper of a buyback. */
export type Paper = Answer<typeof listBuybackDocumentsCall>['documents'][number]

/** The papers of a buyback as they come. */
export interface Papers {
  /** Undefined until they are read. */
  readonly documents: readonly Paper[] | undefined
  readonly hasFailed: boolean
  readonly retry: () => void
  /** Whether those that are awaited have been looked for often enough. */
  readonly isOver: boolean
}

/** Reads the papers of a buyback, and looks for those that are awaited as long as for a shipping label (BB-41). */
export function usePapers(id: string): Papers {
  const http = useHttp()
  const queries = useQueryClient()
  const found = useQuery(papersQuery(http, id))
  const [isOver, setOver] = useState(false)
  const isAwaited = found.data?.documents.some(isLookedFor) === true
  useEffect(() => {
    if (!isAwaited) return
    const stop = new AbortController()
    const query = papersQuery(http, id)
    const ask = async (signal: AbortSignal): Promise<number> => {
      const { documents } = await queries.fetchQuery({ ...query, staleTime: 0 })
      const awaited = documents.filter(isLookedFor)
      if (awaited.length === 0) return 200
      if (awaited.some(({ kind }) => kind !== 'shipping_label')) return notYet
      return labelStatus(http, id, signal)
    }
    void pollShippingLabel({ ask, notYet: () => undefined, signal: stop.signal }).then((answer) => {
      if (answer === null) return
      setOver(answer !== 'ready')
      void queries.invalidateQueries({ queryKey: query.queryKey })
    })
    return () => stop.abort()
  }, [id, isAwaited, http, queries])
  return { documents: found.data?.documents, hasFailed: found.isError, retry: () => void found.refetch(), isOver }
}

const notYet = 425

/** What `HEAD …/shipping-label` answers (BB-40). */
async function labelStatus(http: Http, id: string, signal: AbortSignal): Promise<number> {
  return (await http.file(addressOf(shippingLabelCall.path, { params: { id } }), { method: 'HEAD', signal })).status
}
