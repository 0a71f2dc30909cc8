import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogContent } from '#domain/catalog-files/catalog-csv.ts'
import { catalogExportCalls, type CatalogExport } from '#sync/calls/catalog-export.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError, isUnreachable, type Http } from '#web/lib/http.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/** How an export of the page stands (IO-20 to IO-23): not asked for, under way, there, or failed with a message. */
export type ExportState =
  | { readonly name: 'none' }
  | { readonly name: 'running'; readonly content: CatalogContent; readonly isUnreachable: boolean }
  | {
      readonly name: 'success'
      readonly content: CatalogContent
      readonly url: string
      readonly workbookUrl: string | null
      readonly pieces: readonly string[]
      readonly entries: number
    }
  | { readonly name: 'error'; readonly content: CatalogContent; readonly text: string }

/** One export at a time: its state, its start, which is its restart too, and the way back to none. */
export interface CatalogExportRun {
  readonly state: ExportState
  readonly start: (content: CatalogContent) => void
  readonly reset: () => void
}

/** Wait between two questions after a file (IO-25). */
const pollMs = 3_000

/** Runs exports of the account that is worked in, and asks after the one under way until it has a file or has failed. */
export function useCatalogExport(): CatalogExportRun {
  const { t, i18n } = useTranslation('catalog-export')
  const http = useHttp()
  const { viewedAccountId } = useSignedInUser()
  const [content, setContent] = useState<CatalogContent | null>(null)
  const started = useSingleMutation({
    mutationFn: (asked: CatalogContent) =>
      http(catalogExportCalls[asked].start, { query: { account_id: viewedAccountId } }),
    // The page says so itself.
    onError: () => undefined,
  })
  const asked = useQuery({ ...standingQuery(http, content, started.data), enabled: started.data !== undefined })
  const start = (chosen: CatalogContent): void => {
    setContent(chosen)
    started.mutate(chosen)
  }
  const reset = (): void => {
    setContent(null)
    started.reset()
  }
  const refusal = isPassing(asked.error) ? null : asked.error
  return { state: stateOf(), start, reset }

  function stateOf(): ExportState {
    if (content === null) return { name: 'none' }
    if (started.error !== null && !started.isPending)
      return { name: 'error', content, text: callErrorText(i18n, started.error) ?? t(($) => $.error.START_FAILED) }
    if (refusal !== null && !started.isPending)
      return { name: 'error', content, text: callErrorText(i18n, refusal) ?? t(($) => $.error.EXPORT_FAILED) }
    const {
      url = null,
      workbook_url: workbookUrl = null,
      pieces = [],
      entries_count: entries = null,
      error = null,
    } = asked.data ?? {}
    if (started.isPending || (url === null && error === null))
      return { name: 'running', content, isUnreachable: asked.error !== null }
    if (url === null || entries === null)
      return { name: 'error', content, text: t(($) => $.error[error ?? 'EXPORT_FAILED']) }
    return { name: 'success', content, url, workbookUrl, pieces, entries }
  }
}

/** Whether a question has failed for a reason that passes: the export itself goes on. */
function isPassing(error: Error | null): boolean {
  return isUnreachable(error) || (error instanceof CallError && error.status >= 500)
}

function standingQuery(http: Http, content: CatalogContent | null, started: CatalogExport | undefined) {
  const id = started?.id ?? ''
  return queryOptions({
    queryKey: ['catalog-export', content, id],
    queryFn: ({ signal }) => http(catalogExportCalls[content ?? 'products'].read, { params: { id }, signal }),
    // What the start answered is the first standing; the first question comes when the wait is over.
    ...(started === undefined ? {} : { initialData: started }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, error } }) => {
      const isOver = (data?.url ?? data?.error ?? null) !== null || (error !== null && !isPassing(error))
      return isOver ? false : pollMs
    },
  })
}
