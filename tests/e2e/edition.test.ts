import { expect as soonExpected, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import { findBuyback, type DemoBuyback } from '#tests/support/demo-buyback.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { prepareShell, signIn } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsPerson } from '#tests/support/wedge.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'buybacks')
const customer = readTexts('fr-FR', 'customer')
const errors = readTexts('fr-FR', 'errors')

const buyback = (condition: string) => findBuyback(server().owner, condition)
const field = (page: Page, name: string) => page.getByRole('textbox', { name: texts(`edition.${name}`) })
const tab = (page: Page, step: string) => page.getByRole('tab', { name: texts(`edition.step.${step}`) })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: texts('edition.saved') })

/** A buyback of which everything may be corrected: on its way, untested, to be paid by bank transfer. */
async function openBuyback(): Promise<DemoBuyback> {
  const found = await buyback(
    `b.status = 'bb_in_transit' and b.payment_status = 'awaiting_payment' and not i.tested and b.customer_id is not null`,
  )
  await server().owner.query(
    `update buyback b set payment_mode_id = (
       select m.id from payment_mode m where m.account_id = b.account_id and m.type = 'bank_transfer' limit 1)
     where b.id = $1`,
    [found.id],
  )
  return found
}

/** What the database keeps of the fields that are corrected here. */
async function kept({ id }: DemoBuyback) {
  const { rows } = await server().owner.query<{ imei: string | null; email: string; phone: string }>(
    `select i.imei, c.email, c.phone from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id
       join customer c on c.account_id = b.account_id and c.id = b.customer_id where b.id = $1`,
    [id],
  )
  return rows[0]!
}

/** How often a buyback has been corrected. */
async function countEdits({ id }: DemoBuyback): Promise<number> {
  const { rows } = await server().owner.query<{ edits: number }>(
    `select count(*)::int as edits from item_history h join item i on i.account_id = h.account_id and i.id = h.item_id
     where i.buyback_id = $1 and h.action = 'edit'`,
    [id],
  )
  return rows[0]!.edits
}

/** Types over what a field holds, and sends the form with Enter. */
async function correct(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).click()
  await page.keyboard.press('ControlOrMeta+A')
  await typeAsPerson(page, text)
}

test.describe('the edition of a buyback', () => {
  test('refuses a wrong IMEI with its words, keeps a right one, and the detail shows it', async ({ browser }) => {
    const { context, page } = await open(browser)
    const one = await openBuyback()
    const before = await kept(one)
    await signIn(page, 'admin', `/buyback/${one.id}`)
    await page.getByRole('link', { name: texts('edition.open') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      texts('edition.title').replace('{{code}}', groupCode(one.code)),
    )
    await expect(tab(page, 'product')).toHaveAttribute('aria-selected', 'true')
    await keepPictures(page, 'edition-product')
    await correct(page, 'imei', '35693803564380')
    await expect(page.getByText(errors('IMEI_MALFORMED'))).toBeVisible()
    await expect(field(page, 'imei')).toBeFocused()
    await expect(saved(page)).toBeHidden()
    await keepPictures(page, 'edition-imei-refused')
    expect(await kept(one)).toEqual(before)
    await correct(page, 'imei', '356938035643809')
    await expect(saved(page)).toBeVisible()
    await expect(page.getByText(errors('IMEI_MALFORMED'))).toBeHidden()
    expect(await kept(one)).toEqual({ ...before, imei: '356938035643809' })
    await keepPictures(page, 'edition-saved')
    await page.getByRole('link', { name: texts('edition.back') }).click()
    await expect(page.getByRole('region', { name: texts('detail.product') })).toContainText(/3.?5.?6.?9.?3.?8.?0/)
    await context.close()
  })

  test('says the same of an IMEI that the server alone refuses', async ({ browser }) => {
    const { context, page } = await open(browser)
    const one = await openBuyback()
    await signIn(page, 'admin', `/buyback/${one.id}/edition`)
    // What the form lets pass reaches the server as another IMEI.
    await page.route(`**/api/buybacks/${one.id}`, (route) =>
      route.continue({ postData: route.request().postData()?.replace('356938035643809', '35693803564380') }),
    )
    const refused = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await correct(page, 'imei', '356938035643809')
    expect((await refused).status()).toBe(422)
    await expect(page.getByRole('alert').filter({ hasText: errors('IMEI_MALFORMED') })).toBeVisible()
    await expect(saved(page)).toBeHidden()
    await context.close()
  })

  test('has each step hold what is known, and names the fields that the server refuses', async ({ browser }) => {
    const { context, page } = await open(browser)
    const one = await openBuyback()
    const before = await kept(one)
    const edits = await countEdits(one)
    await signIn(page, 'admin', `/buyback/${one.id}/edition`)
    await tab(page, 'contact').click()
    await expect(page).toHaveURL(/itemWorkflowStep=contact/)
    await expect(field(page, 'clientEmail')).toHaveValue(before.email)
    await expect(field(page, 'clientPhone')).toHaveValue(before.phone)
    await correct(page, 'clientEmail', 'zoe')
    await expect(page.getByText(customer('errors.emailInvalid'))).toBeVisible()
    await keepPictures(page, 'edition-contact-refused')
    expect(await kept(one)).toEqual(before)
    await correct(page, 'clientEmail', 'zoe@exemple.fr')
    await expect(saved(page)).toBeVisible()
    expect(await kept(one)).toEqual({ ...before, email: 'zoe@exemple.fr' })
    await tab(page, 'bank').click()
    await expect(field(page, 'accountHolder')).not.toHaveValue('')
    await expect(field(page, 'iban')).toHaveValue('')
    await keepPictures(page, 'edition-bank')
    await correct(page, 'iban', 'BE68539007547035')
    await expect(page.getByText(customer('errors.ibanInvalid'))).toBeVisible()
    await correct(page, 'iban', 'BE68539007547034')
    await expect(saved(page)).toBeVisible()
    await expect(page.getByText(texts('edition.ibanNow').replace('{{end}}', '7034'))).toBeVisible()
    await page.getByRole('link', { name: texts('edition.back') }).click()
    const seller = page.getByRole('region', { name: texts('detail.customer') })
    await expect(seller).toContainText('zoe@exemple.fr')
    await expect(seller).toContainText(texts('detail.lastFour').replace('{{digits}}', '7034'))
    const history = page.getByRole('region', { name: texts('detail.history') })
    await expect(history.getByText(readTexts('fr-FR', 'items')('action.edit'))).toHaveCount(edits + 2)
    await context.close()
  })

  test('says that a closed or unknown buyback has nothing to correct', async ({ browser }) => {
    const { context, page } = await open(browser)
    const over = await buyback(`b.status = 'bb_cancelled'`)
    await signIn(page, 'admin', `/buyback/${over.id}`)
    await expect(page.getByRole('tab', { name: texts('detail.tab.info') })).toBeVisible()
    await expect(page.getByRole('link', { name: texts('edition.open') })).toBeHidden()
    await page.goto(`/buyback/${over.id}/edition`)
    await expect(page.getByRole('heading', { name: texts('edition.none.title') })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(0)
    await keepPictures(page, 'edition-none')
    await page.goto('/buyback/01a20035-5988-7003-ba43-c8179d5087e6/edition')
    await expect(page.getByRole('heading', { name: texts('detail.unknown.title') })).toBeVisible()
    await context.close()
  })

  test('is kept from who may read the buyback and not correct it', async ({ browser }) => {
    const { context, page } = await open(browser)
    const one = await openBuyback()
    await signIn(page, 'root_management_unit_analyst', `/buyback/${one.id}`)
    await expect(page.getByRole('tab', { name: texts('detail.tab.info') })).toBeVisible()
    await expect(page.getByRole('link', { name: texts('edition.open') })).toBeHidden()
    await page.goto(`/buyback/${one.id}/edition`)
    // Where the right to a page is missing, the way leads to the dashboard.
    await expect(page).toHaveURL(/\/home$/)
    await expect(
      page.getByRole('heading', { level: 1, name: readTexts('fr-FR', 'home')('dashboard.title') }),
    ).toBeVisible()
    await context.close()
  })
})
