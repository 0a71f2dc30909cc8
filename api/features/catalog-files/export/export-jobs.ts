import * as z from 'zod'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { csvPart } from '#api/documents/csv-stream.ts'
import type { Clock } from '#api/http/clock.ts'
import { mapInSlices } from '#api/http/run-in-slices.ts'
import { oneAhead } from '#api/http/one-ahead.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { fileColumns } from '#domain/catalog-files/translated-columns.ts'
import { catalogFileName, catalogLine, type CatalogEntries } from '#domain/catalog-files/catalog-lines.ts'
import { readContent } from './export-content-queries.ts'
import * as queries from './export-queries.ts'

/** What making files of the catalog is built from. */
export interface ExportJobDeps {
  readonly database: Database
  readonly now: Clock
}

const scopeSchema = z.object({ accountId: z.guid(), exportId: z.guid() })

/**
 * The queues of exports and their workers: of each, one file after another, regardless of how many jobs the runner takes
 * at once.
 */
export function createExportJobs(deps: ExportJobDeps) {
  return [
    { queue: queries.exportQueue, run: oneByOne(deps) },
    { queue: queries.longExportQueue, run: oneByOne(deps) },
  ] as const
}

function oneByOne(deps: ExportJobDeps): (data: unknown) => Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  return (data) => {
    const mine = before.then(() => makeFile(deps, scopeSchema.parse(data)))
    before = mine.catch(() => undefined)
    return mine
  }
}

/**
 * Makes a file part by part, so that no more than three parts are in memory, however long it is: one is read while the
 * one before is written as lines, and the one before that is kept. All of it shows one moment: the transaction that reads
 * stays at it, while each part is kept by a short one of its own, for a long one that writes would hold back what devices
 * are told. A file that is there is left alone.
 */
async function makeFile({ database, now }: ExportJobDeps, scope: queries.ExportScope): Promise<void> {
  const { accountId } = scope
  const at = now()
  const tried = await inAccount(database, accountId, (tx) => queries.beginTry(tx, scope, at))
  if (tried === null) return
  const file = await inAccount(
    database,
    accountId,
    async (snapshot) => {
      const { name, day, language } = await queries.readAccountDay(snapshot, accountId, at)
      let [number, entriesCount] = [0, 0]
      const parts = partsOf(tried.content, language, readContent[tried.content](snapshot, scope))
      for await (const part of oneAhead(parts)) {
        number += 1
        entriesCount += part.entries
        if (!(await inAccount(database, accountId, (tx) => queries.keepPart(tx, tried, number, part)))) return null
      }
      return { fileName: catalogFileName(tried.content, name, day), entriesCount, partsCount: number }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
  if (file === null) return
  await inAccount(database, accountId, (tx) => queries.finishTry(tx, tried, file, now()))
}

async function* partsOf<Content extends CatalogContent>(
  content: Content,
  own: Language,
  parts: AsyncIterable<readonly CatalogEntries[Content][]>,
): AsyncGenerator<queries.ExportPart> {
  yield { bytes: csvPart([fileColumns(content, own)], { isFirst: true }), entries: 0 }
  for await (const part of oneAhead(parts))
    if (part.length > 0) {
      const lines = await mapInSlices(part, (entry) => catalogLine(content, entry, own))
      yield { bytes: csvPart(lines), entries: part.length }
    }
}
