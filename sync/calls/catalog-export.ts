import * as z from 'zod'
import { catalogContents, type CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { importStrategies } from '#domain/catalog-files/catalog-import.ts'
import { exportErrors } from '#domain/catalog-files/export-errors.ts'
import { languages } from '#domain/kernel/languages.ts'
import { idParams } from './organization.ts'

/**
 * An export on its way (IO-24): `url` and `entries_count` once its file is there, `error` where it will not be, none of
 * them before.
 */
export const catalogExportAnswer = z.object({
  id: z.string(),
  /** Path of the file on this origin, for who may export; the part behind the last `/` is its name. */
  url: z.string().nullable(),
  /** Path of the same file as a workbook; null of a file that is larger than those that are made. */
  workbook_url: z.string().nullable(),
  /** Paths of the pieces of a file that is larger than an import takes; each has the head. None where it is not. */
  pieces: z.array(z.string()),
  /** Lines of the file without its head: products, categories, or the answers of the questions. */
  entries_count: z.int().nullable(),
  /** Exports that go first; null once it has begun or ended. */
  waits_for: z.int().nullable(),
  /** Lines that are written, of how many; null before it has begun and once it has ended. */
  progress: z.object({ done: z.int(), of: z.int() }).nullable(),
  error: z.enum(exportErrors).nullable(),
})
/** An export on its way. */
export type CatalogExport = z.output<typeof catalogExportAnswer>

const startQuery = z.strictObject({
  account_id: z.guid().toLowerCase().describe('The account that is worked in'),
})
const fileParams = idParams.extend({ file: z.string().min(1).max(120) })

/** `POST /api/…/exports?account_id=`: begins an export, or shares the one that waits to begin (IO-24, IO-26). */
const start = { method: 'post', query: startQuery, answer: catalogExportAnswer } as const
/** `GET /api/…/exports/{id}`: how it stands (IO-25). */
const read = { method: 'get', params: idParams, answer: catalogExportAnswer } as const
/** `POST /api/…/exports/{id}/cancel`: the caller waits for it no more; it ends where nobody else does. */
const cancel = { method: 'post', params: idParams } as const
/** `GET /api/…/exports/{id}/{file}`: the file, or the workbook that is called so, for a day (IO-21). */
const file = { method: 'get', params: fileParams } as const

/** The calls of each content's exports. */
export const catalogExportCalls = {
  products: {
    start: { ...start, path: '/api/products/exports' },
    read: { ...read, path: '/api/products/exports/{id}' },
    cancel: { ...cancel, path: '/api/products/exports/{id}/cancel' },
    file: { ...file, path: '/api/products/exports/{id}/{file}' },
  },
  categories: {
    start: { ...start, path: '/api/categories/exports' },
    read: { ...read, path: '/api/categories/exports/{id}' },
    cancel: { ...cancel, path: '/api/categories/exports/{id}/cancel' },
    file: { ...file, path: '/api/categories/exports/{id}/{file}' },
  },
  diagnostic: {
    start: { ...start, path: '/api/diagnostic-questions/exports' },
    read: { ...read, path: '/api/diagnostic-questions/exports/{id}' },
    cancel: { ...cancel, path: '/api/diagnostic-questions/exports/{id}/cancel' },
    file: { ...file, path: '/api/diagnostic-questions/exports/{id}/{file}' },
  },
} as const satisfies Record<CatalogContent, unknown>

/** `GET /api/catalog-templates/{content}`: a workbook of an import without lines, with a sheet that explains its columns. */
export const catalogTemplateCall = {
  method: 'get',
  path: '/api/catalog-templates/{content}',
  params: z.object({ content: z.enum(catalogContents) }),
  query: z.strictObject({ strategy: z.enum(importStrategies), language: z.enum(languages) }),
} as const
