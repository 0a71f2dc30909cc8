import { expect, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import * as floor from '#tests/support/expedition-floor.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { signInOn, startHandheld, type Handheld } from '#tests/support/handheld.ts'
import { brokenWords, expectSoundScreen, smallTargets } from '#tests/support/screen-audit.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { pressAsPerson, typeAsScanner } from '#tests/support/wedge.ts'
import { axeFaults } from '#tests/support/axe-audit.ts'
import { takePicture } from '#tests/support/pictures.ts'

let app: AppServer

prepareApp(1500, (started) => (app = started))

const itemsWhere = (condition: string, values?: readonly unknown[]) => floor.itemsWhere(app.owner, condition, values)
const storeItems = (store: string, warehouseId: string, count: number) =>
  floor.itemsOfStore(app.owner, store, warehouseId, count)
const packageOf = (number: string) => floor.packageOf(app.owner, number)

async function openExpedition(page: Page, before: number): Promise<void> {
  await page.goto('/expedition')
  await floor.readyToSend(app.owner, page, before)
}

async function scanInto(page: Page, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    await typeAsScanner(page, code)
    await expect(page.getByText(/^(Dans le colis|Changez de colis)$/)).toBeVisible()
  }
}

// This device always prints the labels of packages by its browser, whose dialog is counted instead of shown.
async function rememberPrinting(handheld: Handheld, page: Page): Promise<void> {
  await page.evaluate(() =>
    localStorage.setItem('printChoices', '{"package_label":{"target":{"type":"device"},"media":"100x150"}}'),
  )
  await handheld.context().addInitScript(() => {
    Object.assign(globalThis, { printed: 0 })
    window.print = () => Object.assign(globalThis, { printed: (globalThis as { printed?: number }).printed! + 1 })
  })
}
const printed = (page: Page) => page.evaluate(() => (globalThis as { printed?: number }).printed)
const endPrinting = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('afterprint')))

async function device(user: string): Promise<{ handheld: Handheld; page: Page; before: number }> {
  const before = await floor.blockCount(app.owner)
  const handheld = await startHandheld({ baseURL: app.url })
  const page = handheld.page()
  await signInOn(page, user, null)
  return { handheld, page, before }
}

test('a store packs, closes and prints by scanner alone, without network from the first load on; the label prints as it arrives', async () => {
  test.setTimeout(150_000)
  const [first, second] = await storeItems('MR-LYO-01', app.warehouses[0], 2)
  const [elsewhere] = await storeItems('MR-LYO-01', app.warehouses[1], 1)
  const started = await device('store_seller')
  const { handheld } = started
  try {
    await openExpedition(started.page, started.before)
    await rememberPrinting(handheld, started.page)
    // Another tab, from its first request on without a network.
    await handheld.offline(true)
    const page = await handheld.context().newPage()
    await started.page.close()
    await page.goto('/expedition')
    await expect(page.locator('[data-scan-ready]')).toBeVisible({ timeout: 30_000 })
    await typeAsScanner(page, first!.code)
    await page.waitForURL('**/start-expedition')
    await expect(page.getByText('Dans le colis', { exact: true })).toBeVisible()
    await scanInto(page, [second!.code, elsewhere!.code])
    await expect(page.getByText('Changez de colis', { exact: true })).toBeHidden()
    const packages = page.getByRole('region', { name: 'Colis ouverts' }).getByRole('listitem')
    await expect(packages).toHaveCount(2)
    await takePicture(page, `start-expedition-360.png`)

    await expect(page.getByText('Dans le colis', { exact: true })).toBeHidden()
    await expectSoundScreen(page, 'start-expedition')
    expect(await brokenWords(page)).toEqual([])

    // Those of one destination alone, which the address keeps.
    await navigateInApp(page, '/expedition')
    const destination = page.getByRole('combobox', { name: 'Destination' })
    await destination.selectOption({ index: 1 })
    await expect(packages).toHaveCount(1)
    await takePicture(page, `expedition-destination-360.png`)
    await page.reload()
    await expect(packages).toHaveCount(1, { timeout: 30_000 })
    await destination.selectOption({ index: 0 })
    await expect(packages).toHaveCount(2)

    // The package of the first two products.
    await packages.filter({ hasText: '2 produits' }).getByRole('button').click()
    await page.waitForURL('**/packing-with-label?packageId=*')
    const content = page.getByRole('region', { name: 'Contenu du colis' }).getByRole('listitem')
    await expect(content).toHaveCount(2)
    await typeAsScanner(page, second!.code)
    await expect(page.getByText('Déjà scanné', { exact: true })).toBeVisible()
    await takePicture(page, `packing-refused-360.png`)
    await typeAsScanner(page, elsewhere!.code)
    await expect(page.getByText('Déjà traité', { exact: true })).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Déjà traité', { exact: true })).toBeHidden()
    await typeAsScanner(page, 'RPR:UNDO')
    await expect(content).toHaveCount(1)
    await scanInto(page, [second!.code])
    await expect(content).toHaveCount(2)
    await expect(page.getByText('Dans le colis', { exact: true })).toBeHidden()
    await takePicture(page, `packing-with-label-360.png`)
    await expectSoundScreen(page, 'packing-with-label: an open package')
    expect(await smallTargets(page)).toEqual([])
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/expedition/confirmation?packageId=*')
    await expect(page.getByText('Enregistré sur cet appareil')).toBeVisible()
    await takePicture(page, `expedition-confirmation-360.png`)
    const number = await floor.numberOn(page)
    expect(number).toMatch(/^04\d{11}$/)
    expect(await packageOf(number)).toBeUndefined()
    // Until the label is there, the packing slip is what is to be printed.
    const dialog = page.getByRole('dialog', { name: /Imprimer/ })
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(dialog).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect.poll(() => printed(page)).toBe(1)
    await endPrinting(page)
    await expect(page.locator('.print-pages')).toHaveCount(0)

    await handheld.offline(false)
    await expect(page.getByText('L’étiquette est partie à l’impression.')).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => printed(page)).toBe(2)
    await expect(page.locator('.print-pages')).toContainText(number.slice(-4))
    await endPrinting(page)
    await expect(page.locator('.print-pages')).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('L’étiquette est prête.')).toBeVisible({ timeout: 30_000 })
    expect(await packageOf(number)).toMatchObject({
      status: 'closed',
      item_ids: [first!.id, second!.id],
      destination_warehouse_id: app.warehouses[0],
    })
    const { rows } = await app.owner.query(`select status from item where id = any ($1::uuid[])`, [
      [first!.id, second!.id],
    ])
    expect(rows).toEqual([{ status: 'item_in_transit' }, { status: 'item_in_transit' }])
    await typeAsScanner(page, 'RPR:CANCEL')
    await page.waitForURL('**/expedition')
    await expect(page.getByRole('region', { name: 'Colis fermés' })).toContainText(groupCode(number))
    // Neither the reload nor the overview prints it a second time.
    expect(await printed(page)).toBe(0)
    await takePicture(page, `expedition-360.png`)
    expect(await axeFaults(page)).toEqual([])
    expect(await brokenWords(page)).toEqual([])

    // The other package stays open, and a closed one takes nothing more.
    await typeAsScanner(page, number)
    await page.waitForURL('**/packing-with-label?packageId=*')
    await expect(page.getByRole('button', { name: 'Colis suivant' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
  } finally {
    await handheld.close()
  }
})

test('a refused scan holds up the closing of its package until it is settled, and a product with its own label is handed over', async () => {
  test.setTimeout(150_000)
  const all = await storeItems('MR-DIJ-01', app.warehouses[0], 4)
  const [items, own] = [all.slice(0, 3), all[3]!]
  await app.owner.query(
    `update buyback b set circuit_id = (select id from circuit c
       where c.account_id = b.account_id and c.type = 'store_drop_label' limit 1)
     from item i where i.buyback_id = b.id and i.id = $1`,
    [own.id],
  )
  await app.owner.query(
    `update item set facts = coalesce(facts, '{}') || '{"hasTransportLabel": true}' where id = $1`,
    [own.id],
  )
  const { handheld, page, before } = await device('store_seller_2')
  try {
    await openExpedition(page, before)
    await handheld.offline(true)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/start-expedition')
    await scanInto(
      page,
      items.map(({ code }) => code),
    )
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/packing-with-label?packageId=*')
    const address = page.url()
    await expect(page.getByRole('region', { name: 'Contenu du colis' }).getByRole('listitem')).toHaveCount(3)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/expedition/confirmation?packageId=*')
    const number = await floor.numberOn(page)
    // In the meantime the carrier collected one of them.
    await app.owner.query(`update item set status = 'item_in_transit' where id = $1`, [items[1]!.id])
    await handheld.offline(false)
    await navigateInApp(page, address)
    await expect(page.getByRole('alert')).toContainText('2 actions refusées retiennent ce colis', { timeout: 30_000 })
    await takePicture(page, `packing-held-360.png`)
    const content = page.getByRole('region', { name: 'Contenu du colis' }).getByRole('listitem')
    await expect(content).toHaveCount(2)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Scan refusé', { exact: true })).toBeVisible()
    expect(await packageOf(number)).toBeUndefined()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.getByRole('button', { name: 'Régler' }).click()
    await page.waitForURL('**/warehouse/attention')
    await settleAll(page)
    await navigateInApp(page, address)
    await expect(content).toHaveCount(2)
    await expect(page.getByRole('alert')).toBeHidden()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/expedition/confirmation?packageId=*')
    // The packing slip with its number may lie in the package already.
    expect(await floor.numberOn(page)).toBe(number)
    await expect
      .poll(async () => (await packageOf(number))?.item_ids, { timeout: 30_000 })
      .toEqual([items[0]!.id, items[2]!.id])

    await navigateInApp(page, '/start-expedition')
    await expect(page.locator('[data-scan-ready]')).toBeVisible()
    await typeAsScanner(page, own.code)
    await expect(page.getByText('Sa propre étiquette', { exact: true })).toBeVisible()
    await takePicture(page, `expedition-own-label-360.png`)
    await typeAsScanner(page, 'RPR:LABEL')
    await expect(page.getByRole('button', { name: 'Étiquette individuelle' })).toHaveAttribute('aria-pressed', 'true')
    await typeAsScanner(page, own.code)
    await expect(page.getByText('Remis au transporteur', { exact: true })).toBeVisible()
    const status = `select status from item where id = $1`
    await expect
      .poll(async () => (await app.owner.query(status, [own.id])).rows, { timeout: 30_000 })
      .toEqual([{ status: 'item_in_transit' }])
  } finally {
    await handheld.close()
  }
})

test('a warehouse forwards what belongs elsewhere, and asks once where tested products go', async () => {
  test.setTimeout(150_000)
  const [here, there] = app.warehouses
  const [foreign] = await itemsWhere(
    `i.status = 'item_registered_in_warehouse' and i.warehouse_id = $1 and i.destination_warehouse_id = $2`,
    [here, there],
  )
  const tested = (await itemsWhere(`i.status = 'item_completed' and i.warehouse_id = $1 and i.tested`, [here])).slice(
    0,
    2,
  )
  const [untested] = await itemsWhere(`i.status = 'item_awaiting_compliancy_tests' and i.warehouse_id = $1`, [here])
  expect(foreign && tested[1] && untested).toBeTruthy()
  const { handheld, page, before } = await device('warehouse_operator')
  try {
    await openExpedition(page, before)
    await navigateInApp(page, `/expedition?itemId=${foreign!.id}`)
    await expect(page.getByText(groupCode(foreign!.code))).toBeVisible()
    await page.getByRole('button', { name: 'Mettre ce produit dans un colis' }).click()
    await expect(page.getByText('Dans le colis', { exact: true })).toBeVisible()
    await typeAsScanner(page, tested[0]!.code)
    const question = page.getByRole('dialog', { name: 'Où va ce produit testé ?' })
    await expect(question).toBeVisible()
    await typeAsScanner(page, tested[1]!.code)
    await expect(question).toContainText('1 scan attend votre réponse')
    await takePicture(page, `start-expedition-destination-360.png`)
    await expectSoundScreen(page, 'start-expedition: destination')
    expect(await smallTargets(page)).toEqual([])
    await pressAsPerson(page, 'a')
    await expect(page.getByRole('region', { name: 'Colis ouverts' })).toContainText('3 produits')
    await expect(page.getByText('Produits testés vers')).toBeVisible()
    await expect(page.getByText('Dans le colis', { exact: true })).toBeHidden()
    await takePicture(page, `start-expedition-tested-360.png`)
    await typeAsScanner(page, untested!.code)
    await expect(page.getByText('Introuvable', { exact: true })).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/packing-with-label?packageId=*')
    // A key, unlike a scan, is heard by the screen that is there when it is pressed.
    await expect(page.getByRole('region', { name: 'Contenu du colis' }).getByRole('listitem')).toHaveCount(3)
    await page.keyboard.press('F8')
    await page.waitForURL('**/expedition/confirmation?packageId=*')
    const number = await floor.numberOn(page)
    const ids = [foreign, ...tested].map((item) => item!.id)
    await expect
      .poll(async () => await packageOf(number), { timeout: 30_000 })
      .toMatchObject({ status: 'closed', item_ids: ids, destination_warehouse_id: there })
    // This device remembers no way of printing: the label is offered, and a scan or Enter prints it.
    await expect(page.getByText('L’étiquette est prête.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Imprimer l’étiquette' })).toBeFocused()
    await typeAsScanner(page, 'RPR:CONFIRM')
    const dialog = page.getByRole('dialog', { name: /Imprimer/ })
    await expect(dialog).toBeVisible()
    await typeAsScanner(page, 'RPR:CANCEL')
    await expect(dialog).toBeHidden()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/start-expedition')
  } finally {
    await handheld.close()
  }
})

/** Drops every refusal of the tray with a reason. */
async function settleAll(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Traiter/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Écarter' }).click()
  await sheet.getByRole('textbox').fill('Parti avec le transporteur')
  await sheet.getByRole('button', { name: 'Écarter', exact: false }).last().click()
  await expect(sheet).toBeHidden()
}
