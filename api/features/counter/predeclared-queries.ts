import { sql, type Transaction } from 'kysely'
import { readQuestionnaire } from '#api/db/questionnaire-queries.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { CounterPredeclaredAnswer } from '#sync/calls/counter.ts'

type Tx = Transaction<Tables>

type PredeclaredRow = Omit<CounterPredeclaredAnswer, 'createdAt' | 'questionnaire' | 'declaration'> & {
  readonly createdAt: Date
  readonly declaration: Declaration | null
}

/** What the web has predeclared under a number, an item's code or an item's id; null where nothing waits under it. */
export async function readPredeclared(
  tx: Tx,
  accountId: string,
  code: string,
): Promise<CounterPredeclaredAnswer | null> {
  const { rows } = await sql<PredeclaredRow>`
    select i.id as "itemId", i.version, b.identification_number as number, i.identification_number as code, i.imei,
      i.serial_number as "serialNumber", p.brand, p.label as "productLabel", i.product_id as "productId",
      b.category_id as "categoryId", b.circuit_id as "circuitId", i.store_id as "storeId",
      i.destination_warehouse_id as "destinationWarehouseId", b.declared_grade as "declaredGrade",
      b.declared_price_cents as "declaredPriceCents", i.created_at as "createdAt", b.declaration,
      json_build_object('shippingMethodId', b.shipping_method_id, 'paymentModeId', b.payment_mode_id) as chosen
    from item i
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join product p on p.account_id = i.account_id and p.id = i.product_id
    join circuit c on c.account_id = b.account_id and c.id = b.circuit_id and c.type = 'web_drop'
    where i.account_id = ${accountId} and i.archived_at is null
      and i.status = 'item_awaiting_store_drop' and b.status = 'bb_awaiting_store_drop'
      and i.id in (
        select x.id from item x where x.account_id = ${accountId} and x.identification_number = ${code}
        union all select x.id from item x join buyback y on y.account_id = x.account_id and y.id = x.buyback_id
          where y.account_id = ${accountId} and y.identification_number = ${code}
        union all select x.id from item x where x.account_id = ${accountId} and x.id = ${idOf(code)}::uuid)
    limit 1`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  const { declaration, createdAt, ...rest } = row
  const asked = declaration?.questionnaireId ?? null
  const questionnaire = asked === null ? null : await readQuestionnaire(tx, { accountId, id: asked })
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    declaration: declaration === null ? null : { ...declaration },
    questionnaire: questionnaire as CounterPredeclaredAnswer['questionnaire'],
  }
}

function idOf(code: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(code) ? code : null
}
