import { expect, test, type Browser, type Page } from 'playwright/test'
import { navigateInApp } from '#tests/support/go-within.ts'
import { openOffer } from '#tests/support/declared-product.ts'
import { openPage, visitSite, type Visit } from '#tests/support/public-visit.ts'
import { pngOf } from '#tests/support/picture-files.ts'
import { keepPictures, officeSizes, takePictures } from '#tests/support/pictures.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { french, openGroups, prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

const { open, server } = prepareShell()
const text = readTexts('fr-FR', 'settings')
const common = readTexts('fr-FR', 'common')
const journey = readTexts('fr-FR', 'journey')

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('form.save') }).click()
  await expect(page.getByText(text('form.saved'))).toBeVisible()
}

test('what is typed in the office holds elsewhere: a minimum closes carts below it, the white label and the texts show with the next page, and check-in is put off for operators alone (SET-03 to SET-05, SET-07 to SET-09, CART-12, SHELL-19, SHELL-26)', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { context, page } = await open(browser)
  await signIn(page, 'admin')
  const menu = page.getByRole('navigation', { name: french.shell('menu.label') })
  await openGroups(page)
  await expect(menu.getByRole('link', { name: french.shell('menu.settingsLcm') })).toBeVisible()
  await menu.getByRole('link', { name: french.shell('menu.settingsTim') }).click()
  const minimum = page.getByRole('textbox', { name: text('tim.minimum') })
  await expect(minimum).toHaveValue('')
  await takePictures(page, 'settings-stores', { sizes: officeSizes, audited: ['phone'] })
  await page.setViewportSize(officeSizes.desk)

  await minimum.fill('12,5')
  await page.keyboard.press('Enter')
  await expect(page.getByText(french.common('codes.FORM_CART_MINIMUM_INVALID'))).toBeVisible()
  await expect(minimum).toBeFocused()
  await minimum.fill('100 000')
  await save(page)

  const visit = await visitSite(browser, server().url)
  await openOffer(visit.page, server(), 'nikon')
  await visit.page.getByRole('button', { name: visit.text('offer.add') }).click()
  const panel = visit.page.getByRole('dialog', { name: visit.text('cart.title') })
  await expect(panel.getByText(visit.text('cart.missing').split('{{')[0]!.trim())).toBeVisible()
  await expect(panel.getByRole('button', { name: visit.text('cart.checkOut') })).toBeDisabled()

  await page.reload()
  await expect(minimum).toHaveValue('100000')
  await minimum.fill('')
  await save(page)
  await openPage(visit.page, '/cart/customer-informations')
  await expect(visit.page.getByRole('textbox').first()).toBeVisible()
  await test.step('the white label and the texts', () => changeWhiteLabel(page, visit))
  await visit.context.close()
  await test.step('check-in', () => putOffCheckIn(page, browser))
  await context.close()
})

async function changeWhiteLabel(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('textbox', { name: text('whiteLabel.linkUrl') }).fill('https://maison.example/')
  await page.getByRole('button', { name: text('form.save') }).click()
  await expect(page.getByText(french.common('codes.FORM_LINK_INCOMPLETE'))).toBeVisible()
  await page.getByRole('textbox', { name: text('whiteLabel.linkText') }).fill('Retour à la maison')
  // What is unsaved is not lost by a link.
  await page
    .getByRole('link', { name: french.common('home') })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: french.common('leave.title') })
  await question.getByRole('button', { name: french.common('leave.stay') }).click()
  await expect(question).toBeHidden()
  await page
    .getByRole('textbox', { name: text('tim.serviceTerms') })
    .fill('<h2>Nos engagements</h2><script>steal()</script>')
  await save(page)
  // The header of the office follows too.
  await expect(page.getByRole('link', { name: 'Retour à la maison' })).toBeVisible()

  await openPage(visit.page, '/home')
  await expect(visit.page.getByRole('link', { name: 'Retour à la maison' }).first()).toHaveAttribute(
    'href',
    'https://maison.example/',
  )
  await openPage(visit.page, '/service-terms')
  await expect(visit.page.getByRole('heading', { name: 'Nos engagements' })).toBeVisible()
  expect(visit.problems).toEqual([])

  await page.getByRole('switch', { name: text('tim.categories') }).uncheck({ force: true })
  await page.getByRole('switch', { name: text('tim.barCode') }).uncheck({ force: true })
  await save(page)
  await openPage(visit.page, '/buyback/search')
  await expect(visit.page.getByRole('heading', { name: journey('search.categoriesTitle') })).toHaveCount(0)
  await expect(visit.page.getByRole('button', { name: journey('search.scan') })).toHaveCount(0)
  await expectSoundScreen(visit.page, 'the search by words alone')
}

async function putOffCheckIn(page: Page, browser: Browser): Promise<void> {
  await navigateInApp(page, '/settings/lcm/general')
  await expect(page.getByRole('radio', { name: text('lcm.requirements.optional') })).toBeChecked()
  await expectSoundScreen(page, 'the settings of buyer and workshop')
  await page.getByRole('radio', { name: text('lcm.requirements.disabled') }).check()
  await save(page)
  await page.reload()
  await expect(page.getByRole('radio', { name: text('lcm.requirements.disabled') })).toBeChecked()
  await navigateInApp(page, '/warehouse/checkin')
  await expect(page).toHaveURL(/\/warehouse\/checkin/)
  const operator = await open(browser)
  await signIn(operator.page, 'warehouse_operator', '/warehouse/checkin')
  await expect(operator.page).toHaveURL(/\/home/)
  await operator.context.close()
  await navigateInApp(page, '/settings/lcm/general')
  await page.getByRole('radio', { name: text('lcm.requirements.optional') }).check()
  await save(page)
}

test('terms are written in German with a picture, and read so by a German visitor alone; those of transfer orders with variables of the list, saved and taken back (O9, SHELL-28, CIRC-33 to CIRC-35)', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { context, page } = await open(browser)
  await signIn(page, 'root_management_unit_manager', '/settings/tim/general')
  const texts = page.getByRole('region', { name: text('tim.texts') })
  const terms = texts.getByRole('textbox', { name: text('tim.eula') })
  await expect(terms).toHaveValue(/Objet/)
  await keepPictures(page, 'legal-texts', [])
  await texts.getByRole('tab', { name: 'Deutsch' }).click()
  await expect(terms).toHaveValue(/Gegenstand/)
  await terms.fill('<h2>Nutzung</h2>')
  await texts.getByRole('button', { name: `${common('textPicture.insert')}: ${text('tim.eula')}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'filiale.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await pngOf(640, 480)),
  })
  await expect(dialog.locator('img')).toBeVisible()
  await dialog.getByRole('textbox', { name: common('textPicture.alt') }).fill('Unsere Filiale')
  await dialog.getByRole('button', { name: common('textPicture.add') }).click()
  await expect(terms).toHaveValue(/^<h2>Nutzung<\/h2><img src="\/api\/pictures\/[^"]+" alt="Unsere Filiale"/)
  await page.getByRole('button', { name: text('form.save') }).click()
  await expect(page.getByText(text('form.saved'))).toBeVisible()
  for (const [locale, title] of [
    ['de-DE', 'Nutzung'],
    ['fr-FR', 'Objet'],
  ] as const) {
    const visitor = await browser.newContext({ baseURL: server().url, locale })
    const visit = await visitor.newPage()
    await visit.goto('/eula')
    await expect(visit.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    const picture = visit.getByRole('img', { name: 'Unsere Filiale' })
    if (locale === 'fr-FR') await expect(picture).toHaveCount(0)
    else await expect.poll(() => picture.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
    await visitor.close()
  }
  await test.step('transfer orders', () => writeTransferOrder(page))
  await context.close()
})

async function writeTransferOrder(page: Page): Promise<void> {
  await navigateInApp(page, '/settings/transfer-order')
  await expect(page.locator('nav').getByText('Premium')).toBeVisible()
  const terms = page.getByRole('textbox', { name: 'Conditions de la cession' })
  await expect(terms).toHaveValue(/Je soussigné/)
  await keepPictures(page, 'transfer-order-terms', ['phone'])
  await terms.fill('Prix : ')
  await terms.press('End')
  await page.getByRole('combobox', { name: 'Insérer une variable' }).click()
  await expect(page.getByRole('option')).toHaveCount(10)
  await page.getByRole('option', { name: 'Prix total' }).click()
  await expect(terms).toHaveValue('Prix : {{total_price}}')
  await expect(terms).toBeFocused()
  await expect(page.getByRole('group', { name: 'Aperçu' })).toHaveText(/^Prix : 125,00\s€$/)
  await terms.fill('Prix : {{total_price}}, payé à {{customer_lastname}}')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Les modifications ont été enregistrées.' })).toBeVisible()
  await page.reload()
  await expect(terms).toHaveValue('Prix : {{total_price}}, payé à {{customer_lastname}}')

  await page.getByRole('button', { name: 'Revenir au texte standard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revenir au texte standard' }).click()
  await expect(page.getByText('portent le texte standard, dans la langue du client')).toBeVisible()
}
