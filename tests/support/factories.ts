import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { insertRows, type Row } from '#api/db/demo/insert-rows.ts'
import { newId } from '#api/db/new-id.ts'
import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import type { NativeStock } from '#domain/warehouse/item-status.ts'
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

/** Makes an account with a tree, a user and a small catalogue. */
export async function createAccount(owner: pg.ClientBase, name: string): Promise<TestAccount> {
  const account_id = newId()
  const [rootId, managementUnitId, storeId, warehouseId, otherWarehouseId] = ids(5)
  const userId = newId()
  await insertRows(owner, 'account', [defaults({ id: account_id, name, is_retailer: true, host: null })])
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

/** Adds a row of every table that `createAccount` leaves empty, so that a probe has something to find anywhere. */
export async function fillEveryTable(owner: pg.ClientBase, account: TestAccount): Promise<void> {
  const account_id = account.id
  const [item] = await createItems(owner, account, 1)
  const [questionId, modeId, shippingId, ruleId, buyerAccountId, deviceId] = ids(6)
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const add = (table: string, row: Row): Promise<void> => insertNamed(owner, table, { account_id, ...row })
  await insertRows(owner, 'account', [
    defaults({ id: buyerAccountId, name: 'Buyer', is_buyer_and_workshops_supervisor: true, host: null }),
  ])
  await add('account_link', { buyer_account_id: buyerAccountId })
  await add('session', {
    id: newId(),
    token_hash: hashOf(newId()),
    user_id: account.userId,
    module: 'rps',
    viewed_account_id: account_id,
    expires_at: soon,
  })
  await add('device_grant', {
    id: newId(),
    token_hash: hashOf(newId()),
    device_id: deviceId,
    user_id: account.userId,
    module: 'rps',
    expires_at: soon,
  })
  await add('password_token', {
    id: newId(),
    token_hash: hashOf(newId()),
    user_id: account.userId,
    purpose: 'renew',
    expires_at: soon,
  })
  await add('sso_configuration', { id: newId(), domains: ['sso.example'] })
  await add('mail_message', {
    id: newId(),
    dedupe_key: 'one',
    kind: 'renew_password',
    recipient: 'someone@test.example',
    language: 'fr-FR',
    subject: 'Subject',
    body_text: 'Text',
  })
  await add('product_category', { product_id: account.productId, category_id: account.categoryId })
  await add('product_tac', { product_id: account.productId, tac: '35000000' })
  await add('product_price', { product_id: account.productId, grade: 'grade_a', price_cents: 10_000 })
  await add('question', { id: questionId, title: 'Does it work?' })
  await add('answer', { id: newId(), question_id: questionId, position: 1, name: 'Yes', best_grade: 'grade_a' })
  await add('category_question', { category_id: account.categoryId, question_id: questionId, position: 1 })
  await add('payment_mode', { id: modeId, type: 'voucher', label: 'Voucher' })
  await add('shipping_method', { id: shippingId, type: 'store_drop' })
  await add('circuit_instruction', {
    id: newId(),
    circuit_id: account.circuitId,
    sequence: 1,
    type: 'print',
    label: 'Print',
  })
  await add('circuit_payment_mode', { circuit_id: account.circuitId, payment_mode_id: modeId })
  await add('circuit_shipping_method', { circuit_id: account.circuitId, shipping_method_id: shippingId })
  await add('dispatch_circuit_rule', { id: ruleId, circuit_id: account.circuitId })
  await add('dispatch_circuit_rule_category', { rule_id: ruleId, category_id: account.categoryId })
  await add('customer', { id: newId(), first_name: 'Anna', last_name: 'Martin' })
  await add('item_history', { id: newId(), item_id: item!.id, action: 'create', to_status: 'item_in_transit' })
  await add('check_in_round', {
    id: newId(),
    warehouse_id: account.warehouseId,
    device_id: deviceId,
    user_id: account.userId,
    started_at: new Date().toISOString(),
  })
  const [stepId, refurbQuestionId, refurbAnswerId] = ids(3)
  const place = { warehouse_id: account.warehouseId, stock_id: account.stocks.to_refurbish }
  await add('refurb_step', { id: stepId, name: 'Polish', ...place })
  await add('refurb_step_cost', { step_id: stepId, warehouse_id: account.warehouseId, cost_cents: 500 })
  await add('refurb_question', { id: refurbQuestionId, label: 'Look', type: 'multiple', position: 1 })
  await add('refurb_answer', { id: refurbAnswerId, question_id: refurbQuestionId, label: 'Dull', position: 1 })
  await add('refurb_answer_step', { answer_id: refurbAnswerId, step_id: stepId, position: 1 })
  await add('questionnaire', { id: newId(), category_id: account.categoryId, content: { questions: [] } })
  await add('stock_count', {
    id: newId(),
    warehouse_id: account.warehouseId,
    stock_id: account.stocks.to_refurbish,
    device_id: deviceId,
    user_id: account.userId,
    ended_at: new Date().toISOString(),
    expected_count: 0,
    present_count: 0,
    missing_count: 0,
    unexpected_count: 0,
  })
  const photo = { id: newId(), item_id: item!.id, user_id: account.userId, device_id: deviceId }
  const taken = { taken_at: new Date().toISOString(), created_at: new Date().toISOString() }
  const size = { size_bytes: 4, received_bytes: 4, media_type: 'image/jpeg' }
  await add('evidence_photo', { ...photo, ...taken, ...size, sha256: hashOf('photo') })
  await add('evidence_chunk', { photo_id: photo.id, offset_bytes: 0, bytes: '\\x00010203' })
  await add('printer', {
    id: newId(),
    organization_id: account.warehouseId,
    name: 'Zebra',
    host: '10.0.0.9',
    port: 9100,
    media: '100x150',
    dots_per_mm: 8,
    active: true,
    version: 1,
    created_at: new Date().toISOString(),
  })
  const [packageId, dispatchRuleId] = ids(2)
  await add('package', {
    id: packageId,
    status: 'open',
    origin_store_id: account.storeId,
    destination_warehouse_id: account.warehouseId,
    item_ids: [item!.id],
    label_state: 'none',
    opened_by: account.userId,
    opened_at: new Date().toISOString(),
    version: 1,
  })
  const block = { first_serial: 0, last_serial: 49, device_id: deviceId, user_id: account.userId }
  await add('package_number_block', { ...block, drawn_at: new Date().toISOString() })
  await add('transport', {
    id: newId(),
    buyback_id: item!.buybackId,
    item_id: item!.id,
    package_id: packageId,
    created_at: new Date().toISOString(),
    version: 1,
  })
  const dated = { created_at: new Date().toISOString(), updated_at: new Date().toISOString(), version: 1 }
  await add('warehouse_dispatch', {
    id: newId(),
    default_warehouse_id: account.warehouseId,
    is_geographic: false,
    updated_at: dated.updated_at,
    version: 1,
  })
  await add('warehouse_dispatch_rule', {
    id: dispatchRuleId,
    title: 'Phones',
    position: 1,
    conditions: [{ attribute: 'brand', operator: 'is', values: ['Brand'] }],
    ...dated,
  })
  await add('warehouse_dispatch_rule_warehouse', {
    rule_id: dispatchRuleId,
    warehouse_id: account.warehouseId,
    position: 1,
  })
  await add('price_proposal', { id: newId(), item_id: item!.id, buyback_id: item!.buybackId, price_cents: 4_000 })
  await add('return_label', { id: newId(), item_id: item!.id, number: `904${'0'.repeat(15)}` })
  await add('sync_device', { device_id: deviceId, user_id: account.userId, module: 'rps' })
  await add('sync_op', {
    op_id: newId(),
    device_id: deviceId,
    user_id: account.userId,
    module: 'rps',
    seq: 1,
    type: 'checkInItem',
    v: 1,
    args: {},
    lanes: ['x'],
    payload_hash: hashOf('payload'),
    status: 'applied',
    captured_at: new Date().toISOString(),
  })
}

async function insertNamed(owner: pg.ClientBase, table: string, row: Row): Promise<void> {
  await insertRows(owner, table, [row])
}

function defaults(row: Row): Row {
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

// JSON has no bytes; this is their text form.
function hashOf(text: string): string {
  return `\\x${createHash('sha256').update(text).digest('hex')}`
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

function ids<N extends number>(count: N): Ids<N> {
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
