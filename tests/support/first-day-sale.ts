import { expect as soonExpected, type Page } from 'playwright/test'
import type { Hand, Look } from './effort.ts'
import { sent } from './compliance-bench.ts'
import { checkoutWords, iban } from './public-checkout.ts'
import { readTexts } from './texts.ts'
import { pressAsPerson, tapAsPerson } from './wedge.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const journey = readTexts('fr-FR', 'journey')
const checkout = checkoutWords('fr-FR')
const shell = readTexts('fr-FR', 'shell')
const compliance = readTexts('fr-FR', 'compliance')
const scan = readTexts('fr-FR', 'scan')

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Sells the only product on a phone, with the first answer to each question; answers the code of the buyback. */
export async function sellOnPhone(hand: Hand, shop: string, look: Look): Promise<string> {
  const { page } = hand
  await page.goto(shop)
  await page.waitForLoadState('networkidle')
  await look('site')
  await hand.press(page.getByLabel(journey('search.label')).first())
  await hand.type('zetaphone')
  await hand.press(page.getByRole('link', { name: /Zetaphone 12/ }))
  const add = button(page, journey('offer.add'))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page.getByRole('progressbar')).toBeVisible()
  while (!(await add.isVisible())) {
    const asked = await heading.textContent()
    await hand.press(page.locator('main ul button').first())
    await expect(heading).not.toHaveText(asked ?? '')
  }
  await expect(heading).toContainText('305,00')
  await hand.press(add)
  await hand.press(page.getByRole('link', { name: journey('cart.checkOut') }))
  await page.waitForURL('**/cart/customer-informations')
  for (const [id, text] of [
    ['clientFirstname', 'Anna'],
    ['clientLastname', 'Martin'],
    ['clientEmail', 'anna.martin@exemple.fr'],
    ['clientPhone', '06 12 34 56 78'],
    ['clientStreet', '12 rue des Lilas'],
    ['clientZipCode', '59000'],
    ['clientCity', 'Lille'],
    ['iban', iban],
  ] as const)
    await hand.write(page.locator(`#${id}`), text)
  await hand.press(page.locator('#termsAccepted'))
  await hand.press(button(page, checkout('form.next')))
  await hand.press(button(page, checkout('summary.confirm')))
  await page.waitForURL('**/buyback/confirmation?**')
  const code = await page.getByText(checkout('confirmation.number')).locator('strong').textContent()
  return (code ?? '').replaceAll(/\D/g, '')
}

/** Takes the product in, tests it as it was declared, and so accepts it at its price. */
export async function takeInAndTest(hand: Hand, code: string): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('link', { name: shell('menu.checkIn') }).first())
  await expect(page.getByText('La série commence au premier scan', { exact: false })).toBeVisible()
  await hand.type(code)
  await expect(page.getByText('Zetaphone 12').first()).toBeVisible()
  await hand.press(page.getByRole('link', { name: shell('floor.home') }))
  await page.waitForURL('**/home')
  await hand.press(page.getByRole('link', { name: shell('menu.compliance') }).first())
  await expect(page.getByText(scan('typed.label.check_in'))).toBeVisible()
  await hand.type(code)
  await tapAsPerson(button(page, compliance('characteristics.next')))
  hand.count('clicks', 2)
  hand.count('keys', 6)
  for (let question = 1; question <= 6; question++) {
    await expect(page.getByText(`Question ${question} sur 6`, { exact: false })).toBeVisible()
    await pressAsPerson(page, '1')
  }
  await tapAsPerson(button(page, compliance('summary.confirm')))
  await expect(page.getByText(compliance('done.place'))).toBeVisible()
  await sent(page)
}
