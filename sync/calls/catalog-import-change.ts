import * as z from 'zod'
import { changeOutcomes, undoOutcomes } from '#domain/catalog-files/import-changes.ts'
import { defaultLanguage, languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { importAnswer, readImportCall } from './catalog-import.ts'
import { anyOf, collection, listQuery, searchWords } from './list.ts'

const { params } = readImportCall
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Something that an import has written, or that its trial says it will. */
export const importChange = z.object({
  id: z.string(),
  line: z.int(),
  outcome: z.enum(changeOutcomes),
  name: z.string(),
  reference: z.string().nullable(),
  /** Whether the trial had said something else of the line. */
  differs: z.boolean(),
  /** What became of it when the import was taken back. */
  undo: z.enum(undoOutcomes).nullable(),
  /** Columns of the file that change; amounts are cents. */
  changes: z.array(z.object({ column: z.string(), isAmount: z.boolean(), before: value, after: value })),
})
export type ImportChangeAnswer = z.output<typeof importChange>

const switchText = z.enum(['true', 'false']).transform((text) => text === 'true')

/** `GET /api/accounts/{accountId}/imports/{id}/changes`: what it changes, old and new, in the order of the file. */
export const listChangesCall = {
  method: 'get',
  path: '/api/accounts/{accountId}/imports/{id}/changes',
  params,
  query: listQuery(['line'], {
    outcome: anyOf(z.enum(changeOutcomes)),
    /** Columns of the file of which one is to change at least. */
    column: anyOf(textOf('line').min(1).max(64)),
    /** Prices that rise, that fall, or that are taken away. */
    moves: z.enum(['up', 'down', 'removed']).optional(),
    /** What became of it when the import was taken back. */
    state: anyOf(z.enum(undoOutcomes)),
    differs: switchText.optional(),
    /** Words of its name or reference. */
    q: searchWords.optional(),
  }),
  answer: collection(importChange),
} as const
export type ImportChanges = z.output<typeof listChangesCall.answer>

const act = <const Name extends string>(name: Name) =>
  ({ method: 'post', path: `/api/accounts/{accountId}/imports/{id}/${name}`, params, answer: importAnswer }) as const

/** `POST …/imports/{id}/start`: imports what was tried; asked again it is the same import. */
export const startImportCall = act('start')

/** `POST …/imports/{id}/cancel`: ends one that waits or runs; what it has written stays. A trial is forgotten. */
export const cancelImportCall = {
  method: 'post',
  path: '/api/accounts/{accountId}/imports/{id}/cancel',
  params,
} as const

/** `POST …/imports/{id}/undo`: takes an import back; what was changed since stays, unless `withChanged` says otherwise. */
export const undoImportCall = {
  ...act('undo'),
  body: z.strictObject({ withChanged: z.boolean().default(false) }),
} as const

/** `GET …/imports/{id}/file`: the file as it came. */
export const importFileCall = { method: 'get', path: '/api/accounts/{accountId}/imports/{id}/file', params } as const

/** `GET …/imports/{id}/refused`: the lines that are refused, as the file has them, with their reasons in a last column. */
export const refusedLinesCall = {
  method: 'get',
  path: '/api/accounts/{accountId}/imports/{id}/refused',
  params,
  query: z.strictObject({ language: z.enum(languages).default(defaultLanguage) }),
} as const

const own = z.object({ id: params.shape.id })

/** `GET /api/own-prices/imports/{id}/changes`: what a list that the caller's company has sent changes. */
export const listOwnChangesCall = {
  ...listChangesCall,
  path: '/api/own-prices/imports/{id}/changes',
  params: own,
} as const

/** `POST /api/own-prices/imports/{id}/start`: imports such a list that was tried; asked again it is the same import. */
export const startOwnPricesCall = {
  method: 'post',
  path: '/api/own-prices/imports/{id}/start',
  params: own,
  answer: importAnswer,
} as const

/** `POST /api/own-prices/imports/{id}/undo`: takes back a list that the caller's company has sent. */
export const undoOwnPricesCall = {
  method: 'post',
  path: '/api/own-prices/imports/{id}/undo',
  params: own,
  body: undoImportCall.body,
  answer: importAnswer,
} as const

/** `POST /api/own-prices/imports/{id}/cancel`. */
export const cancelOwnPricesCall = { method: 'post', path: '/api/own-prices/imports/{id}/cancel', params: own } as const
