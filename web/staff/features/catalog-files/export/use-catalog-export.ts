import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { catalogExportCalls, type CatalogExport } from '#sync/calls/catalog-export.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError, isUnreachable, type Http } from '#web/lib/http.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/** How an export of the page stands (IO-20 to IO-23): not asked for, under way, there, or failed with a message. */
export type ExportState =
  | { readonly name: 'none' }
  | {
      readonly name: 'running'
      readonly content: CatalogContent
      readonly isUnreachable: boolean
      /** Exports that go first; null once it has begun. */
      readonly waitsFor: number | null
      readonly progress: CatalogExport['progress']
    }
  | {
      readonly name: 'success'
      readonly content: CatalogContent
      readonly url: string
      readonly workbookUrl: string | null
      readonly pieces: readonly string[]
      readonly entries: number
    }
  | {
      readonly name: 'error'
      readonly content: CatalogContent
      readonly text: string
      readonly isCancelled: boolean
    }

/** One export at a time: its state, its start, which is its restart too, and the way back to none. */
export interface CatalogExportRun {
  readonly state: ExportState
  readonly start: (content: CatalogContent) => void
  readonly reset: () => void
  /** Ends the one under way and loads the page again; one that has its file by then shows it instead. */
  readonly cancel: () => void
  /** Whether there is something to cancel: none before the start is answered, as the server would go on with it. */
  readonly canCancel: boolean
  readonly isCancelling: boolean
  /** Why the last one was not cancelled; null where it was. */
  readonly cancelProblem: string | null
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
  const cancelled = useSingleMutation({
    mutationFn: ({ id, of }: { readonly id: string; readonly of: CatalogContent }) =>
      http(catalogExportCalls[of].cancel, { params: { id } }),
    onSuccess: reload,
    onError: (error) => {
      const status = error instanceof CallError ? error.status : null
      if (status === 404) reload()
      if (status === 409) void asked.refetch()
    },
  })
  const start = (chosen: CatalogContent): void => {
    setContent(chosen)
    cancelled.reset()
    started.mutate(chosen)
  }
  const reset = (): void => {
    setContent(null)
    started.reset()
  }
  const cancel = (): void => {
    const id = started.data?.id
    if (id !== undefined && content !== null) cancelled.mutate({ id, of: content })
  }
  const refusal = isPassing(asked.error) ? null : asked.error
  return {
    state: stateOf(),
    start,
    reset,
    cancel,
    canCancel: started.data !== undefined,
    isCancelling: cancelled.isPending,
    cancelProblem:
      cancelled.error === null ? null : (callErrorText(i18n, cancelled.error) ?? t(($) => $.error.CANCEL_FAILED)),
  }

  function stateOf(): ExportState {
    if (content === null) return { name: 'none' }
    const failed = (text: string, isCancelled = false) => ({ name: 'error', content, text, isCancelled }) as const
    if (started.error !== null && !started.isPending)
      return failed(callErrorText(i18n, started.error) ?? t(($) => $.error.START_FAILED))
    if (refusal !== null && !started.isPending)
      return failed(callErrorText(i18n, refusal) ?? t(($) => $.error.EXPORT_FAILED))
    const {
      url = null,
      workbook_url: workbookUrl = null,
      pieces = [],
      entries_count: entries = null,
      error = null,
      waits_for: waitsFor = null,
      progress = null,
    } = asked.data ?? {}
    if (started.isPending || (url === null && error === null))
      return { name: 'running', content, isUnreachable: asked.error !== null, waitsFor, progress }
    if (url === null || entries === null)
      return failed(
        t(($) => $.error[error ?? 'EXPORT_FAILED']),
        error === 'EXPORT_CANCELLED',
      )
    return { name: 'success', content, url, workbookUrl, pieces, entries }
  }
}

const reload = (): void => globalThis.location.reload()

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
