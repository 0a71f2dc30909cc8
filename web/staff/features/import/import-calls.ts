import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CatalogContent } from '#domain/exchange/catalog-csv.ts'
import type { ImportStrategy } from '#domain/exchange/catalog-import.ts'
import { checkImportCall, createImportCall, listImportsCall, readImportCall } from '#sync/calls/catalog-import.ts'
import { readRootOrganizationCall } from '#sync/calls/organization.ts'
import type { Http } from '#web/lib/http.ts'
import { checkReadable } from '#web/staff/ui/chosen-file.ts'

const importKey = ['import'] as const

/** A large file takes its time on a slow line, and a long one to be looked at. */
const fileWaitMs = 300_000
const followMs = 1_000
const listMs = 5_000

/** A file that somebody has chosen, and how it is to be read. */
export interface ChosenFile {
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
  readonly file: File
}

/** Imports of an account, the latest first, page by page (IO-13); read again while one is in progress. */
export const importsQuery = (http: Http, accountId: string) =>
  infiniteQueryOptions({
    queryKey: [...importKey, 'list', accountId],
    queryFn: ({ pageParam, signal }) =>
      http(listImportsCall, { params: { accountId }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length < last.pagination.total_pages ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) => {
      const running = state.data?.pages.some(({ results }) => results.some(({ status }) => status === 'in_progress'))
      return running === true ? listMs : false
    },
  })

/** One import, followed until it has ended. */
export const importQuery = (http: Http, accountId: string, id: string) =>
  queryOptions({
    queryKey: [...importKey, 'one', accountId, id],
    queryFn: ({ signal }) => http(readImportCall, { params: { accountId, id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? followMs : false),
  })

/** The entity at the top of the account, by which the wizard's address may name it. */
export const rootQuery = (http: Http) =>
  queryOptions({
    queryKey: [...importKey, 'root'],
    queryFn: ({ signal }) => http(readRootOrganizationCall, { signal }),
  })

/** Lets the server look at a file, unless it is broken off. */
export async function checkFile(
  http: Http,
  accountId: string,
  { content, strategy, file }: ChosenFile,
  signal: AbortSignal,
) {
  await checkReadable(file)
  const query = { content, strategy }
  return http(checkImportCall, { params: { accountId }, query, body: file, waitMs: fileWaitMs, signal })
}

/** Lets the server import a file; under the same id again it is the same import. */
export async function sendFile(http: Http, accountId: string, { content, strategy, file }: ChosenFile, id: string) {
  await checkReadable(file)
  const query = { content, strategy, file_name: file.name.slice(-255), id }
  return http(createImportCall, { params: { accountId }, query, body: file, waitMs: fileWaitMs })
}
