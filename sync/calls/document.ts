import * as z from 'zod'
import { printerFaults } from '#domain/document/document-errors.ts'
import { floorDocumentKinds, mediaSizes } from '#domain/document/document-kind.ts'
import { printerSchema } from '#domain/document/printer.schema.ts'
import { scanCommands } from '#domain/item/resolve-code.ts'
import { anyOf, collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'

/** A paper as a file: the id of its item or package, and how it is written. */
const fileParams = z.strictObject({
  file: z
    .string()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|zpl)$/i)
    .transform((name) => ({
      id: name.slice(0, 36).toLowerCase(),
      format: name.slice(37).toLowerCase() as 'pdf' | 'zpl',
    })),
})

const fileQuery = z.strictObject({
  /** Without it, the medium that the paper is made for; ZPL goes on labels alone. */
  media: z.enum(mediaSizes).optional(),
  dotsPerMm: z.coerce
    .number()
    .pipe(z.union([z.literal(8), z.literal(12)]))
    .default(8),
})

/** `GET /api/documents/item-label/{id}.pdf` and `.zpl`. */
export const itemLabelCall = {
  method: 'get',
  path: '/api/documents/item-label/{file}',
  params: fileParams,
  query: fileQuery,
} as const

/** `GET /api/documents/return-label/{id}.pdf` and `.zpl`: of the item that goes back to its customer (WH-17). */
export const returnLabelFileCall = {
  method: 'get',
  path: '/api/documents/return-label/{file}',
  params: fileParams,
  query: fileQuery,
} as const

/** `GET /api/documents/package-label/{id}.pdf` and `.zpl`. */
export const packageLabelCall = {
  method: 'get',
  path: '/api/documents/package-label/{file}',
  params: fileParams,
  query: fileQuery,
} as const

/** `GET /api/documents/packing-slip/{id}.pdf` and `.zpl`. */
export const packingSlipCall = {
  method: 'get',
  path: '/api/documents/packing-slip/{file}',
  params: fileParams,
  query: fileQuery,
} as const

/** `GET /api/documents/tracking-sheet/{id}.pdf` and `.zpl`. */
export const trackingSheetCall = {
  method: 'get',
  path: '/api/documents/tracking-sheet/{file}',
  params: fileParams,
  query: fileQuery,
} as const

/** `GET /api/documents/command-sheet.pdf`: barcodes of commands, and of the stock locations of a warehouse. */
export const commandSheetCall = {
  method: 'get',
  path: '/api/documents/command-sheet.pdf',
  query: z.strictObject({
    /** Admin types say which warehouse; others have a place of their own. */
    warehouseId: z.guid().toLowerCase().optional(),
    /** Without it, all of them. */
    command: anyOf(z.enum(scanCommands)),
    /** Without it, all of the warehouse. */
    stockId: anyOf(z.guid().toLowerCase()),
    /** One part alone; without it, both. */
    only: z.enum(['commands', 'stocks']).optional(),
  }),
} as const

/** A label printer of a warehouse or store. */
export const printerAnswer = z.object({
  id: z.string(),
  version: z.int(),
  organizationId: z.string(),
  organizationName: z.string(),
  ...printerSchema.shape,
  host: z.string(),
  port: z.int(),
  fingerprint: z.string(),
  /** How the last test label went since it was last set up; null where there was none. */
  tested: z
    .object({
      at: z.string(),
      fault: z.enum(printerFaults).nullable(),
      /** SHA-256 of the certificate that the printer showed; empty where it showed none. */
      certificate: z.string(),
    })
    .nullable(),
})
/** A label printer. */
export type PrinterAnswer = z.output<typeof printerAnswer>

/** `GET /api/printers`: the printers that the caller may print on. */
export const listPrintersCall = {
  method: 'get',
  path: '/api/printers',
  query: listQuery(['organizationName', 'name'], {}),
  answer: collection(printerAnswer),
} as const

/** Places that may have printers of their own. */
export const printerPlacesCall = {
  method: 'get',
  path: '/api/printers/places',
  query: listQuery(['type', 'name'], {}),
  answer: collection(z.object({ id: z.string(), name: z.string(), type: z.enum(['warehouse', 'store']) })),
} as const

/** `POST /api/printers`. */
export const createPrinterCall = {
  method: 'post',
  path: '/api/printers',
  body: printerSchema.extend({
    organizationId: z.guid().toLowerCase(),
    encrypted: printerSchema.shape.encrypted.default(false),
    fingerprint: printerSchema.shape.fingerprint.default(''),
  }),
  answer: printerAnswer,
} as const

/** `PATCH /api/printers/{id}` with a merge patch. */
export const patchPrinterCall = {
  method: 'patch',
  path: '/api/printers/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: printerSchema.partial(),
  answer: printerAnswer,
} as const

/** `DELETE /api/printers/{id}`. */
export const deletePrinterCall = { method: 'delete', path: '/api/printers/{id}', params: idParams } as const

/** `POST /api/printers/{id}/print`: sends a paper of ours to the printer; its content is never the caller's. */
export const printCall = {
  method: 'post',
  path: '/api/printers/{id}/print',
  params: idParams,
  body: z.strictObject({
    kind: z.enum([...floorDocumentKinds, 'test_label']),
    /** Item or package; a test label needs none. */
    documentId: z.guid().toLowerCase().optional(),
    copies: z.int().min(1).max(10).default(1),
  }),
} as const
