import { expect as soonExpected, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import { findBuyback, type DemoBuyback } from '#tests/support/demo-buyback.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { prepareShell, signIn } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'buyback')
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

/** Types over what a field holds, and sends the form with Enter. */
async function correct(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text)
  await field(page, name).press('Enter')
}

test('a buyback is corrected step by step: a wrong IMEI is said, a right one kept, and the detail shows all of it', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  const one = await openBuyback()
  const before = await kept(one)
  await signIn(page, 'admin', `/buyback/${one.id}`)
  await page.getByRole('link', { name: texts('edition.open') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    texts('edition.title').replace('{{code}}', groupCode(one.code)),
  )
  await expect(tab(page, 'product')).toHaveAttribute('aria-selected', 'true')
  await correct(page, 'imei', '35693803564380')
  await expect(page.getByText(errors('IMEI_MALFORMED'))).toBeVisible()
  await keepPictures(page, 'edition-imei-refused', ['phone'])
  expect(await kept(one)).toEqual(before)
  await correct(page, 'imei', '356938035643809')
  await expect(saved(page)).toBeVisible()
  expect(await kept(one)).toEqual({ ...before, imei: '356938035643809' })

  await tab(page, 'contact').click()
  await expect(page).toHaveURL(/itemWorkflowStep=contact/)
  await expect(field(page, 'clientEmail')).toHaveValue(before.email)
  await correct(page, 'clientEmail', 'zoe')
  await expect(page.getByText(customer('errors.emailInvalid'))).toBeVisible()
  await correct(page, 'clientEmail', 'zoe@exemple.fr')
  await expect(saved(page)).toBeVisible()
  expect(await kept(one)).toEqual({ ...before, imei: '356938035643809', email: 'zoe@exemple.fr' })
  await tab(page, 'bank').click()
  await correct(page, 'iban', 'BE68539007547034')
  await expect(saved(page)).toBeVisible()
  await expect(page.getByText(texts('edition.ibanNow').replace('{{end}}', '7034'))).toBeVisible()
  await page.getByRole('link', { name: texts('edition.back') }).click()
  await expect(page.getByRole('region', { name: texts('detail.product') })).toContainText(/3.?5.?6.?9.?3.?8.?0/)
  const seller = page.getByRole('region', { name: texts('detail.customer') })
  await expect(seller).toContainText('zoe@exemple.fr')
  await expect(seller).toContainText(texts('detail.lastFour').replace('{{digits}}', '7034'))
  const history = page.getByRole('region', { name: texts('detail.history') })
  await expect(history.getByText(readTexts('fr-FR', 'item')('action.edit'))).toHaveCount(3)
  await context.close()
})
