import { expect, test } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'

let server: AppServer
prepareApp(50, (started) => (server = started))

test('the description of the API opens as a page that asks nobody but this server', async ({ browser }) => {
  // The viewer draws some hundreds of operations at once.
  test.setTimeout(240_000)
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const own = new URL(server.url).host
  const hosts = new Set<string>()
  const problems: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  page.on('console', (message) => (message.type() === 'error' ? problems.push(message.text()) : undefined))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto('/api/docs')
  const path = '/api/store/{storeId}/buybacks/{buybackId}/finalize'
  const operation = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })
  await page.locator('[data-tag="buyback"]').click({ timeout: 120_000 })
  await operation.locator('.opblock-summary-control').click({ timeout: 120_000 })
  await expect(operation.getByText('Permission:')).toBeVisible({ timeout: 120_000 })
  await expect(operation.getByText('BUYBACK_ALREADY_FINALIZED').first()).toBeVisible()
  expect([...hosts]).toEqual([own])
  expect(problems).toEqual([])
  await context.close()
})
