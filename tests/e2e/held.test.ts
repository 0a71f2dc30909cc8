import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'playwright/test'
import { newId } from '#api/db/new-id.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { badgeOf, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { readTexts } from '#tests/support/texts.ts'

const texts = readTexts('fr-FR', 'sync')
let app: AppServer
test.beforeAll(async () => {
  test.setTimeout(120_000)
  app = await startAppServer(200)
})
test.afterAll(async () => {
  await app.close()
})

/** A check-in of the warehouse's operator that the server holds for a person. */
async function hold(item: { readonly id: string; readonly code: string }): Promise<string> {
  const opId = newId()
  const args = { code: item.code, itemId: item.id, warehouseId: app.warehouses[0] }
  const deviceId = newId()
  const operator = `from user_account u where u.email = 'warehouse_operator@demo.example'`
  await app.owner.query(
    `insert into sync_device (account_id, device_id, user_id, module, acked_seq)
     select u.account_id, $1, u.id, 'rps', 1 ${operator}`,
    [deviceId],
  )
  const { rowCount } = await app.owner.query(
    `insert into sync_op (account_id, op_id, device_id, user_id, module, seq, type, v, args, lanes, depends_on, based_on,
       payload_hash, status, code, captured_at, received_at)
     select u.account_id, $1::uuid, $2::uuid, u.id, 'rps', 1, 'checkInItem', 1, $3, array['item:' || $4::text], '{}', 0,
       sha256('held'), 'held', 'SYNC_NEEDS_A_PERSON', now(), now()
     ${operator}`,
    [opId, deviceId, JSON.stringify(args), item.id],
  )
  expect(rowCount).toBe(1)
  return opId
}

test('what the server holds can be run again or discarded by the warehouse’s manager', async () => {
  const [first, second] = await app.itemsInTransit(app.warehouses[0], 2)
  await hold(first!)
  const discarded = await hold(second!)
  const device = await startHandheld({ baseURL: app.url })
  try {
    const page = device.page()
    await signInOn(page, 'warehouse_manager')
    await page.goto('/warehouse/checkin')
    await badgeOf(page).click()
    await page.getByRole('button', { name: texts('sheet.openAttention') }).click()
    await page.waitForURL('**/warehouse/attention')
    const held = page.getByRole('listitem').filter({ hasText: texts('attention.heldList.run') })
    await expect(held).toHaveCount(2)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await held
      .first()
      .getByRole('button', { name: texts('attention.heldList.run') })
      .click()
    await expect(page.getByText(texts('attention.heldList.applied'))).toBeVisible()
    await expect(held).toHaveCount(1)
    const { rows } = await app.owner.query(`select status from item where id = $1`, [first!.id])
    expect(rows).toEqual([{ status: 'item_awaiting_compliancy_tests' }])
    await held.getByRole('button', { name: texts('attention.discard') }).click()
    await page.getByRole('button', { name: texts('attention.reasons.twice') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: texts('attention.discard') })
      .click()
    await expect(held).toHaveCount(0)
    const settled = await app.owner.query(`select status, resolution from sync_op where op_id = $1`, [discarded])
    expect(settled.rows).toEqual([{ status: 'held', resolution: 'discarded' }])
  } finally {
    await device.close()
  }
})

test('what the server holds is no business of an operator', async () => {
  const [item] = await app.itemsInTransit(app.warehouses[0], 3).then((all) => all.slice(2))
  await hold(item!)
  const device = await startHandheld({ baseURL: app.url })
  try {
    const page = device.page()
    await signInOn(page, 'warehouse_operator')
    await page.goto('/warehouse/attention')
    await expect(page.getByText(texts('attention.empty.title'))).toBeVisible()
    await expect(page.getByText(texts('attention.heldList.run'))).toHaveCount(0)
  } finally {
    await device.close()
  }
})
