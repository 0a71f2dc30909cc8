import { sql } from 'kysely'
import { scopeOf, visibleBuybacks } from '#api/db/buyback-scope.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Session, Visitor } from '#api/http/caller.ts'
import { can } from '#domain/access/permission.ts'
import { buybackStatuses, isClosed, type BuybackStatus } from '#domain/buyback/buyback-status.ts'
import { deviceOf } from '#domain/kernel/imei.ts'
import type { sameImeiCall } from '#sync/calls/buyback-imei.ts'
import type * as z from 'zod'
import { ownBuybacks } from './buyback-detail-queries.ts'

/** Most buybacks that are named. */
const most = 10

/** Statuses in which a device cannot be sold once more: its customer has not been answered yet. */
const openStatuses: readonly BuybackStatus[] = buybackStatuses.filter((status) => !isClosed(status))

/** The open buybacks of the account whose device has an IMEI: whether there is one, and those that the caller may see. */
export async function findSameImei(
  database: Database,
  caller: Session | Visitor,
  { imei, except = '' }: z.output<typeof sameImeiCall.query>,
): Promise<z.input<typeof sameImeiCall.answer>> {
  const { accountId } = caller
  const seesSome = caller.kind === 'session' && can(caller.permissions, 'buyback.read')
  const visible = seesSome ? visibleBuybacks(accountId, await scopeOf(database, caller)) : sql`false`
  // A number can be guessed, an id cannot: who sells learns of no other's number whether it has the device.
  const knows = caller.kind === 'visitor' ? ownBuybacks(accountId, caller.visitorId) : sql`true`
  return inAccount(
    database,
    accountId,
    async (tx) => {
      const { rows } = await sql<{
        id: string
        code: string
        status: BuybackStatus
        createdAt: Date
        isVisible: boolean
      }>`
        select b.id, b.identification_number as code, b.status, b.created_at as "createdAt", ${visible} as "isVisible"
        from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
        where i.account_id = ${accountId} and i.imei >= ${deviceOf(imei)} and i.imei < ${`${deviceOf(imei)}:`}
          and b.status = any (${[...openStatuses]}::text[])
          and b.id::text <> ${except.toLowerCase()} and not (b.identification_number = ${except} and ${knows})
        order by b.created_at desc, b.id limit ${most}`.execute(tx)
      const buybacks = rows.flatMap(({ isVisible, createdAt, ...row }) =>
        isVisible ? [{ ...row, createdAt: createdAt.toISOString() }] : [],
      )
      return { isOpen: rows.length > 0, buybacks }
    },
    { readOnly: true },
  )
}
