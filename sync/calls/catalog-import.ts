import * as z from 'zod'
import { catalogContents } from '#domain/catalog-files/catalog-columns.ts'
import { textEncodings } from '#domain/kernel/text-encoding.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { searchWords } from './list.ts'
import { importOrigins, importStatuses, importStrategies } from '#domain/catalog-files/catalog-import.ts'
import { undoStatuses } from '#domain/catalog-files/import-changes.ts'

const id = z.guid().toLowerCase()
const accountParams = z.object({ accountId: id })

const account = z.object({ id: z.string(), common_name: z.string() })
const person = z.object({ id: z.string(), name: z.string() })

const priceMove = z.object({
  line: z.int(),
  name: z.string(),
  column: z.string(),
  before: z.int(),
  after: z.int(),
})

/** What a trial found: lines of each outcome, and how the prices move. */
export const importTrial = z.object({
  inserted: z.int(),
  updated: z.int(),
  ignored: z.int(),
  prices: z.object({
    rising: z.int(),
    falling: z.int(),
    added: z.int(),
    removed: z.int(),
    largestRise: priceMove.nullable(),
    largestFall: priceMove.nullable(),
    /** How many prices move by how many percent, between -50, -20, -10, -5, 0, 5, 10, 20, 50. */
    bins: z.array(z.int()),
  }),
})

/** What is said of a line: why it is left out, or what is to be known of it. A line may be told several things. */
const lineTold = z.object({
  line: z.int(),
  code: z.string(),
  /** The column; null where it is the whole line. */
  field: z.string().nullable(),
  /** What the column says, shortened. */
  value: z.string().nullable(),
  /** What else it is about: the reference that exists, the earlier line. */
  other: z.string().nullable(),
  /** What the line calls the thing that it is about; null where it says nothing, and of older imports. */
  reference: z.string().nullable(),
})

/** An import of the catalog (IO-06); a list names the first ignored lines of each alone. */
export const importAnswer = z.object({
  id: z.string(),
  origin: z.enum(importOrigins),
  created_at: z.iso.datetime(),
  destination_account: account,
  /** Null where a file was imported. */
  source_account: account.nullable(),
  /** Null where nobody of this account made it. */
  created_by: person.nullable(),
  status: z.enum(importStatuses),
  content: z.enum(catalogContents),
  strategy: z.enum(importStrategies),
  file_name: z.string(),
  queued_at: z.iso.datetime(),
  /** Null while it waits for those before it. */
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** Lines of the file that are written or ignored so far. */
  lines_done: z.int(),
  /** Whether the file can be downloaded. */
  has_file: z.boolean(),
  /** Imports that go before this one while it waits; null once it has started, and of what has ended. */
  waits_for: z.int().nullable(),
  cancelled_by: person.nullable(),
  /** What its trial found; null of what was not tried. */
  trial: importTrial.nullable(),
  /** Lines that did something else than the trial had said, because the catalog has changed in between. */
  lines_differing: z.int(),
  /** Things that it has written, or that its trial says it will. */
  changes_count: z.int(),
  /** Until when its file can be downloaded, and until when it can be taken back; null of what has not ended. */
  kept_until: z.iso.datetime().nullable(),
  /** When its file and its changes were deleted; null where they are there. */
  forgotten_at: z.iso.datetime().nullable(),
  /** How it was taken back; null where nobody has asked for it. */
  undo: z
    .object({
      status: z.enum(undoStatuses),
      by: person.nullable(),
      asked_at: z.iso.datetime(),
      ended_at: z.iso.datetime().nullable(),
      /** Things that are as they were before. */
      undone: z.int(),
      /** Things that stay as they are, because they were changed or are used since. */
      left: z.int(),
    })
    .nullable(),
  /** What it says while the import is in progress is as of now. */
  report: z.object({
    /** Why the file was not read to its end. */
    error: z.string().nullable(),
    /** Lines that say what is there already are found, and counted nowhere else. */
    lines_count: z.object({ found: z.int(), inserted: z.int(), updated: z.int(), ignored: z.int() }),
    /** In the order of the file, whose head is line 1; the first ones where there are many. */
    ignored_lines: z.array(lineTold),
    /** What is to be known of lines that were read all the same, in the same order. */
    notices: z.array(lineTold),
  }),
})
export type ImportAnswer = z.output<typeof importAnswer>

/** `GET /api/accounts/{accountId}/imports?page=n` (IO-15): the latest first, ten a page. */
export const listImportsCall = {
  method: 'get',
  path: '/api/accounts/{accountId}/imports',
  params: accountParams,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    /** Words of the file's name or of who made it, or the day of its making. */
    q: searchWords.optional(),
  }),
  answer: z.object({ results: z.array(importAnswer), pagination: z.object({ total_pages: z.int() }) }),
} as const
export type ImportPage = z.output<typeof listImportsCall.answer>

/** `GET /api/accounts/{accountId}/imports/{id}`. */
export const readImportCall = {
  method: 'get',
  path: '/api/accounts/{accountId}/imports/{id}',
  params: accountParams.extend({ id }),
  answer: importAnswer,
} as const

const plan = z.strictObject({
  content: z.enum(catalogContents),
  strategy: z.enum(importStrategies),
  /** The sheet of a workbook that is read, where several have lines. */
  sheet: textOf('line').min(1).max(255).optional(),
})
/** A text file or a workbook. */
const csv = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** What a file is found to be (IO-03). */
export const checkedFile = z.object({
  lines: z.int(),
  format: z.enum(['csv', 'xlsx']),
  /** Null of a workbook, which has none. */
  encoding: z.enum(textEncodings).nullable(),
  delimiter: z.enum([';', ',', '\t']).nullable(),
  /** The sheet that is read of a workbook with several that have lines; else null. */
  sheet: z.string().nullable(),
  /** The sheets of such a workbook, of which another one may be named. */
  sheets: z.array(z.string()),
  /** The row that names the columns; what stands above it is not read. */
  head_line: z.int(),
  /** Lines that the spreadsheet does not show; they are read as the others are. */
  hidden_lines: z.int(),
  columns: z.object({
    /** The names in the head, each with the column that it is read as, and with some of its values. */
    head: z.array(
      z.object({
        name: z.string(),
        column: z.string().nullable(),
        by: z.enum(['name', 'words', 'choice']).nullable(),
        samples: z.array(z.string()),
      }),
    ),
    unknown: z.array(z.string()),
    missing: z.array(z.string()),
    duplicated: z.array(z.string()),
  }),
})
/** What a file is found to be. */
export type CheckedFile = z.output<typeof checkedFile>

/** `POST /api/accounts/{accountId}/imports/check`: looks at a file, and keeps and changes nothing. */
export const checkImportCall = {
  method: 'post',
  path: '/api/accounts/{accountId}/imports/check',
  params: accountParams,
  query: plan,
  body: csv,
  bodyType: 'csv',
  answer: checkedFile,
} as const

/**
 * `PUT /api/accounts/{accountId}/import-columns`: says what the files of the account call the columns, for this file and
 * all later ones of the content. A column that is null is not read.
 */
export const matchColumnsCall = {
  method: 'put',
  path: '/api/accounts/{accountId}/import-columns',
  params: accountParams,
  body: z.strictObject({
    content: z.enum(catalogContents),
    columns: z
      .array(
        z.strictObject({
          name: textOf('line').min(1).max(255),
          column: textOf('code').max(64).nullable(),
        }),
      )
      .max(200),
  }),
} as const

/**
 * `POST /api/accounts/{accountId}/imports`: takes a file, which is read in the background after those before it. Sent
 * again under the same `id`, it is the same import; another file under it is a conflict.
 */
export const createImportCall = {
  method: 'post',
  path: '/api/accounts/{accountId}/imports',
  params: accountParams,
  query: plan.extend({
    file_name: textOf('fileName').min(1).max(255),
    id: id.optional(),
    /** Decides the whole file and writes nothing; it is then started by another call. */
    try: z.enum(['true', 'false']).default('false'),
  }),
  body: csv,
  bodyType: 'csv',
  answer: importAnswer,
} as const

/** `POST /api/own-prices/imports/check`: the same for a buyer's own price list. */
export const checkOwnPricesCall = {
  method: 'post',
  path: '/api/own-prices/imports/check',
  query: plan.pick({ sheet: true }),
  body: csv,
  bodyType: 'csv',
  answer: checkedFile,
} as const

/** `PUT /api/own-prices/import-columns`: what the buyer's own files call the columns, remembered for later ones. */
export const matchOwnPricesCall = {
  method: 'put',
  path: '/api/own-prices/import-columns',
  body: matchColumnsCall.body.omit({ content: true }),
} as const

/**
 * `POST /api/own-prices/imports`: takes a buyer's own price list, whose lines find products by the buyer's reference.
 * Prices of the products that the caller's company buys change, and nothing else.
 */
export const importOwnPricesCall = {
  method: 'post',
  path: '/api/own-prices/imports',
  query: createImportCall.query.omit({ content: true, strategy: true }),
  body: csv,
  bodyType: 'csv',
  answer: importAnswer,
} as const

/** `GET /api/own-prices/imports/{id}`: one that the caller's company has sent. */
export const readOwnPricesImportCall = {
  method: 'get',
  path: '/api/own-prices/imports/{id}',
  params: z.object({ id }),
  answer: importAnswer,
} as const
