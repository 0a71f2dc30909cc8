import { readFileSync } from 'node:fs'
import { expect, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { signInOn, startHandheld, type Handheld } from '#tests/support/handheld.ts'
import { typeAsScanner, typeByHand } from '#tests/support/wedge.ts'
import { axeFaults, wcag } from '#tests/support/axe-audit.ts'
import { takePicture } from '#tests/support/pictures.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { rowsOf, tableOf } from '#tests/support/stock-list.ts'
import { servedByWorker } from '#tests/support/service-worker.ts'

const desk = { width: 1280, height: 800 }
let app: AppServer

prepareApp(1500, (started) => (app = started))

const countOf = (page: Page) => page.getByRole('status').filter({ hasText: /^[\d\s\u202f]+ produits?$/ })

async function inStock(where = '', ...values: readonly unknown[]): Promise<number> {
  const sql = `select count(*)::int as n from item where warehouse_id = $1 and stock_id is not null ${where}`
  return (await app.owner.query<{ n: number }>(sql, [app.warehouses[0], ...values])).rows[0]!.n
}

interface StockItem {
  readonly id: string
  readonly code: string
}

async function itemsOf(status: string, count: number): Promise<readonly StockItem[]> {
  const sql = `select id, identification_number as code from item where warehouse_id = $1 and status = $2
    and stock_id is not null order by created_at, id limit $3`
  const { rows } = await app.owner.query<StockItem>(sql, [app.warehouses[0], status, count])
  if (rows.length < count) throw new Error(`only ${rows.length} items are ${status}`)
  return rows
}

async function openList(page: Page, query = ''): Promise<void> {
  await navigateInApp(page, `/items-stock${query}`)
  await expect(rowsOf(page).first()).toBeVisible({ timeout: 30_000 })
}

test.describe('the items in stock of an operator', () => {
  let device: Handheld
  let page: Page
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    device = await startHandheld({ baseURL: app.url, viewport: desk })
    page = device.page()
    await signInOn(page, 'warehouse_operator', null)
    await openList(page)
    await servedByWorker(page)
  })
  test.afterAll(async () => {
    await device.close()
  })
  test.afterEach(async () => {
    await device.offline(false)
  })

  test('are all of the warehouse, filtered, counted and found again by the address', async () => {
    const all = await inStock()
    await expect(countOf(page)).toHaveText(new RegExp(`^${all}\\D`))
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(all + 1))
    expect(await tableOf(page).locator('[data-index]').count()).toBeLessThan(60)
    await takePicture(page, `items-stock-1280.png`)
    expect(await axeFaults(page, { tags: wcag })).toEqual([])
    const awaiting = await inStock(`and status = 'item_awaiting_compliancy_tests'`)
    await page.getByRole('combobox', { name: 'Statut' }).click()
    await page.getByRole('option', { name: `À contrôler (${awaiting})` }).click()
    await page.keyboard.press('Escape')
    await expect(countOf(page)).toHaveText(new RegExp(`^${awaiting}\\D`))
    await expect(page).toHaveURL(/status=/)
    await page.reload()
    await expect(countOf(page)).toHaveText(new RegExp(`^${awaiting}\\D`))
    await page.getByRole('button', { name: 'Effacer les filtres' }).click()
    await expect(countOf(page)).toHaveText(new RegExp(`^${all}\\D`))
    await tableOf(page).getByRole('button', { name: 'Prix payé' }).click()
    await expect(page).toHaveURL(/sort=paid/)
    await expect(tableOf(page).getByRole('columnheader', { name: 'Prix payé' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await page.getByLabel('Produit, code, IMEI').fill('zzzzz')
    await expect(page.getByRole('heading', { name: 'Aucun produit ne correspond' })).toBeVisible()
  })

  test('are filtered by keys, each value with its count before anything is chosen', async () => {
    const awaiting = await inStock(`and status = 'item_awaiting_compliancy_tests'`)
    await openList(page)
    await expect(countOf(page)).toHaveText(new RegExp(`^${await inStock()}\\D`))
    await page.getByRole('combobox', { name: 'Statut' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: `À contrôler (${awaiting})` })).toBeVisible()
    await typeByHand(page, 'À contrôler')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/status=/)
    await expect(countOf(page)).toHaveText(new RegExp(`^${awaiting}\\D`))
  })

  test('scroll to the end and are walked by keys', async () => {
    const all = await inStock()
    await openList(page)
    await expect(countOf(page)).toHaveText(new RegExp(`^${all}\\D`))
    await rowsOf(page).first().focus()
    await page.keyboard.press('End')
    await expect(tableOf(page).locator(`[data-index="${all - 1}"]:not([aria-busy])`)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(tableOf(page).locator(`[data-index="${all - 2}"]`)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/items-stock/*/edit')
    await page.goBack()
    await expect(rowsOf(page).first()).toBeVisible()
  })

  test('are never seen without rows while their bar is dragged, and are read where it rests', async () => {
    await page.goto('/items-stock?all=true')
    await expect(rowsOf(page).first()).toBeVisible({ timeout: 30_000 })
    const frames = await tableOf(page).evaluate((grid) => {
      const body = grid.querySelector('[data-head] + *')!
      const isFilled = (): boolean => {
        const rows = [...body.querySelectorAll('[role=row]')].map((row) => row.getBoundingClientRect())
        const [box, foot] = [grid.getBoundingClientRect(), body.getBoundingClientRect().bottom]
        const [first, last] = [rows[0]?.top ?? Infinity, rows.at(-1)?.bottom ?? 0]
        return (
          first <= Math.max(box.top, body.getBoundingClientRect().top) + 60 && last >= Math.min(box.bottom, foot) - 2
        )
      }
      const steps = 12
      return new Promise<boolean[]>((resolve) => {
        const filled: boolean[] = []
        requestAnimationFrame(function next() {
          if (filled.length > 0 || grid.scrollTop > 0) filled.push(isFilled())
          if (filled.length > steps) return resolve(filled)
          grid.scrollTop = (grid.scrollHeight * (filled.length + 1)) / (steps + 1)
          requestAnimationFrame(next)
        })
      })
    })
    expect(frames).toEqual(frames.map(() => true))
    const all = Number(await tableOf(page).getAttribute('aria-rowcount')) - 1
    await expect(tableOf(page).locator(`[data-index="${all - 1}"]:not([aria-busy])`)).toBeVisible()
    await openList(page)
  })

  test('open offline from a cold start', async () => {
    const all = await inStock()
    await device.offline(true)
    const fresh = await device.context().newPage()
    await fresh.goto('/items-stock')
    await expect(countOf(fresh)).toHaveText(new RegExp(`^${all}\\D`))
    await expect(rowsOf(fresh).first()).toBeVisible()
    await fresh.close()
  })

  test('are moved together offline, with a report of what stays and why, and put back', async () => {
    const [one, two] = await itemsOf('item_completed', 2)
    const [held] = await itemsOf('item_in_quarantine', 1)
    await app.owner.query(`update item set serial_number = 'MOVETEST' where id = any ($1::uuid[])`, [
      [one!.id, two!.id, held!.id],
    ])
    await openList(page, '?q=MOVETEST')
    await expect(countOf(page)).toHaveText(/^3\D/, { timeout: 30_000 })
    await device.offline(true)
    await page.getByRole('checkbox', { name: 'Sélectionner tous les produits trouvés' }).click()
    await page.getByRole('button', { name: 'Déplacer', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Déplacer 3 produits' })
    await dialog.getByRole('combobox', { name: 'Vers quel stock ?' }).click()
    await page.getByRole('option', { name: 'Reconditionnement terminé' }).click()
    await dialog.getByRole('button', { name: 'Déplacer', exact: true }).click()
    const report = dialog.getByRole('region', { name: 'Compte rendu du déplacement' })
    await expect(report).toContainText('2 produits déplacés vers « Reconditionnement terminé »')
    await expect(report).toContainText('1 produit laissé en place')
    await expect(report).toContainText(groupCode(held!.code))
    await takePicture(page, `items-stock-moved-1280.png`)
    await expect(rowsOf(page).filter({ hasText: 'Reconditionnement terminé' })).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Annuler le déplacement' }).click()
    await expect(report).toContainText('2 produits remis à leur place')
    await dialog.getByRole('button', { name: 'Fermer' }).last().click()
    await expect(rowsOf(page).filter({ hasText: 'Reconditionnement terminé' })).toHaveCount(0)
    await device.offline(false)
    await expect
      .poll(
        async () => {
          const sql = `select count(*)::int as n from item_history where item_id = $1 and action in ('move', 'undo_move')`
          return (await app.owner.query<{ n: number }>(sql, [one!.id])).rows[0]!.n
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThanOrEqual(2)
  })

  test('are exported as a CSV file of the filtered list', async () => {
    const awaiting = await inStock(`and status = 'item_awaiting_compliancy_tests'`)
    await openList(page, `?status=${encodeURIComponent('["item_awaiting_compliancy_tests"]')}`)
    await expect(countOf(page)).toHaveText(new RegExp(`^${awaiting}\\D`))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter en CSV' }).click(),
    ])
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.startsWith('\uFEFFMarque;Produit;Code;')).toBe(true)
    expect(text.trim().split('\r\n')).toHaveLength(awaiting + 1)
    expect(text).not.toContain('En quarantaine')
  })

  test('tell an item by tabs, and its history on top of what waits on the device', async () => {
    const [item] = (await itemsOf('item_completed', 4)).slice(3)
    await navigateInApp(page, `/items-stock/${item!.id}/edit`)
    await expect(page.getByRole('heading', { name: 'Identité' })).toBeVisible({ timeout: 20_000 })
    expect(await axeFaults(page, { tags: wcag })).toEqual([])
    await expect(page.getByRole('main').getByText(groupCode(item!.code)).first()).toBeVisible()
    for (const [tab, name] of [
      ['Conformité', 'conformity'],
      ['Diagnostic', 'diagnosis'],
      ['Reconditionnement', 'services'],
      ['Données économiques', 'economy'],
      ['Historique', 'history'],
      ['Informations', 'general'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      await takePicture(page, `item-${name}-1280.png`)
    }
    await page.getByRole('tab', { name: 'Historique' }).click()
    const timeline = page.getByRole('list', { name: 'Historique' })
    await expect(timeline.getByText('Réception', { exact: true })).toBeVisible()
    expect(await axeFaults(page, { tags: wcag })).toEqual([])
    await device.offline(true)
    await page.getByRole('button', { name: 'Déplacer', exact: true }).click()
    await page.getByRole('combobox', { name: 'Vers quel stock ?' }).click()
    await page.getByRole('option', { name: 'Reconditionnement terminé' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Déplacer', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).last().click()
    await expect(timeline.getByRole('listitem').first()).toContainText('En attente sur cet appareil')
    await expect(page.getByText('1 action attend la confirmation du serveur.')).toBeVisible()
    await page.reload()
    const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'tel qu’il a été lu' })
    await expect(notice).toContainText('L’historique du serveur demande le réseau.')
    await expect(timeline.getByRole('listitem').first()).toContainText('En attente sur cet appareil')
    await expect(timeline.getByText('Réception', { exact: true })).toBeVisible()
    await device.offline(false)
    await notice.getByRole('button', { name: 'Réessayer' }).click()
    await expect(timeline.getByText('Réception', { exact: true })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })
})

test.describe('the work queue', () => {
  let device: Handheld
  let page: Page
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    device = await startHandheld({ baseURL: app.url })
    page = device.page()
    await signInOn(page, 'warehouse_operator', '/warehouse/work')
    await expect(page.getByRole('list', { name: 'Travail par type' })).toBeVisible({ timeout: 30_000 })
    await servedByWorker(page)
  })
  test.afterAll(async () => {
    await device.close()
  })
  test.afterEach(async () => {
    await device.offline(false)
  })

  test('counts the next actions here and shows the most urgent first', async () => {
    const awaiting = await inStock(`and status = 'item_awaiting_compliancy_tests'`)
    const kind = page.getByRole('button', { name: new RegExp(`^Contrôler ${awaiting}$`) })
    await expect(kind).toBeVisible()
    await takePicture(page, `work-360.png`)
    expect(await axeFaults(page, { tags: wcag })).toEqual([])
    await takePicture(page, `work-whole-360.png`, { fullPage: true })
    await kind.click()
    await expect(page.getByRole('heading', { name: 'Contrôler', level: 1 })).toBeVisible()
    await takePicture(page, `work-kind-360.png`)
    // A restart comes back to the same kind.
    await page.waitForURL('**/warehouse/work?kind=test')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Contrôler', level: 1 })).toBeVisible({ timeout: 20_000 })
    // By age alone, which the address keeps too.
    await page.getByRole('button', { name: 'Ancienneté' }).click()
    await page.waitForURL('**/warehouse/work?kind=test&sort=createdAt')
    const oldest = await app.owner.query<StockItem>(
      `select identification_number as code from item where warehouse_id = $1
       and status = 'item_awaiting_compliancy_tests' order by created_at, id limit 1`,
      [app.warehouses[0]],
    )
    const list = page.getByRole('region', { name: 'Les plus anciens' }).getByRole('listitem')
    await expect(list.first()).toContainText(groupCode(oldest.rows[0]!.code))
    await page.reload()
    await expect(list.first()).toContainText(groupCode(oldest.rows[0]!.code), { timeout: 20_000 })
    await expect(page.getByRole('button', { name: 'Ouvrir le plus ancien' })).toBeVisible()
    await page.getByRole('button', { name: 'Paiement promis' }).click()
    await page.waitForURL('**/warehouse/work?kind=test')
    await typeAsScanner(page, 'RPR:CANCEL')
    await expect(page.getByRole('heading', { name: 'À faire', level: 1 })).toBeVisible()
  })

  test('opens the next action of a scanned item, offline too', async () => {
    await device.offline(true)
    const [item] = await app.itemsInTransit(app.warehouses[0], 1)
    const sent = await app.owner.query<StockItem>(
      `select id, identification_number as code from item where destination_warehouse_id = $1
       and status = 'item_in_transit' limit 1`,
      [app.warehouses[0]],
    )
    expect(item).toBeDefined()
    await typeAsScanner(page, sent.rows[0]!.code)
    await page.waitForURL(`**/warehouse/confirmation-checkin/${sent.rows[0]!.id}`)
    await expect(page.getByRole('button', { name: 'Valider la réception' })).toBeVisible()
    // A cold start without network.
    await page.goto('/warehouse/work')
    await expect(page.getByRole('list', { name: 'Travail par type' })).toBeVisible({ timeout: 20_000 })
  })

  test('says what has no next action here, each in its own way', async () => {
    const codeWhere = async (where: string): Promise<string> => {
      const sql = `select identification_number as code from item where ${where} limit 1`
      return (await app.owner.query<StockItem>(sql, [app.warehouses[0]])).rows[0]!.code
    }
    await typeAsScanner(page, '29999993')
    await expect(page.getByRole('alert')).toContainText('Produit inconnu')
    await typeAsScanner(page, '2999999')
    await expect(page.getByRole('alert')).toContainText('n’a pas la longueur d’un code')
    await typeAsScanner(page, await codeWhere(`warehouse_id <> $1 and status like 'item_completed%'`))
    await expect(page.getByRole('alert')).toContainText('Autre entrepôt')
    await expect(page.getByRole('alert')).toContainText('Atelier Lille')
    await expect(page.locator('[data-tone="elsewhere"][data-stays]')).toBeVisible()
    await takePicture(page, `work-elsewhere-360.png`)
    await typeAsScanner(page, await codeWhere(`status = 'item_cancelled' and destination_warehouse_id = $1`))
    await expect(page.getByRole('alert')).toContainText('Rien à faire')
    await page.getByRole('button', { name: 'J’ai compris' }).click()
  })

  test('counts the day on this device', async () => {
    const [item] = await itemsOf('item_completed', 1)
    await navigateInApp(page, `/items-stock/${item!.id}/edit`)
    await page.getByRole('button', { name: 'Déplacer', exact: true }).click()
    await page.getByRole('combobox', { name: 'Vers quel stock ?' }).click()
    await page.getByRole('option', { name: 'Reconditionnement terminé' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Déplacer', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('1 produit déplacé')
    await navigateInApp(page, '/warehouse/work')
    await expect(page.getByText('1 action aujourd’hui')).toBeVisible()
    await takePicture(page, `work-day-360.png`, { fullPage: true })
  })
})
