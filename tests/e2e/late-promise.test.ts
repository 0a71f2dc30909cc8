import { expect, test, type Browser } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { predeclare } from '#tests/support/follow-story.ts'
import { lookAt, open, visitOnPhone } from '#tests/support/phone-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'

const text = readTexts('fr-FR', 'follow')
const site = readTexts('fr-FR', 'journey')

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

const visit = (browser: Browser) => visitOnPhone(browser, server.url)

test('who comes back to a predeclared price of more than 15 days is told that it no longer holds', async ({
  browser,
}) => {
  const { visitor, buybackId, product } = await predeclare(server, 'nikon')
  const { context, page } = await visit(browser)
  await context.addInitScript((stored) => localStorage.setItem('anonymousUser', stored), JSON.stringify(visitor))
  const age = (interval: string) =>
    server.owner.query('update buyback set created_at = now() - $2::interval where id = $1', [buybackId, interval])
  const comeBack = async () => {
    const answered = page.waitForResponse(`**/api/buybacks/${buybackId}`)
    await page.goto(`/buyback/create/${product.id}/${product.slug}/${buybackId}`)
    expect((await answered).status()).toBe(200)
    await page.waitForLoadState('networkidle')
  }
  const dialog = page.getByRole('dialog', { name: site('predeclared.title') })
  await age('14 days 23 hours')
  await comeBack()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(dialog).toBeHidden()
  await age('15 days 1 hour')
  await comeBack()
  await expect(dialog).toBeVisible()
  await expectSoundScreen(page, 'old promise')
  await dialog.getByRole('button', { name: site('predeclared.continue') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await context.close()
})

test('the private link of a predeclared buyback leads, after 15 days, to the price of today with a warning', async ({
  browser,
}) => {
  const { trackingToken, buybackId, product } = await predeclare(server, 'nikon')
  const age = (interval: string) =>
    server.owner.query('update buyback set created_at = now() - $2::interval where id = $1', [buybackId, interval])
  const { context, page } = await visit(browser)
  const today = page.getByRole('link', { name: text('tracking.priceToday') })
  await age('14 days 23 hours')
  await open(page, `/buyback/tracking/${trackingToken}`)
  await expect(page.getByText(text('tracking.stateText.to_drop_until').split('{{')[0]!.trim())).toBeVisible()
  await expect(today).toHaveCount(0)
  await age('15 days 1 hour')
  await page.reload()
  await expect(page.getByText(text('tracking.stateText.to_drop_ended').split('{{')[0]!.trim())).toBeVisible()
  await lookAt(page, 'tracking-ended')
  await today.click()
  await page.waitForURL(`**/buyback/create/${product.id}/${product.slug}/${buybackId}`)
  const dialog = page.getByRole('dialog', { name: site('predeclared.title') })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: site('predeclared.continue') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await context.close()
})
