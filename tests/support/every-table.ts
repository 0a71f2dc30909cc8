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

// JSON has no bytes; this is their text form.
function hashOf(text: string): string {
  return `\\x${createHash('sha256').update(text).digest('hex')}`
}
