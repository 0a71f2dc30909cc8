import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import { decideCheckIn } from '#domain/check-in/check-in.ts'
import type { ItemState } from '#domain/item/item-state.ts'
import type { CheckInRequirement } from '#domain/item/item-status.ts'
import type { LookupCandidate } from '#sync/calls/item.ts'
import { answerOfItem, itemColumnsSql, type ItemListRow } from './item-row.ts'
import type { FloorReader } from './place.ts'

type CandidateRow = ItemListRow & {
  readonly tested: boolean
  readonly left_status: ItemState['leftStatus']
  readonly keeps_money: boolean
  readonly requirement: CheckInRequirement
}

/** Items of the account whose item code, buyback code or IMEI is exactly this, with what their check-in would be. */
export async function findByCode(
  tx: Transaction<Tables>,
  scope: FloorReader,
  warehouseId: string,
  code: string,
): Promise<LookupCandidate[]> {
  const { accountId } = scope
  const found = await sql<CandidateRow>`
    select ${itemColumnsSql}, i.tested, i.left_status, i.keeps_money,
      coalesce(d.warehouse_checkin_requirement, 'optional') as requirement
    from item i
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join product p on p.account_id = i.account_id and p.id = i.product_id
    left join organization_root_detail d on d.account_id = i.account_id
    where i.account_id = ${accountId} and i.id = any (array(
      select id from item where account_id = ${accountId} and identification_number = ${code}
      union select id from item where account_id = ${accountId} and imei = ${code}
      union select c.id from buyback n join item c on c.account_id = n.account_id and c.buyback_id = n.id
        where n.account_id = ${accountId} and n.identification_number = ${code}))
    order by i.created_at desc, i.id`.execute(tx)
  return found.rows.map((row) => candidateOf(scope, warehouseId, row))
}

function candidateOf({ userType }: FloorReader, warehouseId: string, row: CandidateRow): LookupCandidate {
  const item: ItemState = {
    status: row.status,
    buybackStatus: row.buyback_status,
    stockId: row.stock_id,
    warehouseId: row.warehouse_id,
    destinationWarehouseId: row.destination_warehouse_id,
    tested: row.tested,
    leftStatus: row.left_status,
    keepsMoney: row.keeps_money,
  }
  const decided = decideCheckIn(item, {
    warehouseId,
    requirement: row.requirement,
    bypassesRequirement: isAdminType(userType),
    nativeStock: (native) => native,
    chosenStockId: null,
  })
  return {
    ...answerOfItem(row),
    isAssignedHere: row.destination_warehouse_id === warehouseId,
    isRegisteredHere: row.warehouse_id === warehouseId,
    checkIn: decided.ok ? decided.value.kind : null,
    refusal: decided.ok ? null : decided.error,
  }
}
