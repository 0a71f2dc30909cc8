import type { PrinterTransport } from '#api/adapters/printer/printer-transport.ts'
import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'

/** What the routes of papers and printers are built from. */
export interface DocumentDeps {
  readonly database: Database
  readonly now: Clock
  readonly printer: PrinterTransport
}
