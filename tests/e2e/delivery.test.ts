import { expect, test, type Page } from 'playwright/test'
import { newId } from '#api/db/new-id.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { demoLimitMs } from '#tests/support/prepare-app.ts'
import { carrierSecrets, startCarrierServer, type CarrierServer } from '#tests/support/carrier-server.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { badgeOf, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { sizes } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'
import { testVault } from '#tests/support/vault.ts'
import { keepPaper, takePicture } from '#tests/support/pictures.ts'

const texts = readTexts('fr-FR', 'delivery')
const statuses = readTexts('fr-FR', 'buyback')
let app: AppServer
let carrier: CarrierServer
let accountId: string
const carrierId = newId()

test.beforeAll(async () => {
  test.setTimeout(demoLimitMs)
  carrier = await startCarrierServer()
  app = await startAppServer(600, undefined, { CARRIER_HOSTS: carrier.host })
  const found = await app.owner.query<{ account_id: string }>(
    `select account_id from user_account where email = 'store_manager@demo.example'`,
  )
  accountId = found.rows[0]!.account_id
  const owner = `carriers of ${accountId}`
  await app.owner.query(
    `insert into carrier (account_id, id, name, url, api_key, event_secret, serves_packages)
     values ($1, $2, 'Colis Express', $3, $4, $5, true)`,
    [
      accountId,
      carrierId,
      carrier.url,
      testVault.sealFor(owner, carrierSecrets.apiKey, `api key of ${carrierId}`),
      testVault.sealFor(owner, carrierSecrets.eventSecret, `event secret of ${carrierId}`),
    ],
  )
})
test.afterAll(async () => {
  await app.close()
  await carrier.close()
})

/** Products that a store is to send, and how they travel. */
async function storeItems(
  store: string,
  circuit: 'store_drop' | 'store_drop_label',
  count: number,
  but: string | null = null,
) {
  const { rows } = await app.owner.query<{ id: string; code: string; buyback_id: string }>(
    `select i.id, i.identification_number as code, i.buyback_id from item i
     join organization s on s.account_id = i.account_id and s.id = i.store_id
     where s.external_id = $1 and i.destination_warehouse_id = $2 and not i.tested
       and i.status in ('item_awaiting_inventory', 'item_in_transit') and i.id is distinct from $4::uuid
       order by i.id limit $3`,
    [store, app.warehouses[0], count, but],
  )
  expect(rows).toHaveLength(count)
  const ids = rows.map(({ id }) => id)
  await app.owner.query(
    `update buyback b set status = 'bb_awaiting_inventory', delivery_status = null, circuit_id = (select id
       from circuit c where c.account_id = b.account_id and c.type = $2 limit 1)
     from item i where i.buyback_id = b.id and i.id = any ($1::uuid[])`,
    [ids, circuit],
  )
  await app.owner.query(
    `update item set status = 'item_awaiting_inventory', facts = coalesce(facts, '{}') - 'packageId'
     where id = any ($1::uuid[])`,
    [ids],
  )
  return rows
}

async function openFloor(page: Page): Promise<void> {
  await page.goto('/expedition')
  await expect(page.locator('[data-scan-ready]')).toBeVisible({ timeout: 30_000 })
  await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 30_000 })
  await expect
    .poll(async () => (await app.owner.query('select 1 from package_number_block')).rows.length, { timeout: 30_000 })
    .toBeGreaterThan(0)
}

test('a refused label of a package is raised to the operator, who hears and sees it, and goes on by scanner', async () => {
  test.setTimeout(240_000)
  carrier.behave('refuse')
  const [first] = await storeItems('MR-LYO-01', 'store_drop', 1)
  const [own] = await storeItems('MR-LYO-01', 'store_drop_label', 1, first!.id)
  await app.owner.query(
    `update item set facts = coalesce(facts, '{}') || '{"transportLabelFailed": true}' where id = $1`,
    [own!.id],
  )
  const handheld = await startHandheld({ baseURL: app.url })
  const page = handheld.page()
  try {
    await signInOn(page, 'store_seller', null)
    await openFloor(page)
    await typeAsScanner(page, first!.code)
    await page.waitForURL('**/start-expedition')
    await expect(page.getByText('Dans le colis', { exact: true })).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/packing-with-label?packageId=*')
    await expect(page.getByRole('region', { name: 'Contenu du colis' }).getByRole('listitem')).toHaveCount(1)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/expedition/confirmation?packageId=*')
    await expect(page.getByText('Transport échoué', { exact: true })).toBeVisible({ timeout: 60_000 })
    await takePicture(page, `shipment-error-360.png`)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Transport échoué', { exact: true })).toBeHidden()
    await expect(page.getByText('Le transport a échoué. Imprimez le bordereau')).toBeVisible()
    await expect(page).toHaveURL(/expedition\/confirmation/)
    await takePicture(page, `shipment-failed-360.png`)
    await typeAsScanner(page, 'RPR:CANCEL')
    await page.waitForURL('**/expedition')
    await expect(page.getByRole('region', { name: 'Colis fermés' })).toContainText('Transport échoué')

    // The office orders it again, and the label is there.
    carrier.behave('ready')
    const { rows } = await app.owner.query<{ buyback_id: string; package_id: string }>(
      `select t.buyback_id, t.package_id from transport t where t.item_id = $1 and t.package_id is not null
       order by t.created_at desc limit 1`,
      [first!.id],
    )
    const office = await handheld.context().browser()!.newContext({ baseURL: app.url, viewport: sizes.desk })
    const desk = await office.newPage()
    await signIn(desk, 'admin', `/buyback/${rows[0]!.buyback_id}`)
    const block = desk.getByRole('region', { name: texts('block.title') })
    await expect(block).toContainText('adresse inconnue')
    await block.scrollIntoViewIfNeeded()
    await takePicture(desk, `label-failed-1440.png`, { fullPage: true })
    await block.getByRole('button', { name: texts('label.again') }).click()
    await expect(block).toContainText(texts('state.ordering'))
    await office.close()
    await page.goto(`/expedition/confirmation?packageId=${rows[0]!.package_id}`)
    await expect(page.getByText('L’étiquette est prête.')).toBeVisible({ timeout: 60_000 })
    // A label that does not come shows its own face, and no tab with the server's refusal (EXP-13).
    await expect(page.getByRole('button', { name: 'Imprimer l’étiquette' })).toBeFocused()
    const context = handheld.context()
    const address = '**/api/documents/package-label/**'
    const tabs = context.pages().length
    await context.route(address, (route) => route.fulfill({ status: 425, json: { code: 'DOCUMENT_NOT_READY' } }))
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Étiquette absente', { exact: true })).toBeVisible()
    await takePicture(page, `label-missing-360.png`)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Étiquette absente', { exact: true })).toBeHidden()
    expect(context.pages()).toHaveLength(tabs)
    await context.unroute(address)
    const opened = context.waitForEvent('page')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await (await opened).close()
    await page.bringToFront()
    const label = await page.request.get(`/api/documents/package-label/${rows[0]!.package_id}.pdf`)
    expect((await label.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await keepPaper('carrier-label', await label.body())

    // A product whose own label was refused is not handed over, in the words of the transport.
    await page.goto('/start-expedition')
    await expect(page.locator('[data-scan-ready]')).toBeVisible()
    await page.getByRole('button', { name: 'Étiquette individuelle' }).click()
    await typeAsScanner(page, own!.code)
    await expect(page.getByText('Transport échoué', { exact: true })).toBeVisible()
  } finally {
    await handheld.close()
  }
})

test('the office enters an event, brings a parcel back to its sender, and takes a file of events', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const [sent] = await storeItems('MR-PAR-02', 'store_drop_label', 1)
  const number = '905000000000000017'
  await app.owner.query(
    `insert into buyback_document (account_id, id, buyback_id, kind, state, number, bytes, ready_at)
     values ($1, $2, $3, 'shipping_label', 'ready', $4, '\\x25', now())
     on conflict (account_id, buyback_id, kind) do update set number = excluded.number`,
    [accountId, newId(), sent!.buyback_id, number],
  )
  const context = await browser.newContext({ baseURL: app.url, viewport: sizes.desk, locale: 'fr-FR' })
  const page = await context.newPage()
  await signIn(page, 'admin', `/buyback/${sent!.buyback_id}`)
  const block = page.getByRole('region', { name: texts('block.title') })
  await block.getByRole('button', { name: texts('event.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts('event.place')).fill('Paris')
  await expectSoundScreen(page, 'event dialog')
  await takePicture(page, `event-dialog-1440.png`)
  await dialog.getByRole('button', { name: texts('event.save') }).click()
  await expect(dialog).toBeHidden()
  await expect(block.getByRole('list', { name: texts('event.list') })).toContainText('Paris')
  await expect(page.getByText(statuses('deliveryStatus.DELIVERY_PICKED_UP')).first()).toBeVisible()
  await block.getByRole('button', { name: texts('event.back') }).click()
  await dialog.getByRole('button', { name: texts('event.save') }).click()
  await expect(dialog).toBeHidden()
  await expect(block.getByRole('listitem')).toHaveCount(2)
  const { rows } = await app.owner.query('select status from item where id = $1', [sent!.id])
  expect(rows).toEqual([{ status: 'item_awaiting_inventory' }])

  await navigateInApp(page, '/transports-list')
  await page.getByRole('button', { name: texts('import.open') }).click()
  const earlier = new Date(Date.now() - 3_600_000).toISOString()
  const csv = `trackingNumber;at;status;place\n${number};${earlier};DELIVERY_DELAYED;Lyon\n${number};hier;DELIVERY_DELIVERED;\n`
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'evenements.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await expect(dialog).toContainText(texts('fault.at'))
  await expectSoundScreen(page, 'import dialog')
  await takePicture(page, `import-1440.png`)
  await dialog.getByRole('button', { name: 'Ajouter 1 événement' }).click()
  await expect(dialog.getByRole('status')).toContainText('1 événement ajouté')
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await context.close()
})

test('who writes deliveries without the list of transports imports events among the buybacks', async ({ browser }) => {
  const other = await browser.newContext({ baseURL: app.url, viewport: sizes.desk, locale: 'fr-FR' })
  const page = await other.newPage()
  await signIn(page, 'root_management_unit_manager', '/buybacks')
  await page.getByRole('button', { name: texts('import.open') }).click()
  await expect(page.getByRole('dialog').locator('input[type="file"]')).toBeAttached()
  await other.close()
})
