import { expect, test } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { icoOf, pngOf } from '#tests/support/picture-files.ts'
import { keepPictures, officeSizes } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'

let app: AppServer

prepareApp(600, (started) => (app = started))

test('logo, favicon and colour are changed, previewed and seen by customers and on other devices (SET-11, SET-13, SHELL-24)', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const device = await startHandheld({ baseURL: app.url, viewport: officeSizes.desk })
  const other = await startHandheld({ baseURL: app.url, viewport: officeSizes.desk })
  const customer = await browser.newContext({ baseURL: app.url })
  try {
    const page = device.page()
    await signInOn(page, 'admin')
    await signInOn(other.page(), 'store_manager')
    await page.goto('/design')
    await expect(page.getByRole('link', { name: 'Charte graphique' })).toHaveAttribute('aria-current', 'page')
    const [logo, favicon] = [page.locator('input[type=file]').first(), page.locator('input[type=file]').last()]
    const png = await pngOf(250, 50)
    const file = (name: string, bytes: Uint8Array) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    })
    await keepPictures(page, 'design', ['phone'])
    await logo.setInputFiles(file('logo.png', png))
    await favicon.setInputFiles(file('favicon.ico', icoOf({ side: 16, bytes: await pngOf(16, 16) })))
    const color = page.getByRole('textbox', { name: 'Couleur principale' })
    await color.fill('#ffe000')
    await expect(page.getByText('Texte noir sur la couleur')).toBeVisible()
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Les modifications ont été enregistrées.' })).toBeVisible()

    // The frame around the page follows without a reload.
    const headerLogo = page.getByRole('banner').locator('img')
    await expect(headerLogo).toHaveAttribute('src', /^\/api\/pictures\//)
    await expect.poll(() => headerLogo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(250)
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/api\/pictures\//)
    await keepPictures(page, 'design-saved', [])

    const site = await customer.newPage()
    await site.goto('/home')
    await expect(site.locator('header img').first()).toHaveAttribute('src', /^\/api\/pictures\//)
    await expect(site.locator('meta[name=theme-color]')).toHaveAttribute('content', '#ffe000')

    const elsewhere = other.page()
    await elsewhere.reload()
    await expect(elsewhere.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/api\/pictures\//)

    await page.getByRole('button', { name: 'Retirer : Logo' }).click()
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(headerLogo).toBeHidden()
    await site.reload()
    await expect(site.locator('header img')).toHaveCount(0)
  } finally {
    await customer.close()
    await other.close()
    await device.close()
  }
})
