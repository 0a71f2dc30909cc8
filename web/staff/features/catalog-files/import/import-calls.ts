import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CatalogContent } from '#domain/catalog-files/catalog-csv.ts'
import type { ImportStrategy } from '#domain/catalog-files/catalog-import.ts'
import {
  checkImportCall,
  checkOwnPricesCall,
  createImportCall,
  importOwnPricesCall,
  listImportsCall,
  matchColumnsCall,
  readImportCall,
  readOwnPricesImportCall,
  type CheckedFile,
  type ImportAnswer,
} from '#sync/calls/catalog-import.ts'
import { readRootOrganizationCall } from '#sync/calls/organization.ts'
import type { Http } from '#web/lib/http.ts'
import { checkReadable } from '#web/staff/ui/form/chosen-file.ts'

const importKey = ['import'] as const

/** A large file takes its time on a slow line, and a long one to be looked at. */
const fileWaitMs = 300_000
const followMs = 1_000
const listMs = 5_000

/** A file that the user has chosen, and how it is to be read. */
export interface ChosenFile {
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
  readonly file: File
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
      const running = state.data?.pages.some(({ results }) => results.some(({ status }) => status === 'in_progress'))
      return running === true ? listMs : false
    },
  })

const followed = (key: readonly string[], read: (signal: AbortSignal) => Promise<ImportAnswer>) =>
  queryOptions({
    queryKey: [...importKey, 'one', ...key],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? followMs : false),
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
export interface ImportWay {
  /** What every file holds; null where it is chosen with the file. */
  readonly fixed: Omit<ChosenFile, 'file'> | null
  /** Lets the server look at a file, unless it is broken off. */
  readonly check: (http: Http, chosen: ChosenFile, signal: AbortSignal) => Promise<CheckedFile>
  /** Says what the files of the account call a column; null where they are matched by their names alone. */
  readonly match: ((http: Http, chosen: ChosenFile, name: string, column: string | null) => Promise<void>) | null
  /** Lets the server import a file; under the same id again it is the same import. */
  readonly send: (http: Http, chosen: ChosenFile, id: string) => Promise<ImportAnswer>
  /** One import, followed until it has ended. */
  readonly followed: (http: Http, id: string) => ReturnType<typeof importQuery>
}

const nameOf = ({ name }: File): string => name.slice(-255)

/** Imports into the catalog of an account. */
export const catalogWay = (accountId: string): ImportWay => ({
  fixed: null,
  check: async (http, { content, strategy, file }, signal) => {
    await checkReadable(file)
    const query = { content, strategy }
    return http(checkImportCall, { params: { accountId }, query, body: file, waitMs: fileWaitMs, signal })
  },
  match: async (http, { content }, name, column) => {
    await http(matchColumnsCall, {
      params: { accountId },
      body: { content, columns: [{ name: name.slice(0, 255), column }] },
    })
  },
  send: async (http, { content, strategy, file }, id) => {
    await checkReadable(file)
    const query = { content, strategy, file_name: nameOf(file), id }
    return http(createImportCall, { params: { accountId }, query, body: file, waitMs: fileWaitMs })
  },
  followed: (http, id) => importQuery(http, accountId, id),
})

/** A buyer's own price list. */
export const ownPricesWay: ImportWay = {
  fixed: { content: 'products', strategy: 'recommerce' },
  check: async (http, { file }, signal) => {
    await checkReadable(file)
    return http(checkOwnPricesCall, { body: file, waitMs: fileWaitMs, signal })
  },
  match: null,
  send: async (http, { file }, id) => {
    await checkReadable(file)
    return http(importOwnPricesCall, { query: { file_name: nameOf(file), id }, body: file, waitMs: fileWaitMs })
  },
  followed: (http, id) =>
    followed(['own-prices', id], (signal) => http(readOwnPricesImportCall, { params: { id }, signal })),
}
