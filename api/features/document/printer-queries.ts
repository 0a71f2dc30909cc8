import { sql, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { PrinterValues } from '#domain/document/printer.schema.ts'
import type { PrinterAnswer } from '#sync/calls/document.ts'
import { isInReach, type Printing } from './document-scope.ts'

type Tx = Transaction<Tables>

const inReach = (caller: Printing) => isInReach(caller, sql`organization.id`, [sql`organization.id`])

/** Printers of the places that the caller reaches, or the one with an id. */
export async function readPrinters(tx: Tx, caller: Printing, id?: string): Promise<readonly PrinterAnswer[]> {
  const rows = await tx
    .selectFrom('printer')
    .innerJoin('organization', (join) =>
      join
        .onRef('organization.account_id', '=', 'printer.account_id')
        .onRef('organization.id', '=', 'printer.organization_id'),
    )
    .select([
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
    ])
    .where('printer.account_id', '=', caller.accountId)
    .where(inReach(caller))
    .$if(id !== undefined, (printers) => printers.where('printer.id', '=', id!))
    .orderBy('organization.common_name')
    .orderBy(sql`lower(printer.name)`)
    .execute()
  return rows.map((row) => ({ ...row, dotsPerMm: row.dotsPerMm === 12 ? 12 : 8 }))
}

/** Active warehouses and stores that the caller reaches: places that may have printers. */
export async function readPlaces(
  tx: Tx,
  caller: Printing,
): Promise<readonly { readonly id: string; readonly name: string; readonly type: 'warehouse' | 'store' }[]> {
  const rows = await tx
    .selectFrom('organization')
    .select(['id', 'common_name as name', 'type'])
    .where('account_id', '=', caller.accountId)
    .where('type', 'in', ['warehouse', 'store'])
    .where('status', '=', 'active')
    .where(inReach(caller))
    .orderBy('type', 'desc')
    .orderBy('common_name')
    .execute()
  return rows.map((row) => ({ ...row, type: row.type === 'store' ? 'store' : 'warehouse' }))
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

/** Writes the fields that a patch names. */
export async function updatePrinter(
  tx: Tx,
  { accountId }: Printing,
  id: string,
  { dotsPerMm, ...values }: { readonly [Field in keyof PrinterValues]?: PrinterValues[Field] | undefined },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  await tx
    .updateTable('printer')
    .set({ id, ...given, ...(dotsPerMm === undefined ? {} : { dots_per_mm: dotsPerMm }) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Removes a printer. */
export async function deletePrinter(tx: Tx, { accountId }: Printing, id: string): Promise<void> {
  await tx.deleteFrom('printer').where('account_id', '=', accountId).where('id', '=', id).execute()
}
