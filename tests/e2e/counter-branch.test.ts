import { expect, test } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { axeFaults } from '#tests/support/axe-audit.ts'
import { numbersOn, phoneWithGtin, scanToCustomer, signSale } from '#tests/support/counter-sale.ts'
import { tablet } from '#tests/support/counter-tablet.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { takePicture } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'

const counter = readTexts('fr-FR', 'counter')
let app: AppServer

prepareApp(600, (started) => (app = started))

test('a manager of a branch chooses one of its stores, and sells there without network', async () => {
  test.setTimeout(180_000)
  const label = await phoneWithGtin(app)
  const handheld = await startHandheld({ baseURL: app.url, viewport: tablet })
  const page = handheld.page()
  try {
    await signInOn(page, 'management_unit_manager', '/buyback/create')
    await expect(page.getByRole('heading', { name: counter('gate.store.choose') })).toBeVisible()
    await expectSoundScreen(page, 'counter: the choice of a store')
    expect(await axeFaults(page)).toEqual([])
    await takePicture(page, 'counter-choose-store-820.png')
    await page.getByRole('main').getByRole('button', { name: 'Lyon Part-Dieu' }).click()
    await expect(page.locator('[data-search]')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('main').getByText('Maison Rivoli Lyon Part-Dieu')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(counter('desk.notReady'))).toBeHidden({ timeout: 30_000 })

    await handheld.offline(true)
    await scanToCustomer(page)
    await expect(page.getByText(label).first()).toBeVisible()
    await signSale(page)
    const [number = ''] = await numbersOn(page)
    await handheld.offline(false)
    await expect(page.getByText('Confirmée', { exact: true })).toBeVisible({ timeout: 60_000 })
    const { rows } = await app.owner.query(
      `select o.external_id from buyback b join organization o on o.account_id = b.account_id and o.id = b.store_id
       where b.identification_number = $1`,
      [number],
    )
    expect(rows).toEqual([{ external_id: 'MR-LYO-01' }])

    const receipt = page.getByRole('complementary', { name: counter('done.receipt') })
    await expect(receipt.getByText(/Maison Rivoli Lyon Part-Dieu - /)).toBeVisible()
    await page.goto('/buyback/create')
    await page
      .getByRole('main')
      .getByRole('button', { name: counter('gate.store.change') })
      .click()
    await page.getByRole('main').getByRole('button', { name: 'Dijon Centre' }).click()
    await expect(page.getByRole('main').getByText('Maison Rivoli Dijon Centre')).toBeVisible({ timeout: 30_000 })
    await page.getByRole('link', { name: counter('sales.receipt') }).click()
    await expect(receipt.getByText(number.slice(-6))).toBeVisible()
    await expect(receipt.getByText(/Dijon/)).toBeHidden()
  } finally {
    await handheld.close()
  }
})
