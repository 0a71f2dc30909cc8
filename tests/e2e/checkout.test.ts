import { expect, test } from 'playwright/test'
import { createFormat } from '#web/lib/format.ts'
import { answerAll, openPage } from '#tests/support/public-visit.ts'
import { countSold, fillCustomer, iban, identity } from '#tests/support/public-checkout.ts'
import { keepPaper, officeSizes, takePictures } from '#tests/support/pictures.ts'
import { prepareThreeProducts, confirm, expectSold, toSummary, type Customer } from '#tests/support/kept-cart.ts'
import { readTexts } from '#tests/support/texts.ts'

const { server, withCart } = prepareThreeProducts()
const atEachSize = { sizes: officeSizes, audited: ['phone'], fitting: ['tablet', 'desk'] } as const

/** Goes on with an empty form: its faults are named, take the focus, and lead to their fields (CART-33). */
async function expectFaults({ page, say }: Customer): Promise<void> {
  await page.getByRole('button', { name: say('form.next') }).click()
  const faults = page.getByRole('alert')
  await expect(faults).toBeFocused()
  await expect(faults.getByRole('listitem')).toHaveCount(14)
  await expect(page.locator('#clientCity-fault')).toHaveText(
    'Ce champ est obligatoire et doit compter de 2 à 45 caractères.',
  )
  await expect(page.locator('#clientEmail-fault')).toHaveText('Ce champ est obligatoire.')
  await takePictures(page, 'journey-customer-refused', atEachSize)
  await page.setViewportSize(officeSizes.phone)
  await faults.getByRole('button', { name: say('field.iban') }).click()
  await expect(page.locator('#iban')).toBeFocused()
  await page.locator('#iban').fill('FR7630006000011234567890188')
  await expect(page.locator('#iban-fault')).toHaveText(readTexts('fr-FR', 'customer')('errors.ibanInvalid'))
}

test('three products are sold once the customer is filled in, on screens that fit phone, tablet and desk (PUB-19)', async ({
  browser,
}) => {
  const customer = await withCart(browser)
  const { context, page, text, say, problems } = customer
  const picture = async (screen: string): Promise<void> => {
    await takePictures(page, `journey-${screen}`, {
      sizes: officeSizes,
      audited: ['phone', 'desk'],
      fitting: ['tablet'],
    })
    await page.setViewportSize(officeSizes.phone)
  }
  await openPage(page, '/home')
  await page.getByRole('button', { name: text('cart.open_other').replace('{{count}}', '3') }).click()
  await page.getByRole('link', { name: text('cart.checkOut') }).click()
  await page.waitForURL('**/cart/customer-informations')
  await expectFaults(customer)
  await fillCustomer(customer)
  await expect(page.getByRole('alert')).toBeHidden()
  await picture('customer')
  await page.getByRole('button', { name: say('form.next') }).click()
  await expect(page.getByRole('heading', { name: say('summary.title') })).toBeVisible()
  await expect(page.getByText(say('summary.ending', { end: 'PFW4' }))).toBeVisible()
  await picture('summary')
  const total = await page.evaluate(() =>
    (JSON.parse(localStorage.getItem('cart') ?? '') as { cartBuybacks: { totalPrice: number }[] }).cartBuybacks.reduce(
      (sum, { totalPrice }) => sum + totalPrice,
      0,
    ),
  )
  await confirm(customer).click()
  const ids = await expectSold(customer, 3)
  expect(ids).toHaveLength(3)
  await expect(page.getByText(createFormat('fr-FR', 'EUR', 'Europe/Paris').money(total)).first()).toBeVisible()
  for (const document of ['transfer_order', 'tracking_sheet', 'shipping_label'])
    await expect(
      page.getByRole('link', {
        name: say('confirmation.open', { document: say(`confirmation.document.${document}`) }),
      }),
    ).toHaveCount(3, { timeout: 40_000 })
  await picture('confirmation')
  for (const document of ['transfer_order', 'tracking_sheet', 'shipping_label']) {
    const papers = page.locator(`main a[href$="/${document}.pdf"]`)
    const paper = await context.request.get((await papers.first().getAttribute('href')) ?? '')
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await keepPaper(`web-${document}`, await paper.body())
  }
  await expect(page.locator('main a[href^="/buyback/tracking/"]')).toHaveCount(3)
  await expect(page.getByRole('button', { name: text('cart.open_zero') })).toHaveCount(0)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  for (const secret of [identity, 'FR76', 'Lilas', 'Martin']) expect(stored).not.toContain(secret)
  await page.reload()
  await expectSold(customer, 3)
  expect(problems).toEqual([])
  await context.close()
})

test('a cart is sold with the keyboard alone', async ({ browser }) => {
  const customer = await withCart(browser)
  const { context, page, text, say } = customer
  const { keyboard } = page
  const tabTo = async (isThere: () => Promise<boolean>): Promise<void> => {
    for (let tabs = 0; tabs < 60 && !(await isThere()); tabs++) await keyboard.press('Tab')
    expect(await isThere()).toBe(true)
  }
  const isOn = (selector: string) => () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
  const isNamed = (name: string) => () =>
    page.evaluate((wanted) => document.activeElement?.textContent === wanted, name)
  await openPage(page, '/home')
  await tabTo(isOn('header button[aria-haspopup=dialog]'))
  await keyboard.press('Enter')
  await tabTo(isNamed(text('cart.checkOut')))
  await keyboard.press('Enter')
  await page.waitForURL('**/cart/customer-informations')
  await expect(page.locator('#clientFirstname')).toBeVisible()
  for (const [name, value] of [
    ['clientFirstname', 'Anna'],
    ['clientLastname', 'Martin'],
    ['clientEmail', 'clavier@exemple.fr'],
    ['clientPhone', '0612345678'],
    ['clientStreet', '12 rue des Lilas'],
    ['clientZipCode', '59000'],
    ['clientCity', 'Lille'],
    ['clientNationalIdentificationType', say('identification.passport')],
    ['clientNationalIdentification', identity],
    ['clientNationalIdentificationDeliveryDate', '05042022'],
    ['clientNationalIdentificationAutorityDelivery', 'Nord'],
    ['iban', iban],
  ] as const) {
    await tabTo(isOn(`#${name}`))
    await keyboard.type(value)
  }
  await tabTo(isOn('#termsAccepted'))
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: say('summary.title') })).toBeVisible()
  await tabTo(isNamed(say('summary.confirm')))
  await keyboard.press('Enter')
  await expectSold(customer, 3)
  expect(await countSold(server().owner, 'clavier@exemple.fr')).toBe(3)
  await context.close()
})

test('a reload loses nothing but the numbers that no storage holds', async ({ browser }) => {
  const customer = await withCart(browser)
  const { context, page, say } = customer
  await openPage(page, '/cart/customer-informations')
  await fillCustomer(customer, 'rechargement@exemple.fr')
  await page.reload()
  await expect(page.locator('#clientEmail')).toHaveValue('rechargement@exemple.fr')
  await expect(page.locator('#clientNationalIdentificationAutorityDelivery')).toHaveValue('Préfecture du Nord')
  await expect(page.locator('#iban')).toHaveValue('')
  await expect(page.locator('#clientNationalIdentification')).toHaveValue('')
  await fillCustomer(customer, 'rechargement@exemple.fr')
  await page.getByRole('button', { name: say('form.next') }).click()
  await expect(confirm(customer)).toBeVisible()
  await page.goBack()
  await expect(page.locator('#iban')).toHaveValue(iban)
  await page.goForward()
  await page.reload()
  await expect(page.getByText(say('summary.missingSecret'))).toBeVisible()
  await page.getByRole('link', { name: say('summary.complete') }).click()
  await page.locator('#iban').fill(iban)
  await page.locator('#clientNationalIdentification').fill(identity)
  await page.getByRole('button', { name: say('form.next') }).click()
  // Every line gets through and the answer of the last step is lost: loading the page again brings it.
  await page.route('**/api/cart/*/validate', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await confirm(customer).click()
  await expect(page.getByText(say('sending.interruptedTitle'))).toBeVisible()
  expect(await countSold(server().owner, 'rechargement@exemple.fr')).toBe(3)
  await page.unroute('**/api/cart/*/validate')
  await page.reload()
  await expectSold(customer, 3)
  expect(await countSold(server().owner, 'rechargement@exemple.fr')).toBe(3)
  await context.close()
})

test('a network that breaks in the middle loses nothing and sells nothing twice', async ({ browser }) => {
  const customer = await withCart(browser)
  const { context, page, say } = customer
  await toSummary(customer, 'coupure@exemple.fr')
  let posts = 0
  await page.route('**/api/buybacks', async (route) => {
    posts += 1
    if (posts === 2) await route.fetch()
    return posts < 2 ? route.continue() : route.abort()
  })
  await confirm(customer).click()
  await expect(page.getByText(say('sending.interruptedTitle'))).toBeVisible()
  await takePictures(page, 'journey-interrupted', atEachSize)
  await page.getByRole('button', { name: say('sending.resume') }).click()
  await expect(page.getByText(say('sending.interruptedTitle'))).toBeVisible()
  await page.unroute('**/api/buybacks')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectSold(customer, 3)
  expect(await countSold(server().owner, 'coupure@exemple.fr')).toBe(3)
  await page.goBack()
  await expect(page.getByText(say('confirmation.back_other'))).toBeVisible()
  await context.close()
})

test('a product that was added after the customer has confirmed is sold once he has confirmed it too', async ({
  browser,
}) => {
  const customer = await withCart(browser)
  const { context, page, say } = customer
  /** Another tab puts the cart's third product aside, and back. */
  const other = await context.newPage()
  await openPage(other, '/home')
  const putThird = (isIn: boolean) =>
    other.evaluate((put) => {
      const whole = (sessionStorage.whole ??= localStorage.getItem('cart')) as string
      const cart = JSON.parse(whole) as { cartBuybacks: unknown[] }
      const kept = JSON.parse(localStorage.getItem('cart') ?? '') as object
      localStorage.setItem('cart', JSON.stringify({ ...kept, cartBuybacks: cart.cartBuybacks.slice(0, put ? 3 : 2) }))
    }, isIn)
  await putThird(false)
  await toSummary(customer, 'ajout@exemple.fr')
  await page.route('**/api/buybacks', (route) => route.abort())
  await confirm(customer).click()
  await expect(page.getByText(say('sending.interruptedTitle'))).toBeVisible()
  await page.getByRole('banner').getByRole('link').first().click()
  await page.waitForURL('**/home')
  await putThird(true)
  await page.unroute('**/api/buybacks')
  await page.goBack()
  await page.waitForURL('**/cart/order-summary')
  await expect(page.locator('main li h3')).toHaveCount(3)
  expect(await countSold(server().owner, 'ajout@exemple.fr')).toBe(0)
  await confirm(customer).click()
  await expectSold(customer, 3)
  expect(await countSold(server().owner, 'ajout@exemple.fr')).toBe(3)
  await context.close()
})

test('two tabs that confirm at once sell the cart once', async ({ browser }) => {
  const customer = await withCart(browser)
  const { context, page } = customer
  await toSummary(customer, 'onglets@exemple.fr')
  const other = { ...customer, page: await context.newPage() }
  await toSummary(other, 'onglets@exemple.fr')
  await Promise.all([confirm(customer).click(), confirm(other).click()])
  await Promise.race([expectSold(customer, 3), expectSold(other, 3)])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('checkout'))).toBeNull()
  expect(await countSold(server().owner, 'onglets@exemple.fr')).toBe(3)
  await context.close()
})

test('a price that has changed is shown beside the one that was seen, and accepted by a button', async ({
  browser,
}) => {
  const customer = await withCart(browser)
  const { context, page, say } = customer
  await toSummary(customer, 'prix@exemple.fr')
  const names = await page.locator('main li h3').allTextContents()
  const [first] = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem('cart') ?? '') as {
          cartBuybacks: { totalPrice: number; declaration: { grade: string; product: { id: string } } }[]
        }
      ).cartBuybacks,
  )
  const { product, grade } = first!.declaration
  const change = (by: number) =>
    server().owner.query(
      'update product_price set price_cents = price_cents + $3 where product_id = $1 and grade = $2',
      [product.id, grade, by],
    )
  await change(-1000)
  await confirm(customer).click()
  // Of the three, one alone. Named, so that a second one says which it is.
  const refused = page.locator('main li').filter({ hasText: say('refused.BUYBACK_PRICE_CHANGED') })
  await expect(refused.getByRole('heading', { level: 2 })).toHaveText([names[0]!])
  const money = createFormat('fr-FR', 'EUR', 'Europe/Paris').money
  await expect(page.getByText(money(first!.totalPrice))).toBeVisible()
  await takePictures(page, 'journey-price-changed', atEachSize)
  expect(await countSold(server().owner, 'prix@exemple.fr')).toBe(0)
  await page.getByRole('button', { name: say('sending.takePrice', { price: money(first!.totalPrice - 1000) }) }).click()
  await expectSold(customer, 3)
  await expect(page.getByText(money(first!.totalPrice - 1000)).first()).toBeVisible()
  await change(1000)
  await context.close()
})

test('a product is declared again from the summary, in its place', async ({ browser }) => {
  const customer = await withCart(browser)
  const { context, page, text, say } = customer
  await toSummary(customer, 'modifier@exemple.fr')
  const names = await page.locator('main li h3').allTextContents()
  await page.getByRole('button', { name: say('summary.changeOf', { name: names[2]! }) }).click()
  await page.waitForURL('**/buyback/create/**')
  await page
    .getByRole('button', { name: text('offer.changeOf').replace('{{question}}', '').trim() })
    .first()
    .click()
  await page.locator('main ul button').nth(1).click()
  await answerAll(page, text, 'offer.update')
  await page.getByRole('button', { name: text('offer.update') }).click()
  await page.waitForURL('**/cart/order-summary')
  await expect(page.locator('main li h3')).toHaveText(names)
  await confirm(customer).click()
  await expectSold(customer, 3)
  await context.close()
})
