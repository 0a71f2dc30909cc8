import { expect, test, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { phoneWithGtin } from '#tests/support/counter-facts.ts'
import { numbersOn, scanToCustomer, signSale } from '#tests/support/counter-sale.ts'
import { startCounterTablet, tablet } from '#tests/support/counter-tablet.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { badgeOf, rememberStorage, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { keepPictures, takePicture } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'

const counter = readTexts('fr-FR', 'counter')
const shell = readTexts('fr-FR', 'shell')
let app: AppServer

prepareApp(600, (started) => (app = started))

async function askToSignOut(page: Page, seller: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(seller) }).click()
  await page.getByRole('button', { name: shell('user.logout') }).click()
}

test('a seller with an unsent sale is told before signing out, stays signed out on a killed browser, and the next one is told whom the sale waits for', async () => {
  test.setTimeout(240_000)
  await phoneWithGtin(app)
  const { handheld, page } = await startCounterTablet(app.url, { isOwn: true })
  try {
    await expect(badgeOf(page)).toContainText('Tout est envoyé')
    await handheld.offline(true)
    await scanToCustomer(page)
    await signSale(page)
    await expect(badgeOf(page)).toContainText(/1 en attente depuis/)

    await askToSignOut(page, 'Lucas Pichon')
    const question = page.getByRole('dialog', { name: shell('user.unsent.title_one') })
    await expectSoundScreen(page, 'unsent work at the sign-out')
    await question.getByRole('button', { name: shell('user.unsent.stay') }).click()
    await expect(page).toHaveURL(/buyback-confirmation/)
    const toBeforeSignOut = await rememberStorage(page)
    await page.getByRole('button', { name: shell('user.logout') }).click()
    await question.getByRole('button', { name: shell('user.unsent.leave') }).click()
    await page.waitForURL('**/login**')
    await toBeforeSignOut()
    await handheld.kill()

    const again = await handheld.start({ offline: true })
    // A killed browser loses the cookies of its last half minute: sometimes the note of the sign-out, and here always.
    await again.context().clearCookies()
    await again.goto('/buyback/create')
    await again.waitForURL('**/login**')
    await handheld.offline(false)
    await signInOn(again, 'store_manager', '/buyback/create')
    const sales = again.getByRole('region', { name: counter('sales.title') })
    await expect(sales.getByText(counter('sales.state.sealed'), { exact: true })).toBeVisible()
    const whose = counter('done.state.sealed').replace('{{name}}', 'Lucas Pichon')
    await expect(sales.getByText(whose)).toBeVisible()
    await expect(badgeOf(again)).toContainText('1 scellée')
    await expectSoundScreen(again, 'a sale that waits for another seller')
    await keepPictures(again, 'counter-sealed', [], { back: tablet })
    await sales.getByRole('link', { name: counter('sales.receipt') }).click()
    await expect(again.getByText(whose)).toBeVisible()

    await askToSignOut(again, 'Sophie')
    await again.waitForURL('**/login**')
    await signInOn(again, 'store_seller', '/buyback/create')
    await expect(sales.getByText(counter('sales.state.confirmed'), { exact: true })).toBeVisible({ timeout: 30_000 })
  } finally {
    await handheld.close()
  }
})

test('a manager of a branch chooses one of its stores, and sells there without network', async () => {
  test.setTimeout(180_000)
  const label = await phoneWithGtin(app)
  const handheld = await startHandheld({ baseURL: app.url, viewport: tablet })
  const page = handheld.page()
  try {
    await signInOn(page, 'management_unit_manager', '/buyback/create')
    await expect(page.getByRole('heading', { name: counter('gate.store.choose') })).toBeVisible()
    await expectSoundScreen(page, 'counter: the choice of a store')
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
    await navigateInApp(page, '/buyback/create')
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
