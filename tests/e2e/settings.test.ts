import { expect, test, type Page } from 'playwright/test'
import { goWithin } from '#tests/support/go-within.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { french, openGroups, prepareShell, signIn, sizes } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'

const { open, server } = prepareShell()
const text = readTexts('fr-FR', 'settings')
const common = readTexts('fr-FR', 'common')
const journey = readTexts('fr-FR', 'journey')

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('form.save') }).click()
  await expect(page.getByText(text('form.saved'))).toBeVisible()
}

test('a minimum typed in the office closes carts below it on the public site (SET-08, CART-12, SHELL-26)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin')
  const menu = page.getByRole('navigation', { name: french.shell('menu.label') })
  await openGroups(page)
  await expect(menu.getByRole('link', { name: french.shell('menu.settingsLcm') })).toBeVisible()
  await menu.getByRole('link', { name: french.shell('menu.settingsTim') }).click()
  const minimum = page.getByRole('textbox', { name: text('tim.minimum') })
  await expect(minimum).toHaveValue('')
  await expectSoundScreen(page, 'the settings of stores')

  await minimum.fill('12,5')
  await page.keyboard.press('Enter')
  await expect(page.getByText(french.common('codes.FORM_CART_MINIMUM_INVALID'))).toBeVisible()
  await expect(minimum).toBeFocused()
  await expectSoundScreen(page, 'the settings of stores with a wrong minimum')
  await minimum.fill('100 000')
  await save(page)

  const visit = await visitSite(browser, server().url)
  await chooseFirst(visit.page, 'nikon')
  await answerAll(visit.page, visit.text)
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
  await visit.context.close()
  await context.close()
})

test('the white label and the texts show on the public site with the next page (SET-04, SET-05, SET-09)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin', '/settings/tim/general')
  await page.getByRole('textbox', { name: text('whiteLabel.linkUrl') }).fill('https://maison.example/')
  await page.getByRole('button', { name: text('form.save') }).click()
  await expect(page.getByText(french.common('codes.FORM_LINK_INCOMPLETE'))).toBeVisible()
  await page.getByRole('textbox', { name: text('whiteLabel.linkText') }).fill('Retour à la maison')
  await page
    .getByRole('textbox', { name: text('tim.serviceTerms') })
    .fill('<h2>Nos engagements</h2><script>steal()</script>')
  await save(page)
  // The header of the office follows too.
  await expect(page.getByRole('link', { name: 'Retour à la maison' })).toBeVisible()

  const visit = await visitSite(browser, server().url)
  await openPage(visit.page, '/home')
  await expect(visit.page.getByRole('link', { name: 'Retour à la maison' }).first()).toHaveAttribute(
    'href',
    'https://maison.example/',
  )
  await openPage(visit.page, '/service-terms')
  await expect(visit.page.getByRole('heading', { name: 'Nos engagements' })).toBeVisible()
  expect(visit.problems).toEqual([])
  await visit.context.close()

  await page.getByRole('switch', { name: text('tim.categories') }).uncheck({ force: true })
  await page.getByRole('switch', { name: text('tim.barCode') }).uncheck({ force: true })
  await save(page)
  const other = await visitSite(browser, server().url)
  await openPage(other.page, '/buyback/search')
  await expect(other.page.getByRole('heading', { name: journey('search.categoriesTitle') })).toHaveCount(0)
  await expect(other.page.getByRole('button', { name: journey('search.scan') })).toHaveCount(0)
  await expectSoundScreen(other.page, 'the search by words alone')
  await other.context.close()
  await context.close()
})

test('what somebody else has saved is not overwritten, and what is unsaved is not lost by a link (SET-07)', async ({
  browser,
}) => {
  const { context, page } = await open(browser, { viewport: sizes.tablet })
  await signIn(page, 'admin', '/settings/tim/general')
  const email = page.getByRole('textbox', { name: text('tim.supportEmail') })
  await email.fill('moi@maison.example')
  await page
    .getByRole('link', { name: french.common('home') })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: french.common('leave.title') })
  await question.getByRole('button', { name: french.common('leave.stay') }).click()
  await expect(email).toHaveValue('moi@maison.example')
  await server().owner.query(`update organization_root_detail set seller_support_email = 'autre@maison.example'`)
  await page.getByRole('button', { name: text('form.save') }).click()
  await expect(page.getByRole('alert')).toContainText('modifié ces données entre-temps')
  await expect(email).toHaveValue('moi@maison.example')
  await expectSoundScreen(page, 'a conflict')
  await page.getByRole('button', { name: common('form.reload') }).click()
  await expect(email).toHaveValue('autre@maison.example')
  await page
    .getByRole('link', { name: french.common('home') })
    .first()
    .click()
  await expect(page).toHaveURL(/\/home/)
  await context.close()
})

test('check-in is put off for operators, not for administrators (SET-03, SET-07, SHELL-19)', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin', '/settings/lcm/general')
  await expect(page.getByRole('radio', { name: text('lcm.requirements.optional') })).toBeChecked()
  await expectSoundScreen(page, 'the settings of buyer and workshop')
  await page.getByRole('radio', { name: text('lcm.requirements.disabled') }).check()
  await save(page)
  await page.reload()
  await expect(page.getByRole('radio', { name: text('lcm.requirements.disabled') })).toBeChecked()
  await page.goto('/warehouse/checkin')
  await expect(page).toHaveURL(/\/warehouse\/checkin/)
  const operator = await open(browser)
  await signIn(operator.page, 'warehouse_operator', '/warehouse/checkin')
  await expect(operator.page).toHaveURL(/\/home/)
  await operator.context.close()
  await page.goto('/settings/lcm/general')
  await page.getByRole('radio', { name: text('lcm.requirements.optional') }).check()
  await save(page)
  await context.close()
})

test('who may only read them sees the settings without a way to change them (SET-07)', async ({ browser }) => {
  const { context, page } = await open(browser, { viewport: sizes.phone })
  await signIn(page, 'root_management_unit_analyst', null)
  for (const path of ['/settings/tim/general', '/settings/lcm/general']) {
    await goWithin(page, path)
    await expect(page.getByText(text('form.readOnly'))).toBeVisible()
    await expect(page.getByRole('button', { name: text('form.save') })).toHaveCount(0)
    await expectSoundScreen(page, `${path} for a reader`)
  }
  await context.close()
  const seller = await open(browser)
  await signIn(seller.page, 'store_seller', '/settings/tim/general')
  await expect(seller.page).toHaveURL(/\/home/)
  await seller.context.close()
})
