import { expect, test } from 'playwright/test'
import { prepareCart } from '#tests/support/kept-cart.ts'
import { openPage, visitSite } from '#tests/support/public-visit.ts'

const { server, withCart } = prepareCart('nikon')

test('the site is laid out for phones below 768 px, for tablets up to 991 px and for desks from 992 px (SHELL-09)', async ({
  browser,
}) => {
  const { context, page } = await visitSite(browser, server().url)
  await openPage(page, '/home')
  const banner = page.getByRole('banner')
  for (const [width, navigation, size] of [
    [992, 'beside the name', 22],
    [991, 'under the name', 22],
    [768, 'under the name', 22],
    [767, 'under the name', 18],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const name = banner.getByRole('link').first()
    const [head, nav] = await Promise.all([name.boundingBox(), banner.getByRole('navigation').boundingBox()])
    expect(nav!.y >= head!.y + head!.height ? 'under the name' : 'beside the name', `${width} px`).toBe(navigation)
    const letters = await name.locator('span').evaluate((span) => parseFloat(getComputedStyle(span).fontSize))
    expect(letters, `${width} px`).toBeCloseTo(size, 5)
  }
  await context.close()
})

test('the cart opens from its icon, and closes by it, by what lies beside it and by its button (SHELL-31)', async ({
  browser,
}) => {
  const { context, page, text } = await visitSite(browser, server().url)
  await openPage(page, '/home')
  const icon = page.getByRole('button', { name: text('cart.open_zero') })
  const panel = page.getByRole('dialog', { name: text('cart.title') })
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const place = (await icon.boundingBox())!
    await icon.click()
    await expect(panel).toBeVisible()
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
    await expect(panel).toBeHidden()
  }
  for (const close of [
    () => page.mouse.click(100, 600),
    () => panel.getByRole('button', { name: text('cart.close') }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await icon.click()
    await expect(panel).toBeVisible()
    await close()
    await expect(panel).toBeHidden()
  }
  await context.close()
})

test('what scrolls in a dialog or in the cart is at most nine tenths of the screen (SHELL-10)', async ({ browser }) => {
  const viewport = { width: 390, height: 500 }
  const { context, page, text } = await withCart(browser, { viewport })
  await openPage(page, '/home')
  await page.getByRole('button', { name: text('cart.open_one').replace('{{count}}', '1') }).click()
  const panel = page.getByRole('dialog', { name: text('cart.title') })
  await panel.getByRole('button', { name: /Retirer/ }).click()
  const question = page.getByRole('dialog').last()
  for (const dialog of [panel, question]) {
    const scrolling = await dialog.evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
        .map((one) => parseFloat(getComputedStyle(one).maxBlockSize)),
    )
    expect(scrolling.filter((height) => !Number.isNaN(height))).not.toHaveLength(0)
    for (const height of scrolling.filter((one) => !Number.isNaN(one)))
      expect(height).toBeLessThanOrEqual(0.9 * viewport.height)
  }
  await context.close()
})
