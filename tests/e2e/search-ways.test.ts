import { chromium, expect, test, type Browser, type Page } from 'playwright/test'
import { luhnDigit } from '#domain/kernel/check-digit.ts'
import { chromiumArguments } from '#tests/support/chromium-arguments.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { createFakeCamera, fakeCameraArguments, type FakeCamera } from '#tests/support/barcode-video.ts'
import { openPage, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

let server: AppServer
prepareApp(50, (started) => (server = started))

interface Phone {
  readonly id: string
  readonly label: string
  readonly ean: string
  readonly tac: string
}

/** A published product that has an EAN and a type allocation code of its own. */
async function phone(): Promise<Phone> {
  const { rows } = await server.owner.query<Phone>(
    `select p.id, p.label, p.gtin as ean, t.tac from product p
     join product_tac t on t.account_id = p.account_id and t.product_id = p.id
     join user_account u on u.account_id = p.account_id and u.email = 'store_manager@demo.example'
     where p.status = 'published' and char_length(p.gtin) = 13
       and (select count(*) from product_tac o where o.account_id = p.account_id and o.tac = t.tac) = 1
     order by p.id limit 1`,
  )
  return rows[0]!
}

/** An IMEI with that type allocation code and a right check digit. */
function imeiOf(tac: string): string {
  const body = `${tac}123456`
  return `${body}${luhnDigit(body)}`
}

const cards = (page: Page) => page.locator('main a[href*="/buyback/create/"]')

test.describe('a barcode before the camera', () => {
  let camera: FakeCamera
  let browser: Browser

  test.beforeAll(async () => {
    camera = await createFakeCamera()
    await camera.show([null])
    const executable = process.env.CHROMIUM_PATH
    browser = await chromium.launch({
      args: [...chromiumArguments, ...fakeCameraArguments(camera.file)],
      ...(executable ? { executablePath: executable } : {}),
    })
  })
  test.afterAll(() => browser.close())

  test('finds its product by the EAN, and by the IMEI (PUB-05)', async () => {
    const wanted = await phone()
    const { context, page, text, problems } = await visitSite(browser, server.url, { permissions: ['camera'] })
    const scan = page.getByRole('button', { name: text('search.scan') })
    const dialog = page.getByRole('dialog', { name: text('search.scan') })
    await openPage(page, '/buyback/search')
    await scan.click()
    await expect(dialog.locator('video')).toBeVisible()
    await expectSoundScreen(page, 'scan dialog')
    await dialog.getByRole('button', { name: text('search.stopScan') }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/buyback\/search$/)

    await camera.show([{ symbology: 'ean13', text: wanted.ean }], { framesEach: 8 })
    await scan.click()
    await page.waitForURL(`**/buyback/create/${wanted.id}/**`, { timeout: 30_000 })

    const imei = imeiOf(wanted.tac)
    await openPage(page, '/buyback/search')
    await camera.show([{ symbology: 'code128', text: imei }], { framesEach: 8 })
    await scan.click()
    await page.waitForURL((url) => url.searchParams.get('imei')?.includes(imei) === true, { timeout: 30_000 })
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toHaveAttribute('href', new RegExp(wanted.id))
    await expect(page.getByText(text('imei.checkDigit'))).toBeHidden()

    // Where the number is asked for it is read off the box, whose other barcode says nothing of the device.
    await openPage(page, `/buyback/create/${wanted.id}/phone`)
    const heading = page.getByRole('heading', { level: 1 })
    while ((await heading.textContent()) !== text('imei.title')) {
      const before = await heading.textContent()
      await page.locator('main ul button').first().click()
      await expect(heading).not.toHaveText(before ?? '')
    }
    const barcodes = [
      { symbology: 'ean13', text: wanted.ean },
      { symbology: 'code128', text: imei },
    ] as const
    await camera.show([...barcodes], { framesEach: 8 })
    await page.getByRole('button', { name: text('imei.scan') }).click()
    await expect(page.getByLabel(text('imei.label'))).toHaveValue(imei, { timeout: 30_000 })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(problems).toEqual([])
    await context.close()
  })
})
