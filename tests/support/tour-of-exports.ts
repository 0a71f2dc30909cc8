import { createExportJobs } from '#api/features/catalog-files/export/export-jobs.ts'
import { catalogContents } from '#domain/catalog-files/catalog-columns.ts'
import { catalogExportCalls, type CatalogExport } from '#sync/calls/catalog-export.ts'
import type { TestSession } from './api.ts'
import type { Tour } from './tour.ts'

/** Exports each content of the catalog to its end. */
export async function callExports(tour: Tour, admin: TestSession): Promise<void> {
  const [{ run }] = createExportJobs({ database: tour.api.db, now: () => new Date() })
  for (const content of catalogContents) {
    const { start, read, file, cancel } = catalogExportCalls[content]
    const query = `account_id=${tour.accountId}`
    const { id } = await tour.call<CatalogExport>(`post ${start.path}`, admin, { query })
    await run({ accountId: tour.accountId, exportId: id })
    const { url } = await tour.call<CatalogExport>(`get ${read.path}`, admin, { params: { id } })
    await tour.call(`get ${file.path}`, admin, { params: { id, file: url?.split('/').at(-1) ?? '' } })
    const unwanted = await tour.call<CatalogExport>(`post ${start.path}`, admin, { query })
    await tour.call(`post ${cancel.path}`, admin, { params: { id: unwanted.id } })
  }
}
