import { createHash } from 'node:crypto'
import type pg from 'pg'
import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import type { Random } from './random.ts'

/** An operator of a simulated account, with the proofs of identity that a sign-in would have given. */
export interface SimOperator {
  readonly userId: string
  readonly warehouseId: string
  readonly sessionToken: string
  /** A push-only token; bound to the device when `grantFor` is called. */
  grantFor(deviceId: string): string
}

/** An item to scan. */
export interface SimItem {
  readonly id: string
  readonly code: string
  readonly buybackCode: string
  readonly destination: string
}

/** A fresh account: one schedule's world on the server. */
export interface SimAccount {
  readonly accountId: string
  readonly warehouses: readonly [string, string]
  readonly operators: readonly SimOperator[]
  readonly items: readonly SimItem[]
  /** Grants asked for and not yet inserted. */
  takeGrants(): readonly {
    readonly hash: Buffer
    readonly deviceId: string
    readonly userId: string
    readonly id: string
  }[]
}

let numbers = 200_000_000_000

/** Hash under which a token is stored. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const setUp = `
with a as (insert into account (id, name, is_retailer) values ($1, 'Simulated', true)),
o as (insert into organization (account_id, id, parent_organization_id, type, common_name, path, module_type) values
  ($1, $2, null, 'root_management_unit', 'Head office', '{}', 'root')),
d as (insert into organization_root_detail (account_id, id) values ($1, $2))
select 1`

const fill = `
with w as (insert into organization (account_id, id, parent_organization_id, type, common_name, path, module_type)
  select $1, id, $2, 'warehouse', 'Warehouse', '{}', 'rps' from unnest($3::uuid[]) id),
c as (insert into category (account_id, id, name, identifier, path) values ($1, $2, 'Phones', 'phones', '{}')),
k as (insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Post')),
u as (insert into user_account (account_id, id, email, first_name, last_name)
  select $1, id, id || '@sim.example', 'Sim', 'Operator' from unnest($4::uuid[]) id)
insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, 'Phone', 'Brand', $2)`

const people = `
with m as (insert into user_module (account_id, user_id, module, user_type, organization_id)
  select $1, u, 'rps', 'warehouse_operator', w from unnest($2::uuid[], $3::uuid[]) x (u, w)),
b as (insert into buyback (account_id, id, identification_number, status, circuit_id, category_id, product_id)
  select $1, id, number, case status when 'item_in_transit' then 'bb_in_transit' else 'bb_awaiting_inventory' end, $7, $7, $7
  from unnest($4::uuid[], $5::text[], $6::text[]) x (id, number, status))
select 1`

const things = `
insert into item (account_id, id, buyback_id, identification_number, product_id, status, destination_warehouse_id, created_at)
select $1, id, id, code, $5, status, destination, now() from unnest($2::uuid[], $3::text[], $4::text[], $6::uuid[])
  x (id, code, status, destination)`

const sessions = `
insert into session (account_id, id, token_hash, user_id, module, viewed_account_id, expires_at)
select $1, id, hash, u, 'rps', $1, now() + interval '1 day'
from unnest($2::uuid[], $3::bytea[], $4::uuid[]) x (id, hash, u)`

/** Creates a fresh account with two warehouses, three operators (two of the first warehouse) and some items. */
export async function createSimAccount(owner: pg.Pool, random: Random, itemCount: number): Promise<SimAccount> {
  const id = () => uuidv7(Date.now(), random.bytes(10))
  const accountId = id()
  const root = id()
  const warehouses = [id(), id()] as const
  const userIds = [id(), id(), id()]
  const places = [warehouses[0], warehouses[0], warehouses[1]]
  const statuses = ['item_in_transit', 'item_in_transit', 'item_created', 'item_awaiting_inventory']
  const items = Array.from({ length: itemCount }, () => {
    const number = String(numbers++)
    const own = String(10_000_000 + random.below(89_999_999))
    const buybackCode = number + gs1CheckDigit(number)
    const code = random.chance(0.5) ? buybackCode : own
    return { id: id(), code, buybackCode, destination: random.chance(0.8) ? warehouses[0] : warehouses[1] }
  })
  const itemStatuses = items.map(() => random.pick(statuses))
  const client = await owner.connect()
  try {
    await client.query(`begin; set local app.system = 'on'`)
    await client.query(setUp, [accountId, root])
    await client.query(fill, [accountId, root, warehouses, userIds])
    await client.query(people, [
      accountId,
      userIds,
      places,
      items.map((item) => item.id),
      items.map((item) => item.buybackCode),
      itemStatuses,
      root,
    ])
    await client.query(things, [
      accountId,
      items.map((item) => item.id),
      items.map((item) => item.code),
      itemStatuses,
      root,
      items.map((item) => item.destination),
    ])
    const tokens = userIds.map((userId) => `session-${userId}`)
    await client.query(sessions, [accountId, userIds.map(() => id()), tokens.map(tokenHash), userIds])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  let grants: { hash: Buffer; deviceId: string; userId: string; id: string }[] = []
  const operators = userIds.map((userId, at) => ({
    userId,
    warehouseId: places[at]!,
    sessionToken: `session-${userId}`,
    grantFor(deviceId: string) {
      const token = `grant-${userId}-${id()}`
      grants.push({ hash: tokenHash(token), deviceId, userId, id: id() })
      return token
    },
  }))
  return {
    accountId,
    warehouses: [...warehouses],
    operators,
    items,
    takeGrants() {
      const taken = grants
      grants = []
      return taken
    },
  }
}
