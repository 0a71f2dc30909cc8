import { expect, test } from 'playwright/test'
import { standsStill } from '#tests/support/screen-audit.ts'
import { french, prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'

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
})
