import { expect, test } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { takePicture } from '#tests/support/pictures.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

for (const viewport of [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
])
  test(`the public screens are sound at ${viewport.width} × ${viewport.height}`, async ({ browser }) => {
    const { context, page, text } = await visitSite(browser, server.url, { viewport })
    const look = async (screen: string): Promise<void> => {
      await expectSoundScreen(page, screen)
      await takePicture(page, `docs/screens/journey-${screen}-${viewport.width}.png`)
    }
    for (const [screen, path] of [
      ['home', '/home'],
      ['search', '/buyback/search'],
      ['results', '/buyback/search/products?query=iphone'],
      ['categories', '/buyback/search/categories'],
      ['stores', '/available-stores'],
    ] as const) {
      await openPage(page, path)
      await look(screen)
    }
    await chooseFirst(page, 'nikon')
    await page.locator('main ul button').first().click()
    await expect(page).toHaveURL(/step=2/)
    await page.mouse.move(0, 0)
    await look('question')
    await answerAll(page, text)
    await look('offer')
    await page.getByRole('button', { name: text('offer.add') }).click()
    await expect(page.getByRole('link', { name: text('cart.checkOut') })).toBeVisible()
    await look('cart')
    await context.close()
  })
