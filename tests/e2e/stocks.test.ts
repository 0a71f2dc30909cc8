import { expect, test, type Page } from 'playwright/test'
import { stockCode } from '#domain/item/resolve-code.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { addStock } from '#tests/support/floor-story.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { badgeOf, type Handheld, signInAtCheckIn, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'
import { axeFaults } from '#tests/support/axe-audit.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { takePicture } from '#tests/support/pictures.ts'

let app: AppServer

interface Placed {
  readonly id: string
  readonly code: string
}

prepareApp(1500, (started) => (app = started))

/** Items of the first warehouse that stand in one of its native stocks. */
async function itemsIn(native: string, count: number, where = 'true'): Promise<readonly Placed[]> {
  const { rows } = await app.owner.query<Placed>(
    `select i.id, i.identification_number as code from item i
     join stock s on s.account_id = i.account_id and s.id = i.stock_id
     where s.warehouse_id = $1 and s.native = $2 and ${where} order by i.id limit $3`,
    [app.warehouses[0], native, count],
  )
  if (rows.length < count) throw new Error(`only ${rows.length} items in ${native}`)
  return rows
}

async function stockOf(itemId: string): Promise<{ readonly name: string; readonly native: string | null }> {
  const { rows } = await app.owner.query<{ name: string; native: string | null }>(
    `select s.name, s.native from item i join stock s on s.account_id = i.account_id and s.id = i.stock_id
     where i.id = $1`,
    [itemId],
  )
  return rows[0]!
}

const said = (page: Page, word: string) => page.getByText(word, { exact: true }).first()

async function ready(page: Page): Promise<void> {
  await expect(page.locator('[data-scan-ready]')).toBeVisible({ timeout: 30_000 })
}

async function withHandheld(name: string, run: (page: Page, device: Handheld) => Promise<void>): Promise<void> {
  const device = await startHandheld({ isOwn: true, baseURL: app.url })
  try {
    const page = device.page()
    await signInAtCheckIn(page, name)
    await run(page, device)
  } finally {
    await device.close()
  }
}

async function passesAxe(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
}

test('products are moved by scanner alone, offline, with a stop of its own for each wrong place (STOCK-14)', async () => {
  test.setTimeout(180_000)
  const shelf = await addStock(app, 'Étagère E1')
  const [first, second] = await itemsIn('to_refurbish', 2, `i.status like 'item_completed%'`)
  const [kept] = await itemsIn('in_quarantine', 1, `i.status = 'item_in_quarantine'`)
  const elsewhere = await app.owner.query<{ code: string }>(
    `select identification_number as code from item where warehouse_id = $1 and stock_id is not null limit 1`,
    [app.warehouses[1]],
  )
  const [travelling] = await app.itemsInTransit(app.warehouses[0], 1)
  await withHandheld('warehouse_operator', async (page, device) => {
    await navigateInApp(page, '/warehouse/move')
    await expect(page.getByRole('button', { name: /Étagère E1/ })).toBeVisible({ timeout: 30_000 })
    await takePicture(page, `move-choose-360.png`)
    await device.offline(true)
    await typeAsScanner(page, first!.code)
    await expect(page.getByRole('alert')).toContainText('Stock à choisir')
    await typeAsScanner(page, stockCode(shelf))
    await expect(page.getByRole('button', { name: /Vers Étagère E1/ })).toBeVisible()
    await typeAsScanner(page, first!.code)
    await expect(said(page, 'Déplacé')).toBeVisible()
    await typeAsScanner(page, second!.code)
    await expect(page.getByTestId('moved-count')).toContainText('2 produits')
    await expect(page.locator('svg[width="112"]')).toHaveCount(0)
    await takePicture(page, `move-360.png`)
    await typeAsScanner(page, second!.code)
    await expect(said(page, 'Déjà dans ce stock')).toBeVisible()
    await typeAsScanner(page, kept!.code)
    await expect(page.getByRole('alert')).toContainText('En quarantaine')
    await takePicture(page, `move-quarantine-360.png`)
    await typeAsScanner(page, elsewhere.rows[0]!.code)
    await expect(page.getByRole('alert')).toContainText('Autre entrepôt')
    await expect(page.getByRole('alert')).toContainText('Atelier Lille')
    await typeAsScanner(page, travelling!.code)
    await expect(page.getByRole('alert')).toContainText('Pas en stock')
    await typeAsScanner(page, '29999993')
    await expect(page.getByRole('alert')).toContainText('Code inconnu')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByRole('alert')).toHaveCount(0)

    // Refused scans change nothing of what an undo means: the last move that was accepted, named before it is undone.
    await expect(page.getByTestId('undo-target')).toContainText('Défaire annule')
    await typeAsScanner(page, 'RPR:UNDO')
    await expect(page.getByTestId('moved-count')).toContainText('1 produit déplacé ici')
    await expect(said(page, 'Déplacement annulé')).toBeVisible()
    await expect(page.locator('svg[width="112"]')).toHaveCount(0)
    await passesAxe(page)
    await device.offline(false)
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 30_000 })
    await expect.poll(async () => (await stockOf(first!.id)).name).toBe('Étagère E1')
    expect((await stockOf(second!.id)).native).toBe('to_refurbish')
    expect((await stockOf(kept!.id)).native).toBe('in_quarantine')

    // Into quarantine goes only what is quarantined.
    const quarantine = await app.owner.query<{ id: string }>(
      `select id from stock where warehouse_id = $1 and native = 'in_quarantine'`,
      [app.warehouses[0]],
    )
    await typeAsScanner(page, stockCode(quarantine.rows[0]!.id))
    await typeAsScanner(page, first!.code)
    await expect(page.getByRole('alert')).toContainText('Mauvais stock')
  })
})

test('a stock is counted offline, survives the fall of the device, and ends with its numbers, in the office too', async () => {
  test.setTimeout(240_000)
  const [bin, nextBin] = [await addStock(app, 'Bac 7'), await addStock(app, 'Bac 8')]
  const items = await itemsIn('refurbishment_completed', 5)
  const [a, b, gone, seenLater, stranger] = items
  await app.owner.query('update item set stock_id = $1 where id = any ($2::uuid[])', [
    bin,
    [a, b, gone, seenLater].map((item) => item!.id),
  ])
  await withHandheld('warehouse_operator', async (page, device) => {
    await navigateInApp(page, '/warehouse/stock-count')
    await expect(page.getByRole('button', { name: /Bac 7/ })).toBeVisible({ timeout: 30_000 })
    await typeAsScanner(page, a!.code)
    await expect(page.getByRole('alert')).toContainText('Stock à choisir')
    await page.getByRole('button', { name: 'J’ai compris' }).click()
    await page.getByRole('button', { name: /Bac 7/ }).click()
    await expect(page.getByTestId('count-expected')).toHaveText('4', { timeout: 30_000 })
    await device.offline(true)
    await typeAsScanner(page, a!.code)
    await expect(page.getByTestId('count-present')).toHaveText('1')
    await typeAsScanner(page, a!.code)
    await expect(said(page, 'Déjà compté')).toBeVisible()
    await typeAsScanner(page, b!.code)
    await typeAsScanner(page, stranger!.code)
    await expect(page.getByRole('alert')).toContainText('En trop ici')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByTestId('count-unexpected')).toHaveText('1')
    await takePicture(page, `stock-count-360.png`)
    await device.kill()
    const again = await device.start({ offline: true })
    await again.goto(`${app.url}/warehouse/stock-count`)
    await ready(again)
    await expect(again.getByTestId('count-present')).toHaveText('2')
    await expect(again.getByTestId('count-missing')).toHaveText('2')
    await passesAxe(again)

    await typeAsScanner(again, 'RPR:END')
    await expect(again.getByText('3 écarts restent à résoudre.')).toBeVisible()
    await typeAsScanner(again, 'RPR:CONFIRM')
    const missing = again.getByRole('dialog', { name: 'Produits manquants' })
    await expect(missing.getByRole('listitem')).toHaveCount(2)
    await takePicture(again, `stock-count-missing-360.png`)
    // One turns up after all, the other does not.
    await typeAsScanner(again, seenLater!.code)
    await expect(missing.getByRole('listitem')).toHaveCount(1)
    await missing.getByRole('button', { name: 'Introuvable' }).click()
    await expect(missing.getByText('Introuvable')).toBeVisible()
    await typeAsScanner(again, 'RPR:CANCEL')
    await again.getByTestId('count-unexpected').click()
    const unexpected = again.getByRole('dialog', { name: 'Produits en trop' })
    await unexpected.getByRole('button', { name: 'Déplacer ici' }).click()
    await expect(unexpected.getByText('Déplacé ici')).toBeVisible()
    await typeAsScanner(again, 'RPR:CANCEL')
    await typeAsScanner(again, 'RPR:END')
    await again.getByLabel('Commentaire (facultatif)').fill('Comptage du soir')
    await typeAsScanner(again, 'RPR:CONFIRM')
    await expect(again.getByText('Inventaire terminé : Bac 7')).toBeVisible()
    await expect(again.getByText('4 attendus · 3 présents · 1 manquant · 1 en trop')).toBeVisible()
    await device.offline(false)
    await expect(badgeOf(again)).toContainText('Tout est envoyé', { timeout: 30_000 })
    await expect
      .poll(async () => (await app.owner.query('select * from stock_count where stock_id = $1', [bin])).rows)
      .toMatchObject([
        { expected_count: 4, present_count: 3, missing_count: 1, unexpected_count: 1, comment: 'Comptage du soir' },
      ])
    expect((await stockOf(stranger!.id)).name).toBe('Bac 7')
    // The next location's barcode begins its count, and a product's is told to be none.
    await typeAsScanner(again, a!.code)
    await expect(again.getByRole('alert')).toContainText('Stock à choisir')
    await typeAsScanner(again, stockCode(nextBin))
    await expect(again.getByText('Bac 8')).toBeVisible()
    await expect(again.getByTestId('count-expected')).toHaveText('0')
    // It was the wrong location: the count is left without an end.
    await typeAsScanner(again, 'RPR:END')
    await again.getByRole('button', { name: 'Abandonner cet inventaire' }).click()
    await expect(again.getByRole('dialog', { name: 'Abandonner cet inventaire' })).toBeVisible()
    await typeAsScanner(again, 'RPR:D')
    await expect(again.getByText('Quel stock compter')).toBeVisible()
    await expect(badgeOf(again)).toContainText('Tout est envoyé')
  })

  const office = await startHandheld({ isOwn: true, baseURL: app.url, viewport: { width: 1280, height: 800 } })
  try {
    const page = office.page()
    await test.step('the office lists it with what became of each difference', async () => {
      await signInOn(page, 'warehouse_manager', '/stocks/counts?q=Bac%207&differences=without')
      await expect(page.getByText('Aucun inventaire ne correspond')).toBeVisible({ timeout: 20_000 })
      await page.getByRole('combobox', { name: 'Écarts' }).click()
      await page.getByRole('option', { name: 'Avec écarts' }).click()
      await page.waitForURL('**/stocks/counts?*differences=with')
      await page
        .getByRole('button', { name: /Voir les écarts/ })
        .first()
        .click()
      const differences = page.getByRole('dialog')
      await expect(differences.getByText('Introuvable')).toBeVisible()
      await expect(differences.getByText(/Déplacé ici depuis/)).toBeVisible()
      const download = page.waitForEvent('download')
      await differences.getByRole('button', { name: 'Télécharger en CSV' }).click()
      expect((await download).suggestedFilename()).toMatch(/^Bac 7 \d{4}-\d\d-\d\d\.csv$/)
    })

    await test.step('it creates, changes and deletes stocks; native ones stay', async () => {
      await navigateInApp(page, '/stocks')
      await expect(page.getByRole('link', { name: 'Bac 7' })).toBeVisible()
      await takePicture(page, 'stocks-1280.png')
      await passesAxe(page)
      await page.getByRole('link', { name: 'Créer un stock' }).click()
      await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Réserve haute')
      await page.getByLabel('Emplacement').fill('Mezzanine')
      await page.getByRole('button', { name: 'Créer un stock' }).click()
      await expect(page.getByText('La création a bien été enregistrée.')).toBeVisible()

      await navigateInApp(page, '/stocks?q=Réserve')
      await page.getByRole('link', { name: 'Réserve haute' }).click()
      await page.getByLabel('Identifiant').fill('R-H')
      await page.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(page.getByText('Les modifications ont été enregistrées.')).toBeVisible()

      await navigateInApp(page, '/stocks?q=Réserve')
      await expect(page.getByRole('row', { name: /Réserve haute/ })).toContainText('R-H')
      await page.getByRole('button', { name: /^Supprimer Réserve haute/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
      await expect(page.getByText('La suppression a été effectuée.')).toBeVisible()
      await expect(page.getByText('Aucun stock ici')).toBeVisible()

      await navigateInApp(page, '/stocks?kind=native')
      await page
        .getByRole('button', { name: /^Supprimer/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toContainText('Ce stock est natif')
    })
  } finally {
    await office.close()
  }
})
