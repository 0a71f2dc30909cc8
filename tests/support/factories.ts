import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { insertRows, type Row } from '#api/db/demo/insert-rows.ts'
import { newId } from '#api/db/new-id.ts'
import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import type { NativeStock } from '#domain/item/item-status.ts'
import type { TestApi } from './api.ts'

/** An account with one of everything; ids by what they are. */
export interface TestAccount {
  readonly id: string
  readonly rootId: string
  readonly managementUnitId: string
  readonly storeId: string
  readonly warehouseId: string
  readonly otherWarehouseId: string
  readonly userId: string
  readonly categoryId: string
  readonly productId: string
  readonly circuitId: string
  readonly stocks: Readonly<Record<NativeStock, string>>
}

/** An item with its buyback. */
export interface TestItem {
  readonly id: string
  readonly buybackId: string
  readonly code: string
  readonly buybackCode: string
}

/** A connection as owner that opens every account's rows for itself. */
export async function connectAsOwner(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`set app.system = 'on'`)
  return client
}

/** Publishes the terms of every account, without which no public site is open. */
export async function publishTerms(owner: pg.ClientBase): Promise<void> {
  await owner.query(`update organization_root_detail set eula = '<p>Use</p>', service_terms = '<p>Service</p>'`)
}

/** Makes an account with a tree, a user and a small catalogue. */
export async function createAccount(owner: pg.ClientBase, name: string): Promise<TestAccount> {
  const account_id = newId()
  const [rootId, managementUnitId, storeId, warehouseId, otherWarehouseId] = ids(5)
  const userId = newId()
  await insertRows(owner, 'account', [accountRow({ id: account_id, name, is_retailer: true, host: null })])
  await insertRows(owner, 'organization_root_detail', [{ account_id, id: newId() }].map(withSettings))
  const places: readonly (readonly [string, string, string | null])[] = [
    [rootId, 'root_management_unit', null],
    [managementUnitId, 'management_unit', rootId],
    [storeId, 'store', managementUnitId],
    [warehouseId, 'warehouse', rootId],
    [otherWarehouseId, 'warehouse', rootId],
  ]
  for (const [id, type, parent_organization_id] of places)
    await owner.query(
      `insert into organization (account_id, id, type, parent_organization_id, common_name) values ($1, $2, $3, $4, $3)`,
      [account_id, id, type, parent_organization_id],
    )
  await owner.query(
    `insert into user_account (account_id, id, email, first_name, last_name) values ($1, $2, $3, 'Test', 'User')`,
    [account_id, userId, `${userId}@test.example`],
  )
  await owner.query(
    `insert into user_module (account_id, user_id, module, user_type, organization_id)
     values ($1, $2, 'rps', 'warehouse_operator', $3)`,
    [account_id, userId, warehouseId],
  )
  const { categoryId, productId, circuitId } = await createCatalogue(owner, account_id)
  return {
    id: account_id,
    rootId,
    managementUnitId,
    storeId,
    warehouseId,
    otherWarehouseId,
    userId,
    categoryId,
    productId,
    circuitId,
    stocks: await nativeStocksOf(owner, account_id, warehouseId),
  }
}

/** Makes items in transit to the account's warehouse, or as `change` says. */
export async function createItems(
  owner: pg.ClientBase,
  account: TestAccount,
  count: number,
  change: Row = {},
): Promise<readonly TestItem[]> {
  const items = Array.from({ length: count }, () => {
    const buybackCode = drawCode(13)
    return { id: newId(), buybackId: newId(), buybackCode, code: drawCode(8) }
  })
  await insertRows(
    owner,
    'buyback',
    items.map((item) => ({
      account_id: account.id,
      id: item.buybackId,
      identification_number: item.buybackCode,
      status: 'bb_in_transit',
      circuit_id: account.circuitId,
      store_id: account.storeId,
      category_id: account.categoryId,
      product_id: account.productId,
      bonus_cents: 0,
      payment_status: 'awaiting_payment',
      created_at: new Date().toISOString(),
      version: 1,
    })),
  )
  await insertRows(
    owner,
    'item',
    items.map((item) => ({
      account_id: account.id,
      id: item.id,
      buyback_id: item.buybackId,
      identification_number: item.code,
      product_id: account.productId,
      status: 'item_in_transit',
      stock_id: null,
      warehouse_id: null,
      destination_warehouse_id: account.warehouseId,
      store_id: account.storeId,
      tested: false,
      keeps_money: false,
      version: 1,
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
      ...change,
    })),
  )
  return items
}

/** An account's row with what every account has. */
export function accountRow(row: Row): Row {
  return {
    company_country: 'FR',
    language: 'en-GB',
    currency: 'EUR',
    time_zone: 'Europe/Paris',
    main_color: '#1f5fd6',
    is_retailer: false,
    is_buyer_and_workshops_supervisor: false,
    status: 'active',
    drop_off_locations_map_enabled: false,
    payment_issuer: 'retailer',
    transport_contract_holder: 'retailer',
    created_at: new Date().toISOString(),
    version: 1,
    ...row,
  }
}

function withSettings(row: Row): Row {
  return {
    is_warehouse_comment_mandatory: false,
    is_warehouse_comment_shared_to_client: false,
    enabled_premium_features: [],
    warehouse_checkin_requirement: 'optional',
    cart_min_value: 0,
    category_navigation_enabled: true,
    customer_identity_document_required: false,
    bar_code_enabled: true,
    tag_price_enabled: true,
    buyer_payment_enabled: false,
    version: 1,
    ...row,
  }
}

// Files share no database, so that a count from anywhere is enough.
let drawn = BigInt(`0x${randomBytes(8).toString('hex')}`) + 10n ** 19n

/** A code of 8 or 13 digits with its check digit, never the same twice in one process. */
export function drawCode(length: 8 | 13): string {
  drawn += 1n
  const digits = drawn.toString().slice(-(length - 2))
  const body = `${length === 13 ? '2' : '9'}${digits}`
  return body + gs1CheckDigit(body)
}

type Ids<N extends number, Made extends string[] = []> = Made['length'] extends N ? Made : Ids<N, [...Made, string]>

/** So many new ids. */
export function ids<N extends number>(count: N): Ids<N> {
  return Array.from({ length: count }, newId) as Ids<N>
}

/** One category, product and circuit, which items cannot be without. */
async function createCatalogue(owner: pg.ClientBase, accountId: string) {
  const [categoryId, productId, circuitId] = [newId(), newId(), newId()]
  const add = (text: string, ...values: unknown[]) => owner.query(text, [accountId, ...values])
  await add(`insert into category (account_id, id, name, identifier) values ($1, $2, 'Phones', 'phones')`, categoryId)
  await add(
    `insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, 'Phone one', 'Brand', $3)`,
    productId,
    categoryId,
  )
  await add(`insert into circuit (account_id, id, type, name) values ($1, $2, 'store_drop', 'Drop')`, circuitId)
  return { categoryId, productId, circuitId }
}

/** The native stocks of a warehouse. */
async function nativeStocksOf(
  owner: pg.ClientBase,
  accountId: string,
  warehouseId: string,
): Promise<TestAccount['stocks']> {
  const { rows } = await owner.query<{ native: NativeStock; id: string }>(
    'select native, id from stock where account_id = $1 and warehouse_id = $2',
    [accountId, warehouseId],
  )
  return Object.fromEntries(rows.map(({ native, id }) => [native, id])) as TestAccount['stocks']
}

/** The seeded retailer with what items need beside its tree. */
export async function furnishRetailer(
  owner: pg.ClientBase,
  retailer: TestApi['accounts']['retailer'],
): Promise<TestAccount> {
  const { id, warehouseId, otherWarehouseId, rootId, northId, northStoreId } = retailer
  const ids = { id, rootId, managementUnitId: northId, storeId: northStoreId, warehouseId, otherWarehouseId }
  const catalogue = await createCatalogue(owner, id)
  return { ...ids, userId: newId(), ...catalogue, stocks: await nativeStocksOf(owner, id, warehouseId) }
}
