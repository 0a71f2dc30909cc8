import type pg from 'pg'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { factsOfFloor, noFacts } from '#sync/wire/item-facts.ts'
import type { Random } from './random.ts'
import type { SimItem, SimOperator, StoreCircuit } from './sim-account.ts'

/** What a store of a simulated account begins with. */
export interface SimStore {
  readonly storeId: string
  readonly seller: Pick<SimOperator, 'userId' | 'place' | 'userType' | 'module'>
  readonly items: readonly SimItem[]
}

// A store stands in a branch, which its path is made from.
const branch = `
insert into organization (account_id, id, parent_organization_id, type, common_name)
values ($1, $2, $3, 'management_unit', 'Branch')`

const open = `
with o as (insert into organization (account_id, id, parent_organization_id, type, common_name)
  values ($1, $2, $3, 'store', 'Store')),
c as (insert into circuit (account_id, id, type, name)
  select $1, id, type, type from unnest($4::uuid[], $5::text[]) x (id, type)),
u as (insert into user_account (account_id, id, email, first_name, last_name)
  values ($1, $6::uuid, $6::uuid || '@sim.example', 'Sim', 'Seller'))
insert into user_module (account_id, user_id, module, user_type, organization_id)
values ($1, $6::uuid, 'tim', 'store_seller', $2)`

const fill = `
with x as (select * from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[])
  x (id, code, circuit, destination, facts)),
b as (insert into buyback (account_id, id, identification_number, status, circuit_id, category_id, product_id, declaration)
  select $1, id, code, 'bb_awaiting_inventory', circuit, $7, $7, $8::jsonb from x)
insert into item (account_id, id, buyback_id, identification_number, product_id, status, destination_warehouse_id,
  created_at, facts, store_id)
select $1, id, id, code, $7, 'item_awaiting_inventory', destination, now(), facts::jsonb, $9 from x`

const circuits: readonly StoreCircuit[] = ['store_drop', 'web_drop', 'store_drop_label', 'store_collect']
const labels = ['ready', 'none', 'failed'] as const

let numbers = 210_000_000_000

/** Opens a store with a seller and products to send: in packages, with a label of their own, or not at all. */
export async function openStore(
  client: pg.PoolClient,
  account: { readonly accountId: string; readonly root: string; readonly warehouses: readonly [string, string] },
  declaration: Declaration,
  random: Random,
): Promise<SimStore> {
  const id = () => uuidv7(Date.now(), random.bytes(10))
  const { accountId, root, warehouses } = account
  const [branchId, storeId, userId] = [id(), id(), id()]
  const circuitIds = circuits.map(id)
  await client.query(branch, [accountId, branchId, root])
  await client.query(open, [accountId, storeId, branchId, circuitIds, circuits, userId])
  const items = Array.from({ length: 6 }, (_, at): SimItem => {
    const number = String(numbers++)
    const code = number + gs1CheckDigit(number)
    const circuit = at < 3 ? random.pick(['store_drop', 'web_drop'] as const) : random.pick(circuits)
    return {
      id: id(),
      code,
      buybackCode: code,
      destination: random.chance(0.7) ? warehouses[0] : warehouses[1],
      beganAs: 'bb_awaiting_inventory',
      wasSettled: false,
      hasReturnLabel: false,
      stoodIn: null,
      steps: [],
      inStore: { storeId, circuit, label: random.pick(labels) },
    }
  })
  const factsOf = ({ inStore }: SimItem) =>
    JSON.stringify(
      factsOfFloor({
        ...noFacts,
        hasTransportLabel: inStore?.label !== 'none',
        transportLabelFailed: inStore?.label === 'failed',
      }),
    )
  await client.query(fill, [
    accountId,
    items.map((item) => item.id),
    items.map((item) => item.code),
    items.map((item) => circuitIds[circuits.indexOf(item.inStore!.circuit)]),
    items.map((item) => item.destination),
    items.map(factsOf),
    root,
    JSON.stringify(declaration),
    storeId,
  ])
  const seller = { userId, place: { type: 'store', storeId }, userType: 'store_seller', module: 'tim' } as const
  return { storeId, seller, items }
}
