import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import type { ImportStrategy } from '#domain/catalog-files/catalog-import.ts'
import {
  checkImportCall,
  checkOwnPricesCall,
  createImportCall,
  importOwnPricesCall,
  listImportsCall,
  matchColumnsCall,
  matchOwnPricesCall,
  readImportCall,
  readOwnPricesImportCall,
  type CheckedFile,
  type ImportAnswer,
} from '#sync/calls/catalog-import.ts'
import {
  cancelImportCall,
  cancelOwnPricesCall,
  listChangesCall,
  listOwnChangesCall,
  startImportCall,
  startOwnPricesCall,
  undoImportCall,
  undoOwnPricesCall,
  type ImportChanges,
} from '#sync/calls/catalog-import-change.ts'
import { readRootOrganizationCall } from '#sync/calls/organization.ts'
import type { Http } from '#web/lib/http.ts'
import { checkReadable } from '#web/staff/ui/form/chosen-file.ts'

/** What the reads of imports are kept under. */
export const importKey = ['import'] as const

/** A large file takes its time on a slow line, and a long one to be looked at. */
const fileWaitMs = 300_000
const followMs = 1_000
const listMs = 5_000

/** A file that the user has chosen, and how it is to be read. */
export interface ChosenFile {
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
  readonly file: File
  /** The sheet of a workbook that is read; null where the user has chosen none. */
  readonly sheet: string | null
}

/** Imports of an account, the latest first, page by page (IO-13); read again while one is in progress. */
export const importsQuery = (http: Http, accountId: string, words: string) =>
  infiniteQueryOptions({
    queryKey: [...importKey, 'list', accountId, words],
    queryFn: ({ pageParam, signal }) =>
      http(listImportsCall, {
        params: { accountId },
        query: { page: pageParam, ...(words === '' ? {} : { q: words }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length < last.pagination.total_pages ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) => {
      const running = state.data?.pages.some(({ results }) => results.some(isWorkedOn))
      return running === true ? listMs : false
    },
  })

const followed = (key: readonly string[], read: (signal: AbortSignal) => Promise<ImportAnswer>) =>
  queryOptions({
    queryKey: [...importKey, 'one', ...key],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: ({ state }) => (state.data !== undefined && isWorkedOn(state.data) ? followMs : false),
  })

/** Whether the server is at an import: it is tried, written, or taken back. */
export function isWorkedOn({ status, undo }: ImportAnswer): boolean {
  return status === 'trying' || status === 'in_progress' || undo?.status === 'in_progress'
}

/** Where prices go: up, down, or away. */
export const priceWays = ['up', 'down', 'removed'] as const
type PriceWay = (typeof priceWays)[number]

/** What narrows the list of changes. */
export interface ChangesFilter {
  readonly outcome?: ImportChanges['hydra:member'][number]['outcome'][] | undefined
  readonly moves?: PriceWay | undefined
  readonly state?: NonNullable<ImportChanges['hydra:member'][number]['undo']>[] | undefined
  readonly differs?: 'true' | undefined
}

/** A page of changes that is asked for. */
type ChangesPage = ChangesFilter & { readonly page: number; readonly itemsPerPage: number; readonly q?: string }

/** A page of what an import changes; `asOf` tells one moment of it from another. */
export const changesQuery = (
  http: Http,
  way: Pick<ImportTarget, 'accountId' | 'changes'>,
  { id, asOf }: { readonly id: string; readonly asOf: string },
  query: ChangesPage,
) =>
  queryOptions({
    queryKey: [...importKey, 'changes', way.accountId ?? 'own-prices', id, asOf, query],
    queryFn: ({ signal }) => way.changes(http, id, query, signal),
    placeholderData: keepPreviousData,
  })

/** One import, followed until it has ended. */
export const importQuery = (http: Http, accountId: string, id: string) =>
  followed([accountId, id], (signal) => http(readImportCall, { params: { accountId, id }, signal }))

/** The entity at the top of the account, by which the wizard's address may name it. */
export const rootQuery = (http: Http) =>
  queryOptions({
    queryKey: [...importKey, 'root'],
    queryFn: ({ signal }) => http(readRootOrganizationCall, { signal }),
  })

/** Where the files of a wizard go, and how what became of them is read. */
export interface ImportTarget {
  /** What every file holds; null where it is chosen with the file. */
  readonly fixed: Pick<ChosenFile, 'content' | 'strategy'> | null
  /** Lets the server look at a file, unless it is broken off. */
  readonly check: (http: Http, chosen: ChosenFile, signal: AbortSignal) => Promise<CheckedFile>
  /** Says what such files call a column. */
  readonly match: (http: Http, chosen: ChosenFile, name: string, column: string | null) => Promise<void>
  /** Lets the server import a file; under the same id again it is the same import. */
  readonly send: (http: Http, chosen: ChosenFile, id: string) => Promise<ImportAnswer>
  /** One import, followed until it has ended. */
  readonly followed: (http: Http, id: string) => ReturnType<typeof importQuery>
  /** The account whose imports they are, for what only its pages show; null of a buyer's own lists. */
  readonly accountId: string | null
  /** Reads a page of what one import changes. */
  readonly changes: (http: Http, id: string, query: ChangesPage, signal: AbortSignal) => Promise<ImportChanges>
  /** Imports what was tried. */
  readonly start: (http: Http, id: string) => Promise<ImportAnswer>
  readonly cancel: (http: Http, id: string) => Promise<unknown>
  readonly undo: (http: Http, id: string, withChanged: boolean) => Promise<ImportAnswer>
}

const nameOf = ({ name }: File): string => name.slice(-255)
const named = (sheet: string | null) => (sheet === null ? {} : { sheet })

/** Imports into the catalog of an account. */
export const catalogImportTarget = (accountId: string): ImportTarget => ({
  fixed: null,
  check: async (http, { content, strategy, file, sheet }, signal) => {
    await checkReadable(file)
    const query = { content, strategy, ...named(sheet) }
    return http(checkImportCall, { params: { accountId }, query, body: file, waitMs: fileWaitMs, signal })
  },
  match: async (http, { content }, name, column) => {
    await http(matchColumnsCall, {
      params: { accountId },
      body: { content, columns: [{ name: name.slice(0, 255), column }] },
    })
  },
  send: async (http, { content, strategy, file, sheet }, id) => {
    await checkReadable(file)
    const query = { content, strategy, ...named(sheet), file_name: nameOf(file), id, try: 'true' as const }
    return http(createImportCall, { params: { accountId }, query, body: file, waitMs: fileWaitMs })
  },
  followed: (http, id) => importQuery(http, accountId, id),
  accountId,
  changes: (http, id, query, signal) =>
    http(listChangesCall, { params: { accountId, id }, query: { ...query }, signal }),
  start: (http, id) => http(startImportCall, { params: { accountId, id } }),
  cancel: (http, id) => http(cancelImportCall, { params: { accountId, id } }),
  undo: (http, id, withChanged) => http(undoImportCall, { params: { accountId, id }, body: { withChanged } }),
})

/** A buyer's own price list. */
export const ownPricesImportTarget: ImportTarget = {
  fixed: { content: 'products', strategy: 'recommerce' },
  check: async (http, { file, sheet }, signal) => {
    await checkReadable(file)
    return http(checkOwnPricesCall, { query: named(sheet), body: file, waitMs: fileWaitMs, signal })
  },
  match: async (http, _chosen, name, column) => {
    await http(matchOwnPricesCall, { body: { columns: [{ name: name.slice(0, 255), column }] } })
  },
  send: async (http, { file, sheet }, id) => {
    await checkReadable(file)
    const query = { ...named(sheet), file_name: nameOf(file), id, try: 'true' as const }
    return http(importOwnPricesCall, { query, body: file, waitMs: fileWaitMs })
  },
  followed: (http, id) =>
    followed(['own-prices', id], (signal) => http(readOwnPricesImportCall, { params: { id }, signal })),
  accountId: null,
  changes: (http, id, query, signal) => http(listOwnChangesCall, { params: { id }, query: { ...query }, signal }),
  start: (http, id) => http(startOwnPricesCall, { params: { id } }),
  cancel: (http, id) => http(cancelOwnPricesCall, { params: { id } }),
  undo: (http, id, withChanged) => http(undoOwnPricesCall, { params: { id }, body: { withChanged } }),
}
