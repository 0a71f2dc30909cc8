import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import { readInAccount } from './in-account.ts'
import type { Module } from '#domain/organization/module.ts'

/** Who reads buybacks: the account worked in, the module, and the place inside the account. */
export interface BuybackReader {
  readonly accountId: string
  readonly homeAccountId: string
  readonly module: Module
  readonly organizationId: string
}

/** A buyer: a linked account, or an entity of the retailer's own, which has no account beside it. */
export type Buyer = { readonly accountId: string } | { readonly entityId: string }

/** The buyer that a user of the module works for. */
export function buyerOf({ accountId, homeAccountId, organizationId }: Omit<BuybackReader, 'module'>): Buyer {
  return homeAccountId === accountId ? { entityId: organizationId } : { accountId: homeAccountId }
}

/** The condition on rows `b` of buybacks that are assigned to a buyer. */
export function assignedTo(buyer: Buyer): RawBuilder<unknown> {
  return 'entityId' in buyer
    ? sql`b.buyer_organization_id = ${buyer.entityId}`
    : sql`b.buyer_account_id = ${buyer.accountId}`
}

/** The part of an account's buybacks that a caller sees (lifecycle, section 5). */
export type BuybackScope =
  | { readonly kind: 'account' }
  | { readonly kind: 'stores'; readonly storeIds: readonly string[] }
  | { readonly kind: 'buyer'; readonly buyer: Buyer }
  | { readonly kind: 'warehouse'; readonly warehouseId: string }

/**
 * Finds the scope of a caller: a buyer's are the buybacks assigned to it, a warehouse's those inside or bound for it, a
 * branch's and a store's those of its stores; a user of the root management unit sees the whole account.
 */
export async function scopeOf(database: Database, caller: BuybackReader): Promise<BuybackScope> {
  const { accountId, organizationId, module } = caller
  if (module === 'lcm') return { kind: 'buyer', buyer: buyerOf(caller) }
  if (module === 'rps') return { kind: 'warehouse', warehouseId: organizationId }
  const query = sql<{ isRoot: boolean; storeIds: string[] }>`
    select exists (select from organization own where own.account_id = ${accountId} and own.id = ${organizationId}
        and own.type = 'root_management_unit') as "isRoot",
      array(select o.id from organization o where o.account_id = ${accountId} and o.type = 'store'
        and o.path @> array[${organizationId}]::uuid[]) as "storeIds"`
  const [place] = await readInAccount(database, accountId, query.compile(database.app))
  return place?.isRoot === true ? { kind: 'account' } : { kind: 'stores', storeIds: place?.storeIds ?? [] }
}

/** The condition on buybacks `b` that keeps a caller inside the scope. */
export function visibleBuybacks(accountId: string, scope: BuybackScope): RawBuilder<unknown> {
  const own = sql`b.account_id = ${accountId}`
  switch (scope.kind) {
    case 'account':
      return own
    case 'stores':
      return sql`${own} and b.store_id = any (${scope.storeIds}::uuid[])`
    case 'buyer':
      return sql`${own} and ${assignedTo(scope.buyer)}`
    case 'warehouse':
      return sql`${own} and exists (select from item w where w.account_id = b.account_id and w.buyback_id = b.id
        and (w.warehouse_id = ${scope.warehouseId} or w.destination_warehouse_id = ${scope.warehouseId}))`
  }
}

/**
 * The same for one buyback that is named, with what a warehouse has sent and what is still on its way: the one who
 * packed a product is asked about it until it has come (F22).
 */
export function readableBuybacks(accountId: string, scope: BuybackScope): RawBuilder<unknown> {
  const visible = visibleBuybacks(accountId, scope)
  if (scope.kind !== 'warehouse') return visible
  return sql`(${visible} or b.account_id = ${accountId} and exists (
    select from item w join package p on p.account_id = w.account_id and p.id = (w.facts ->> 'packageId')::uuid
    where w.account_id = b.account_id and w.buyback_id = b.id and w.status = 'item_in_transit'
      and p.origin_warehouse_id = ${scope.warehouseId} and p.destination_warehouse_id = w.destination_warehouse_id
      and p.status = 'closed'))`
}
