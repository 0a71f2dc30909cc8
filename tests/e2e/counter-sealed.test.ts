import { expect, test, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { phoneWithGtin, scanToCustomer, signSale } from '#tests/support/counter-sale.ts'
import { startCounterTablet, tablet } from '#tests/support/counter-tablet.ts'
import { badgeOf, signInOn } from '#tests/support/handheld.ts'
import { keepPictures } from '#tests/support/pictures.ts'
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

test('a seller with an unsent sale is told before signing out, and the next one whom it waits for', async () => {
  test.setTimeout(180_000)
  await phoneWithGtin(app)
  const { handheld, page } = await startCounterTablet(app.url)
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
    await page.getByRole('button', { name: shell('user.logout') }).click()
    await question.getByRole('button', { name: shell('user.unsent.leave') }).click()
    await page.waitForURL('**/login**')

    await handheld.offline(false)
    await signInOn(page, 'store_manager', '/buyback/create')
    const sales = page.getByRole('region', { name: counter('sales.title') })
    await expect(sales.getByText(counter('sales.state.sealed'), { exact: true })).toBeVisible()
    const whose = counter('done.state.sealed').replace('{{name}}', 'Lucas Pichon')
    await expect(sales.getByText(whose)).toBeVisible()
    await expect(badgeOf(page)).toContainText('1 scellée')
    await keepPictures(page, 'counter-sealed', undefined, tablet)
    await sales.getByRole('link', { name: counter('sales.receipt') }).click()
    await expect(page.getByText(whose)).toBeVisible()

    await askToSignOut(page, 'Sophie')
    await page.waitForURL('**/login**')
    await signInOn(page, 'store_seller', '/buyback/create')
    await expect(sales.getByText(counter('sales.state.confirmed'), { exact: true })).toBeVisible({ timeout: 30_000 })
  } finally {
    await handheld.close()
  }
})
