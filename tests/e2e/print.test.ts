import { readFileSync } from 'node:fs'
import { expect, test, type Page } from 'playwright/test'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import { packageNumber } from '#domain/expedition/package-number.ts'
import { commandCode, scanCommands, stockCode } from '#domain/item/resolve-code.ts'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { type Handheld, signInAtCheckIn, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'
import { expectSoundScreen, smallTargets } from '#tests/support/screen-audit.ts'
import { keepPaper, takePicture } from '#tests/support/pictures.ts'

let app: AppServer

prepareApp(600, (started) => {
  app = started
  const wasm = import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(new URL(wasm))).buffer } })
})

/** A device whose printing dialog is counted instead of shown. */
async function startStation(viewport = { width: 360, height: 640 }): Promise<Handheld> {
  const device = await startHandheld({ isOwn: true, baseURL: app.url, viewport })
  await device.context().addInitScript(() => {
    Object.assign(globalThis, { printed: 0 })
    window.print = () => Object.assign(globalThis, { printed: (globalThis as { printed?: number }).printed! + 1 })
  })
  return device
}

const printed = (page: Page) => page.evaluate(() => (globalThis as { printed?: number }).printed)

/** Sizes in millimetres of the pages that the browser would print. */
async function printedPages(page: Page): Promise<readonly (readonly number[])[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((box) =>
    box.slice(1).map((points) => Math.round((Number(points) * 25.4) / 72)),
  )
}

// Sheets lie straight, in black on white: to look for turned, inverted or other codes takes minutes.
const upright = {
  formats: ['Code128', 'DataMatrix', 'QRCode'],
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  maxNumberOfSymbols: 60,
} satisfies ReaderOptions

/** Codes that a camera reads from the pages about to be printed, at 300 dots an inch. */
async function printedCodes(page: Page): Promise<readonly string[]> {
  // In dots: to a size in millimetres sharp applies a density twice, and the picture has seventeen times as many.
  const pages = await page.locator('.print-pages svg[data-medium]').evaluateAll((all) =>
    all.map((svg) => {
      const copy = svg.cloneNode(true) as SVGElement
      copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
      const [, , widthMm, heightMm] = copy.getAttribute('viewBox')!.split(' ')
      copy.setAttribute('width', String(Math.round((Number(widthMm) * 300) / 25.4)))
      copy.setAttribute('height', String(Math.round((Number(heightMm) * 300) / 25.4)))
      copy.removeAttribute('style')
      return copy.outerHTML
    }),
  )
  const found = await Promise.all(
    pages.map(async (svg) => {
      const drawn = sharp(Buffer.from(svg)).flatten({ background: '#fff' }).ensureAlpha()
      const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true })
      const picture = { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
      return readBarcodes(picture as ImageData, upright)
    }),
  )
  return found.flat().map(({ text }) => text)
}

const endPrinting = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('afterprint')))

test('the sheet of commands prints offline from a cold start, and its codes are read', async () => {
  // Two starts of a browser, and dozens of barcodes to read.
  test.setTimeout(240_000)
  const device = await startStation()
  try {
    await signInAtCheckIn(device.page(), 'warehouse_operator')
    await device.page().goto('/warehouse/command-sheet')
    await expect(device.page().getByRole('button', { name: 'Imprimer la feuille' })).toBeVisible()
    await device.kill()
    const page = await device.start({ offline: true })
    await device.context().addInitScript(() => {
      Object.assign(globalThis, { printed: 0 })
      window.print = () => Object.assign(globalThis, { printed: (globalThis as { printed?: number }).printed! + 1 })
    })
    await page.goto('/warehouse/command-sheet')
    await expect(page.getByRole('region', { name: /^Emplacements de/ })).toBeVisible({ timeout: 30_000 })
    await expect(page.locator('.print-preview > svg').first()).toBeVisible()
    await takePicture(page, 'command-sheet-360.png')
    await expectSoundScreen(page, 'command-sheet')
    expect(await smallTargets(page)).toEqual([])

    await typeAsScanner(page, commandCode('CONFIRM'))
    await expect.poll(() => printed(page)).toBe(1)
    const { rows: stocks } = await app.owner.query<{ id: string }>('select id from stock where warehouse_id = $1', [
      app.warehouses[0],
    ])
    const codes = await printedCodes(page)
    expect(new Set(codes)).toEqual(
      new Set([...scanCommands.map(commandCode), ...stocks.map(({ id }) => stockCode(id))]),
    )
    for (const size of await printedPages(page)) expect(size).toEqual([210, 297])
    await endPrinting(page)

    // Only what is chosen, by keyboard: the first command, without stocks.
    for (let group = 0; group < 4; group++) await page.getByRole('button', { name: 'Ne rien choisir' }).first().click()
    await expect(page.getByText('choisissez au moins un code')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Imprimer la feuille' })).toBeDisabled()
    await page.getByRole('button', { name: 'Suivant' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Imprimer la feuille' }).click()
    await expect.poll(() => printed(page)).toBe(2)
    expect(await printedCodes(page)).toEqual(['RPR:NEXT'])
    expect(await printedPages(page)).toHaveLength(1)
    await endPrinting(page)

    // With the network back, the same choice is a file.
    await expect(page.getByRole('button', { name: 'Ouvrir en PDF' })).toBeDisabled()
    await device.offline(false)
    const asked = device.context().waitForEvent('request', (request) => request.url().includes('/command-sheet.pdf'))
    await page.getByRole('button', { name: 'Ouvrir en PDF' }).click()
    const { searchParams } = new URL((await asked).url())
    expect(searchParams.getAll('command[]')).toEqual(['NEXT'])
    expect(searchParams.get('only')).toBe('commands')
  } finally {
    await device.close()
  }
})

test('a label goes to a printer that was added, or prints at its true size, offline too, and the device remembers how', async () => {
  test.setTimeout(240_000)
  const { rows } = await app.owner.query<{ id: string; code: string }>(
    `select id, identification_number as code from item where warehouse_id = $1 order by id limit 2`,
    [app.warehouses[0]],
  )
  const [item, other] = rows
  const device = await startStation()
  try {
    const page = device.page()
    await signInAtCheckIn(page, 'warehouse_manager')
    await navigateInApp(page, '/printers')
    await page.getByRole('button', { name: 'Ajouter une imprimante' }).first().click()
    const form = page.getByRole('dialog', { name: 'Ajouter une imprimante' })
    await form.getByLabel('Nom').fill('Zebra quai 1')
    await form.getByLabel('Adresse réseau').fill('127.0.0.1')
    await form.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(form.getByRole('alert')).toContainText('Cette adresse ne peut pas être celle d’une imprimante.')
    await form.getByLabel('Adresse réseau').fill('192.0.2.10')
    await form.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByText('192.0.2.10:9100')).toBeVisible()
    // As one that was kept before such addresses were refused.
    await app.owner.query(`update printer set host = '127.0.0.1' where host = '192.0.2.10'`)
    await takePicture(page, 'printers-360.png')
    await expectSoundScreen(page, 'printers')

    await navigateInApp(page, `/items-stock/${item!.id}/edit`)
    const button = page.getByRole('button', { name: 'Étiquette produit' })
    await expect(button).toBeVisible({ timeout: 30_000 })
    await button.click()
    const dialog = page.getByRole('dialog', { name: /Imprimer/ })
    await dialog.getByRole('button', { name: /Zebra quai 1/ }).click()
    await dialog.getByRole('button', { name: 'Imprimer', exact: true }).click()
    // The product never calls its own machine, for any user.
    await expect(dialog.getByRole('alert')).toContainText('Cette adresse ne peut pas être celle d’une imprimante.')
    await typeAsScanner(page, commandCode('CANCEL'))
    await expect(dialog).toBeHidden()

    await device.offline(true)
    await button.click()
    await expect(dialog.getByText('Sans réseau, seul')).toBeVisible()
    await expect(dialog.locator('.print-preview > svg')).toBeVisible()
    await takePicture(page, 'print-360.png')
    expect(await smallTargets(page)).toEqual([])
    await expectSoundScreen(page, 'print')
    await dialog.getByRole('button', { name: '50 × 30' }).click()
    await dialog.getByLabel('Toujours imprimer ainsi').check()
    await typeAsScanner(page, commandCode('CONFIRM'))
    await expect.poll(() => printed(page)).toBe(1)
    await expect(dialog).toBeHidden()
    expect(new Set(await printedCodes(page))).toEqual(new Set([item!.code]))
    expect(await printedPages(page)).toEqual([[50, 30]])
    await endPrinting(page)
    await expect(page.locator('.print-pages')).toHaveCount(0)

    await device.offline(false)
    await navigateInApp(page, `/items-stock/${other!.id}/edit`)
    await expect(page.getByRole('main')).toContainText(groupCode(other!.code))
    await button.click()
    await expect.poll(() => printed(page)).toBe(2)
    await expect(dialog).toBeHidden()
    expect(new Set(await printedCodes(page))).toEqual(new Set([other!.code]))
  } finally {
    await device.close()
  }
})

test('the tracking sheet of a sent package prints at the head office, whose devices keep no packages', async () => {
  const { rows } = await app.owner.query<{ id: string; packageId: string }>(
    `with sent as (
       select account_id, id, store_id, destination_warehouse_id from item
       where status = 'item_in_transit' and store_id is not null order by id limit 1
     ), seller as (select id from user_account where email = 'store_seller@demo.example'), closed as (
       insert into package (account_id, id, status, origin_store_id, destination_warehouse_id, item_ids, number,
         opened_by, opened_at, closed_by, closed_at)
       select account_id, gen_random_uuid(), 'closed', store_id, destination_warehouse_id, array[sent.id], $1,
         seller.id, now(), seller.id, now() from sent, seller returning id, item_ids
     )
     update item set facts = coalesce(item.facts, '{}') || jsonb_build_object('packageId', closed.id) from closed
     where item.id = any (closed.item_ids) returning item.id, closed.id as "packageId"`,
    [packageNumber(90_000)],
  )
  const { id, packageId } = rows[0]!
  const device = await startStation({ width: 1280, height: 800 })
  try {
    const page = device.page()
    await signInOn(page, 'root_management_unit_manager', `/items-stock/${id}/edit`)
    const button = page.getByRole('button', { name: 'Fiche de suivi', exact: true })
    await button.click({ timeout: 30_000 })
    const dialog = page.getByRole('dialog', { name: /Imprimer/ })
    await expect(dialog.getByRole('button', { name: 'PDF' })).toHaveAttribute('aria-pressed', 'true')
    const paper = device.context().waitForEvent('response', (response) => response.url().includes('/tracking-sheet/'))
    await dialog.getByRole('button', { name: 'Imprimer', exact: true }).click()
    const response = await paper
    expect(new URL(response.url()).pathname).toBe(`/api/documents/tracking-sheet/${packageId}.pdf`)
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await expect(dialog).toBeHidden()
    for (const kind of ['tracking-sheet', 'packing-slip', 'package-label', 'item-label']) {
      const file = await page.request.get(`/api/documents/${kind}/${kind === 'item-label' ? id : packageId}.pdf`)
      expect(file.status(), kind).toBe(200)
      await keepPaper(kind, await file.body())
    }
  } finally {
    await device.close()
  }
})
