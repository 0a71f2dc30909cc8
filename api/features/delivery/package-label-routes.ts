import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { scopeOf, type BuybackScope } from '#api/db/buyback-scope.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/delivery.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { beginOrder, noteLabelOfPackage, takeFromCarrier } from './label-queries.ts'
import { findParcel, lockParcel, sendCarrierJob, type ParcelRow } from './parcel-queries.ts'

type Tx = Transaction<Tables>
type Label = z.input<typeof calls.packageLabelAnswer>

/** The label of a package, for the place that it leaves: there it is packed, wherever its products are bound for. */
export function createPackageLabelRoutes({ database }: Pick<DeliveryDeps, 'database'>): readonly DeclaredRoute[] {
  /** Whether a package is of a place of the caller's. */
  async function isOwn(tx: Tx, caller: Session, scope: BuybackScope, packageId: string): Promise<boolean> {
    const row = await tx
      .selectFrom('package')
      .select(['origin_store_id as storeId', 'origin_warehouse_id as warehouseId'])
      .where('account_id', '=', caller.accountId)
      .where('id', '=', packageId)
      .executeTakeFirst()
    if (row === undefined || scope.kind === 'buyer') return false
    if (scope.kind === 'account') return true
    return scope.kind === 'warehouse'
      ? row.warehouseId === scope.warehouseId
      : scope.storeIds.includes(row.storeId ?? '')
  }

  return [
    route(
      { ...calls.readPackageLabelCall, permission: 'expedition.send', summary: 'Where the label of a package stands' },
      async ({ caller, params }) => {
        const scope = await scopeOf(database, caller)
        const label = await inAccount(
          database,
          caller.accountId,
          async (tx) =>
            (await isOwn(tx, caller, scope, params.id)) ? readLabel(tx, caller.accountId, params.id) : null,
          { readOnly: true },
        )
        return label === null ? refuse('REQUEST_NOT_FOUND') : succeed(label)
      },
    ),

    route(
      {
        ...calls.orderPackageLabelCall,
        permission: 'delivery.write',
        summary: 'Order the label of a package again that has failed, or make it here',
        refusals: ['DELIVERY_NO_PARCEL', 'LABEL_NOT_FAILED'],
      },
      async ({ caller, params, body }) => {
        const { accountId } = caller
        const scope = await scopeOf(database, caller)
        return inAccount(database, accountId, async (tx) => {
          if (!(await isOwn(tx, caller, scope, params.id))) return refuse('REQUEST_NOT_FOUND')
          const parcelId = await findParcel(tx, accountId, { kind: 'package', id: params.id })
          const parcel = parcelId === null ? null : await lockParcel(tx, { accountId, parcelId })
          if (parcel === null) return refuse('DELIVERY_NO_PARCEL')
          if (parcel.state !== 'failed') return refuse('LABEL_NOT_FAILED', { details: { state: parcel.state } })
          await (body.by === 'carrier' ? orderOfPackage : makePackageLabel)(tx, accountId, parcel)
          return succeed(await readLabel(tx, accountId, params.id))
        })
      },
    ),
  ]
}

/** Orders the label of a package from its carrier once more. */
export async function orderOfPackage(tx: Tx, accountId: string, parcel: ParcelRow): Promise<void> {
  await beginOrder(tx, accountId, parcel)
  await noteLabelOfPackage(tx, accountId, parcel, { state: 'awaiting' })
  await sendCarrierJob(tx, 'carrier-order', { accountId, parcelId: parcel.id })
}

/** Takes a package from its carrier: its label is the program's own. */
export async function makePackageLabel(tx: Tx, accountId: string, parcel: ParcelRow): Promise<void> {
  await takeFromCarrier(tx, accountId, parcel)
  await noteLabelOfPackage(tx, accountId, parcel, { state: 'ready' })
}

async function readLabel(tx: Tx, accountId: string, packageId: string): Promise<Label> {
  const { rows } = await sql<Label>`
    select p.state, c.name as "carrierName", p.failure from parcel p
    left join carrier c on c.account_id = p.account_id and c.id = p.carrier_id
    where p.account_id = ${accountId} and p.package_id = ${packageId}`.execute(tx)
  return rows[0] ?? { state: null, carrierName: null, failure: null }
}
