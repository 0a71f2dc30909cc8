import { createHash } from 'node:crypto'
import type pg from 'pg'
import { insertRows, type Row } from '#api/db/demo/insert-rows.ts'
import { newId } from '#api/db/new-id.ts'
import { accountRow, createItems, ids, type TestAccount } from './factories.ts'

/** Adds a row of every table that `createAccount` leaves empty, so that a probe has something to find anywhere. */
export async function fillEveryTable(owner: pg.ClientBase, account: TestAccount): Promise<void> {
  const account_id = account.id
  const [item] = await createItems(owner, account, 1)
  const [questionId, modeId, shippingId, ruleId, buyerAccountId, deviceId] = ids(6)
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const add = (table: string, row: Row): Promise<void> => insertRows(owner, table, [{ account_id, ...row }])
  await insertRows(owner, 'account', [
    accountRow({ id: buyerAccountId, name: 'Buyer', is_buyer_and_workshops_supervisor: true, host: null }),
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
  await add('sso_configuration', {
    id: newId(),
    client_id: 'reprise',
    client_secret: `\\x${'00'.repeat(40)}`,
    configuration_endpoint: 'https://sso.example/.well-known/openid-configuration',
    scope: 'openid',
    email_claim: 'email',
  })
  await add('sso_domain', { domain: `${account_id}.example` })
  await add('user_code', { user_id: account.userId, secret: `\\x${'00'.repeat(60)}`, confirmed_at: soon })
  await add('recovery_code', { user_id: account.userId, code_hash: hashOf(newId()), salt: `\\x${'00'.repeat(16)}` })
  await add('sign_in_rule', { second_factor_types: ['management_unit_manager'] })
  await add('payment_rule', { release_above_cents: 50_000 })
  await add('passkey', {
    id: newId(),
    user_id: account.userId,
    credential_id: hashOf(newId()),
    public_key: `\\x${'00'.repeat(77)}`,
    counter: 0,
    host: 'localhost',
    name: 'Phone',
    created_at: soon,
  })
  await add('access_event', {
    id: newId(),
    user_id: account.userId,
    kind: 'codes_on',
    actor_name: 'Ada Moreau',
    at: soon,
  })
  await add('sso_identity', { user_id: account.userId, issuer: 'https://id.example', subject: 'one' })
  await add('open_id_sign_in', {
    state_hash: hashOf(newId()),
    browser_hash: hashOf(newId()),
    created_at: soon,
    expires_at: soon,
  })
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
  await add('picture', { id: newId(), type: 'image/png', bytes: Buffer.from([1]) })
  await add('legal_file', { document: 'eula', language: 'fr-FR', id: newId(), bytes: Buffer.from([1]) })
  await add('home_page', { meta_title: 'Home' })
  const widgetId = newId()
  await add('home_widget', { id: widgetId, position: 1, type: 'featured_products', title: 'Top' })
  await add('home_widget_product', { widget_id: widgetId, product_id: account.productId, position: 1 })
  // The triggers of the catalog write what is searched.
  await owner.query(`update product set status = 'published' where account_id = $1`, [account_id])
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
  const customer_id = newId()
  await add('customer', { id: customer_id, first_name: 'Anna', last_name: 'Martin' })
  await add('customer_key', { customer_id, wrapped_key: `\\x${'00'.repeat(61)}` })
  await add('customer_secret', { customer_id, kind: 'iban', sealed: `\\x${'00'.repeat(50)}` })
  const [cart_id, made] = [newId(), { created_at: new Date().toISOString() }]
  await add('cart', { id: cart_id, visitor_id: 'v', wrapped_key: '\\x00', ...made })
  const line = {
    position: 1,
    buyback_id: newId(),
    total_cents: 1,
    seller_mac: hashOf('s'),
    body_mac: hashOf('b'),
    answer: {},
    ...made,
  }
  await add('cart_line', { cart_id, in_cart_id: newId(), ...line })
  const offer = { product_id: account.productId, content: {}, price_version: '0'.repeat(16), expires_at: soon, ...made }
  await add('quote', { id: newId(), token_hash: hashOf('q'), ...offer })
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
  const [{ first_serial, last_serial }] = (
    await owner.query<{ first_serial: string; last_serial: string }>('select * from draw_buyback_block(10)')
  ).rows as [{ first_serial: string; last_serial: string }]
  const at = new Date().toISOString()
  const drawn = { first_serial, last_serial, device_id: deviceId, user_id: account.userId, drawn_at: at }
  await add('counter_number_block', drawn)
  const hash = '0'.repeat(32)
  await add('counter_catalog_part', { id: hash, products: {}, created_at: at })
  const published = { parts: [hash], product_count: 0, published_at: at, seen: '1:1:', epoch: 'e' }
  await add('counter_catalog', { version: hash, rules: {}, ...published })
  const key = { point: `\\x${'00'.repeat(65)}`, wrapped_key: `\\x${'00'.repeat(61)}`, created_at: at }
  await add('counter_seal_key', { id: newId(), ...key })
  await add('sftp_access', {
    user_name: `test-${account_id.slice(-12)}`,
    changed_at: at,
    changed_by: account.userId,
    version: 1,
  })
  const exportId = newId()
  await add('export_job', { id: exportId, content: 'products', started_by: account.userId, created_at: at })
  await add('export_part', { export_id: exportId, number: 1, bytes: Buffer.from([1]) })
  await add('connector_configuration', {
    id: newId(),
    connector: 'gift_card',
    name: 'Cartes',
    properties: { brand: 'Cadeau' },
    secrets: {},
  })
  const importId = newId()
  const given = {
    file_name: 'products.csv',
    file: '\\x00',
    lines_found: 1,
    queued_at: at,
    touched_at: at,
    created_at: at,
  }
  await add('catalog_import', { id: importId, content: 'products', strategy: 'generic', ...given })
  await add('catalog_import_ignored', { import_id: importId, line: 2, code: 'LINE_REPEATED' })
  await add('catalog_import_change', {
    import_id: importId,
    place: 0,
    line: 2,
    thing_id: newId(),
    outcome: 'inserted',
    name: 'Product',
    before: {},
    after: {},
    fields: [],
    rises: false,
    falls: false,
  })
  const matching = { content: 'products', name: 'ref', column_name: 'buyer_reference' }
  await add('catalog_column_matching', matching)
  await add('buyer_column_matching', { ...matching, buyer_organization_id: newId() })
  await add('customer_signature', { customer_id, sealed: '\\x00', signed_at: at })
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
  await add('customer_correction', {
    id: newId(),
    customer_id,
    buyback_id: item!.buybackId,
    kind: 'bank',
    token_hash: hashOf(`correction ${account_id}`),
    sealed: '\\x00',
    created_at: made.created_at,
    expires_at: made.created_at,
  })
  await add('customer_notice', { buyback_id: item!.buybackId, kind: 'item_received' })
  await add('pickup_booking', {
    buyback_id: item!.buybackId,
    shipping_method_id: shippingId,
    visit_id: newId(),
    day: '2026-12-01',
    opens: '09:00',
    closes: '12:00',
    changed_at: made.created_at,
  })
  const point = { reference: 'P1' }
  await add('relay_point', { shipping_method_id: shippingId, reference: 'P1', point })
  await add('buyback_relay_point', { buyback_id: item!.buybackId, point })
  await add('buyback_document', { id: newId(), buyback_id: item!.buybackId, kind: 'tracking_sheet' })
  await add('return_label', { id: newId(), item_id: item!.id, number: `904${'0'.repeat(15)}` })
  const [carrierId, parcelId] = ids(2)
  const secrets = { api_key: '\\x00', event_secret: '\\x00' }
  await add('carrier', { id: carrierId, name: 'Express', url: 'https://express.example', ...secrets, ...made })
  await add('carrier_service', { carrier_id: carrierId, circuit_id: account.circuitId })
  await add('parcel', { id: parcelId, carrier_id: carrierId, buyback_id: item!.buybackId, state: 'ordering' })
  const picked = { event_id: 'e-1', at: made.created_at, status: 'DELIVERY_PICKED_UP', source: 'carrier' }
  await add('delivery_event', { id: newId(), parcel_id: parcelId, carrier_id: carrierId, ...picked })
  await add('dashboard_week', { week_from: '2026-11-16', counted_at: new Date().toISOString() })
  await add('dashboard_statistic', { week_from: '2026-11-16', figure: 'in_transit', total: 3 })
  await fillPayments(owner, account_id, item!.buybackId)
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

/** Settles a buyback, which makes its payment, posting and line of the register; the rest is added. */
async function fillPayments(owner: pg.ClientBase, account_id: string, buybackId: string): Promise<void> {
  await owner.query(
    `update buyback set status = 'bb_completed', settled_at = now(), validated_price_cents = 4000
     where account_id = $1 and id = $2`,
    [account_id, buybackId],
  )
  const found = await owner.query<{ id: string }>('select id from payment where account_id = $1', [account_id])
  const now = new Date().toISOString()
  const paid = { payment_id: found.rows[0]!.id, currency: 'EUR', amount_cents: 4_000 }
  const add = (table: string, row: Row): Promise<void> => insertRows(owner, table, [{ account_id, ...row }])
  const payer = { name: 'Payer', iban: 'FR7630006000011234567890189', town: 'Paris', country: 'FR' }
  await add('payer', { ...payer, updated_at: now })
  await add('voucher', { ...paid, id: newId(), type: 'voucher', code: newCode(), issued_at: now })
  const file = { id: newId(), message_id: newId().slice(0, 30), created_at: now, execute_on: now.slice(0, 10) }
  await add('payment_file', { ...file, count: 1, total_cents: 4_000, currency: 'EUR', payer })
  await add('payment_release', {
    id: newId(),
    subject: 'file',
    file_id: file.id,
    amount_cents: 4_000,
    currency: 'EUR',
    made_at: now,
  })
  await add('payment_attempt', {
    id: newId(),
    payment_id: paid.payment_id,
    number: 1,
    key: newId().replaceAll('-', ''),
    provider: 'transfer_file',
    state: 'started',
    started_at: now,
    file_id: file.id,
  })
}

const newCode = () => newId().replaceAll('-', '').slice(-20).toUpperCase()

// JSON has no bytes; this is their text form.
function hashOf(text: string): string {
  return `\\x${createHash('sha256').update(text).digest('hex')}`
}
