import { sql, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import { orderedBy } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { PrinterFault } from '#domain/document/document-errors.ts'
import type { PrinterValues } from '#domain/document/printer.schema.ts'
import type { listPrintersCall, PrinterAnswer, printerPlacesCall } from '#sync/calls/document.ts'
import type * as z from 'zod'
import { isInReach, type Printing } from './document-scope.ts'

type Tx = Transaction<Tables>

const inReach = (caller: Printing) => isInReach(caller, sql`organization.id`, [sql`organization.id`])

const printerOrders = { organizationName: sql`organization.common_name`, name: sql`lower(printer.name)` } as const
const placeOrders = { type: sql`organization.type`, name: sql`organization.common_name` } as const

/** A place that may have printers. */
interface Place {
  readonly id: string
  readonly name: string
  readonly type: 'warehouse' | 'store'
}

/** Printers of the places that the caller reaches (API-03 to API-05). */
export async function listPrinters(
  tx: Tx,
  caller: Printing,
  query: z.output<typeof listPrintersCall.query>,
): Promise<{ readonly members: readonly PrinterAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const all = printers(tx, caller).select(printerColumns)
  const page = orderedBy(all, printerOrders, query.order, { organizationName: 'asc', name: 'asc' })
  const rows = await page.orderBy('printer.id').limit(limit).offset(offset).execute()
  const total = await totalOf(tx, all, query)
  return { members: rows.map(printerAnswer), total }
}

/** One printer of the places that the caller reaches; null for any other id. */
export async function readPrinter(tx: Tx, caller: Printing, id: string): Promise<PrinterAnswer | null> {
  const row = await printers(tx, caller).select(printerColumns).where('printer.id', '=', id).executeTakeFirst()
  return row === undefined ? null : printerAnswer(row)
}

/** Lets nobody else change a printer before the end of the transaction. */
export async function lockPrinter(tx: Tx, { accountId }: Printing, id: string): Promise<void> {
  await tx
    .selectFrom('printer')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** Active warehouses and stores that the caller reaches: places that may have printers (API-03 to API-05). */
export async function listPlaces(
  tx: Tx,
  caller: Printing,
  query: z.output<typeof printerPlacesCall.query>,
): Promise<{ readonly members: readonly Place[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const all = places(tx, caller).select(['organization.id', 'organization.common_name as name', 'organization.type'])
  const page = orderedBy(all, placeOrders, query.order, { type: 'desc', name: 'asc' })
  const rows = await page.orderBy('organization.id').limit(limit).offset(offset).execute()
  const total = await totalOf(tx, all, query)
  return {
    members: rows.map((row) => ({ ...row, type: row.type === 'store' ? 'store' : 'warehouse' })),
    total,
  }
}

/** Whether an id names a place of the caller that may have printers. */
export async function isPlace(tx: Tx, caller: Printing, id: string): Promise<boolean> {
  const row = await places(tx, caller).select('organization.id').where('organization.id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Whether a place has another printer of that name. */
export async function isNameTaken(
  tx: Tx,
  { accountId }: Printing,
  printer: { readonly organizationId: string; readonly name: string; readonly id: string | null },
): Promise<boolean> {
  const found = await tx
    .selectFrom('printer')
    .select('id')
    .where('account_id', '=', accountId)
    .where('organization_id', '=', printer.organizationId)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${printer.name})`)
    .execute()
  return found.some(({ id }) => id !== printer.id)
}

/** Adds a printer; answers its id. */
export async function insertPrinter(
  tx: Tx,
  { accountId }: Printing,
  { organizationId, dotsPerMm, ...values }: PrinterValues & { readonly organizationId: string },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('printer')
    .values({ account_id: accountId, id, organization_id: organizationId, dots_per_mm: dotsPerMm, ...values })
    .execute()
  return id
}

/** Writes the fields that a patch names. A test of before says nothing of another address or another certificate. */
export async function updatePrinter(
  tx: Tx,
  { accountId }: Printing,
  id: string,
  { dotsPerMm, ...values }: { readonly [Field in keyof PrinterValues]?: PrinterValues[Field] | undefined },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const isOther = sql<boolean>`(host, port, encrypted, fingerprint) is distinct from (${values.host ?? sql.ref('host')},
    ${values.port ?? sql.ref('port')}::integer, ${values.encrypted ?? sql.ref('encrypted')}::boolean,
    ${values.fingerprint ?? sql.ref('fingerprint')})`
  await tx
    .updateTable('printer')
    .set({
      id,
      ...given,
      ...(dotsPerMm === undefined ? {} : { dots_per_mm: dotsPerMm }),
      tested_at: sql`case when ${isOther} then null else tested_at end`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/**
 * Notes how the test label of a printer went, unless its setting names another address or another certificate since: the
 * test says nothing of those.
 */
export async function noteTest(
  tx: Tx,
  { accountId }: Printing,
  { id, host, port, encrypted, fingerprint }: PrinterAnswer,
  test: { readonly at: Date; readonly fault: PrinterFault | null; readonly certificate: string },
): Promise<void> {
  await tx
    .updateTable('printer')
    .set({ tested_at: test.at, test_fault: test.fault, test_certificate: test.certificate })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('host', '=', host)
    .where('port', '=', port)
    .where('encrypted', '=', encrypted)
    .where('fingerprint', '=', fingerprint)
    .execute()
}

/** Removes a printer. */
export async function deletePrinter(tx: Tx, { accountId }: Printing, id: string): Promise<void> {
  await tx.deleteFrom('printer').where('account_id', '=', accountId).where('id', '=', id).execute()
}

const printerColumns = [
  'printer.id',
  'printer.version',
  'printer.organization_id as organizationId',
  'organization.common_name as organizationName',
  'printer.name',
  'printer.host',
  'printer.port',
  'printer.media',
  'printer.dots_per_mm as dotsPerMm',
  'printer.active',
  'printer.encrypted',
  'printer.fingerprint',
  'printer.tested_at as testedAt',
  'printer.test_fault as fault',
  'printer.test_certificate as certificate',
] as const

interface Stored {
  readonly dotsPerMm: number
  readonly testedAt: Date | null
  readonly fault: PrinterFault | null
  readonly certificate: string
}

const printerAnswer = <Row extends Stored>({ testedAt, fault, certificate, ...row }: Row) => ({
  ...row,
  dotsPerMm: row.dotsPerMm === 12 ? (12 as const) : (8 as const),
  tested: testedAt === null ? null : { at: testedAt.toISOString(), fault, certificate },
})

function printers(tx: Tx, caller: Printing) {
  return tx
    .selectFrom('printer')
    .innerJoin('organization', (join) =>
      join
        .onRef('organization.account_id', '=', 'printer.account_id')
        .onRef('organization.id', '=', 'printer.organization_id'),
    )
    .where('printer.account_id', '=', caller.accountId)
    .where(inReach(caller))
}

function places(tx: Tx, caller: Printing) {
  return tx
    .selectFrom('organization')
    .where('organization.account_id', '=', caller.accountId)
    .where('organization.type', 'in', ['warehouse', 'store'])
    .where('organization.status', '=', 'active')
    .where(inReach(caller))
}
