import { expect, test } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { officeSizes, takePictures } from '#tests/support/pictures.ts'
import { checkoutWords, fillCustomer } from '#tests/support/public-checkout.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { readTexts } from '#tests/support/texts.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

test('a form with faults names them all, takes the focus, and is never passed (CART-33)', async ({ browser }) => {
  const { context, page, text } = await visitSite(browser, server.url)
  const say = checkoutWords('fr-FR')
  await chooseFirst(page, 'nikon')
  await answerAll(page, text)
  await page.getByRole('button', { name: text('offer.add') }).click()
  await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()
  await openPage(page, '/cart/customer-informations')
  await page.getByRole('button', { name: say('form.next') }).click()
  const faults = page.getByRole('alert')
  await expect(faults).toBeFocused()
  await expect(faults.getByRole('listitem')).toHaveCount(14)
  await expect(page.locator('#clientCity-fault')).toHaveText(
    'Ce champ est obligatoire et doit compter de 2 à 45 caractères.',
  )
  await expect(page.locator('#clientEmail-fault')).toHaveText('Ce champ est obligatoire.')
  await takePictures(page, 'journey-customer-refused', { sizes: officeSizes })
  await faults.getByRole('button', { name: say('field.iban') }).click()
  await expect(page.locator('#iban')).toBeFocused()
  await page.locator('#iban').fill('FR7630006000011234567890188')
  await expect(page.locator('#iban-fault')).toHaveText(readTexts('fr-FR', 'customer')('errors.ibanInvalid'))
  await fillCustomer({ page })
  await expect(faults).toBeHidden()
  await page.getByRole('button', { name: say('form.next') }).click()
  await expect(page.getByRole('heading', { name: say('summary.title') })).toBeVisible()
  await context.close()
})
