import { expect, test } from 'playwright/test'
import { standsStill } from '#tests/support/screen-audit.ts'
import { french, signIn, prepareShell } from '#tests/support/shell.ts'

const { open } = prepareShell()

test.describe('the cart', () => {
  test('opens from its icon for a seller in the module root, and closes by it, the overlay and its buttons (SHELL-31)', async ({
    browser,
  }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller')
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as { enabledPremiumFeatures: string[] }
      localStorage.setItem('user', JSON.stringify({ ...user, enabledPremiumFeatures: ['multi_product_cart'] }))
    })
    await page.route('**/api/session', (route) => route.abort())
    await page.reload()
    const icon = page.getByRole('button', { name: 'Panier, 0 reprise' })
    await icon.click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText(french.shell('cart.empty'))).toBeVisible()
    await page.mouse.click(200, 400)
    await expect(panel).toBeHidden()
    await icon.click()
    await panel
      .getByRole('button', { name: french.shell('cart.close') })
      .last()
      .click()
    await expect(panel).toBeHidden()
    await icon.click()
    await panel
      .getByRole('button', { name: french.shell('cart.close') })
      .first()
      .click()
    await expect(panel).toBeHidden()
    const place = await icon.boundingBox()
    const pressIcon = async () => page.mouse.click(place!.x + place!.width / 2, place!.y + place!.height / 2)
    await pressIcon()
    await expect(panel).toBeVisible()
    // At rest: a panel that is still on its way does not yet lie where it might hide its icon.
    await standsStill(page)
    await pressIcon()
    await expect(panel).toBeHidden()
    await context.close()
  })

  test('lists what it holds, with its prices, and asks before it takes something out', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller')
    await page.route('**/api/session', (route) => route.abort())
    await page.evaluate(() => {
      const product = (label: string, image: string | null) => ({ label, brand: 'Apple', image })
      const buyback = (inCartId: string, label: string, image: string | null) => ({
        inCartId,
        estimatedPrice: 31_500,
        totalPrice: 32_000,
        impactPriceEntries: [{ label: 'Bonus magasin', value: 500 }],
        declaration: { product: product(label, image) },
      })
      const cartBuybacks = [buyback('a', 'iPhone 13', '/icons/icon-512.png'), buyback('b', 'iPhone 12', null)]
      localStorage.setItem('cart', JSON.stringify({ storedAt: new Date().toISOString(), cartBuybacks }))
    })
    await page.reload()
    await expect(page.getByRole('banner').getByText('2', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Panier, 2 reprises' }).click()
    const panel = page.getByRole('dialog', { name: french.shell('cart.title') })
    const items = panel.getByRole('listitem')
    await expect(items).toHaveCount(2)
    await expect(items.first()).toContainText(
      /Apple.*iPhone 13.*Prix estimé\D*315,00.*Bonus magasin\D*\+\D*5,00.*Prix du produit\D*320,00/,
    )
    const sizeOfImage = async () => {
      const box = await items.first().locator('img').boundingBox()
      return [box?.width, box?.height]
    }
    await expect.poll(sizeOfImage).toEqual([80, 80])
    await expect(items.nth(1).locator('[data-placeholder]')).toBeVisible()
    await expect(panel.getByRole('button', { name: french.shell('cart.goToCart') })).toBeVisible()
    await panel.getByRole('button', { name: 'Retirer iPhone 12' }).click()
    const question = page.getByRole('dialog', { name: 'Retirer iPhone 12' })
    await question.getByRole('button', { name: french.shell('cart.removeConfirm'), exact: true }).click()
    await expect(items).toHaveCount(1)
    await panel.getByRole('button', { name: 'Retirer iPhone 13' }).click()
    await page.getByRole('button', { name: french.shell('cart.removeConfirm'), exact: true }).click()
    await expect(panel.getByText(french.shell('cart.empty'))).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('cart'))).toContain('"cartBuybacks":[]')
    await context.close()
  })

  test('leads home from another page with its last product', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller')
    await page.evaluate(() => {
      const product = { label: 'iPhone 13', brand: 'Apple', image: null }
      const cartBuybacks = [{ inCartId: 'a', estimatedPrice: 31_500, totalPrice: 31_500, declaration: { product } }]
      localStorage.setItem('cart', JSON.stringify({ storedAt: new Date().toISOString(), cartBuybacks }))
    })
    await page.goto('/buybacks')
    await page.getByRole('button', { name: 'Panier, 1 reprise' }).click()
    await page.getByRole('button', { name: 'Retirer iPhone 13' }).click()
    await page.getByRole('button', { name: french.shell('cart.removeConfirm'), exact: true }).click()
    await page.waitForURL('**/home')
    // The question and the panel under it close side by side.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await context.close()
  })

  test('is not shown to a warehouse', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'warehouse_manager')
    await expect(page.getByRole('button', { name: /Panier/ })).toHaveCount(0)
    await context.close()
  })
})
