import { expect, test, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { signInOn, startHandheld, type Handheld } from '#tests/support/handheld.ts'
import { rowsOf, tableOf } from '#tests/support/stock-list.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'

let app: AppServer

prepareApp(1500, (started) => (app = started))

const stateOf = (page: Page) => page.getByRole('main').getByText('Reconditionnement terminé', { exact: false })

async function withUser(user: string, run: (page: Page, device: Handheld) => Promise<void>): Promise<void> {
  const device = await startHandheld({ baseURL: app.url, viewport: { width: 1280, height: 800 } })
  try {
    await signInOn(device.page(), user, null)
    await run(device.page(), device)
  } finally {
    await device.close()
  }
}

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/items-stock${query}`)
  await expect(rowsOf(page).first()).toBeVisible({ timeout: 30_000 })
}

for (const user of ['warehouse_operator', 'admin'])
  test(`a return to the list of a ${user} finds it where it was left, with what was chosen`, async () => {
    await withUser(user, async (page) => {
      await openList(page)
      await rowsOf(page).nth(2).getByRole('checkbox').click()
      const chosen = page.getByRole('main').getByText('1 produit', { exact: true })
      await expect(chosen).toBeVisible()
      await tableOf(page).evaluate((grid) => grid.scrollTo({ top: 300 * 48 }))
      const row = tableOf(page).locator('[data-index="305"]:not([aria-busy])')
      await expect(row).toBeVisible()
      // Names of stocks come beside the list.
      await expect(row.locator('[data-column="stock"]')).not.toHaveText('')
      const text = await row.innerText()
      await row.getByRole('gridcell').nth(1).click()
      await page.waitForURL('**/items-stock/*/edit')
      await expect(page.getByRole('tab').first()).toBeVisible()
      await page.goBack()
      await expect(row).toBeVisible()
      await expect(row).toHaveText(text, { useInnerText: true })
      expect(await tableOf(page).evaluate((grid) => grid.scrollTop)).toBe(300 * 48)
      await expect(chosen).toBeVisible()
      await expect(page.getByRole('button', { name: 'Déplacer', exact: true })).toBeVisible()
      // Another question begins at the top.
      await tableOf(page).getByRole('button', { name: 'Code' }).click()
      await expect.poll(() => tableOf(page).evaluate((grid) => grid.scrollTop)).toBe(0)
    })
  })

interface Found {
  readonly id: string
  readonly code: string
}

async function completed(count: number): Promise<readonly Found[]> {
  const { rows } = await app.owner.query<Found>(
    `select id, identification_number as code from item where warehouse_id = $1 and status = 'item_completed'
       and stock_id is not null order by created_at, id limit $2`,
    [app.warehouses[0], count],
  )
  expect(rows).toHaveLength(count)
  return rows
}

async function move(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Déplacer', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Vers quel stock ?' }).click()
  await page
    .getByRole('option', { name: /^Reconditionnement terminé/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Déplacer', exact: true }).click()
}

test('an administrator whose device keeps no items is told of moves what the server says of them', async () => {
  const items = await completed(3)
  await app.owner.query(`update item set serial_number = 'SERVERMOVE' where id = any ($1::uuid[])`, [
    items.slice(0, 2).map(({ id }) => id),
  ])
  await withUser('admin', async (page) => {
    await openList(page, '?q=SERVERMOVE')
    await expect(rowsOf(page)).toHaveCount(2)
    await page.getByRole('checkbox', { name: 'Sélectionner tous les produits trouvés' }).click()
    // What the list does not know yet: one of the two has gone into quarantine since then.
    await app.owner.query(
      `update item i set status = 'item_in_quarantine', stock_id = s.id from stock s
        where i.id = $1 and s.warehouse_id = i.warehouse_id and s.native = 'in_quarantine'`,
      [items[1]!.id],
    )
    await move(page)
    const report = page.getByRole('region', { name: 'Compte rendu du déplacement' })
    await expect(report).toContainText('1 produit déplacé vers « Reconditionnement terminé')
    await expect(report).toContainText('1 produit laissé en place')
    await expect(rowsOf(page).filter({ hasText: 'Reconditionnement terminé' })).toHaveCount(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).last().click()

    // While the server is silent the report counts nothing as moved, and the page follows what it says then.
    await page.goto(`/items-stock/${items[2]!.id}/edit`)
    await expect(page.getByRole('tab').first()).toBeVisible({ timeout: 20_000 })
    await expect(stateOf(page)).toHaveCount(0)
    const isPush = (url: URL) => url.pathname.startsWith('/api/sync/push')
    await page.context().route(isPush, (route) => route.abort())
    await move(page)
    await expect(report).toContainText('1 déplacement attend la réponse du serveur', { timeout: 30_000 })
    await expect(report).toContainText('0 produit déplacé')
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).last().click()
    await page.context().unroute(isPush)
    await expect(stateOf(page).first()).toBeVisible({ timeout: 60_000 })
  })
})

test('a head office reads items from the server, and an export that the network cuts saves nothing until another try', async () => {
  await withUser('root_management_unit_manager', async (page) => {
    await openList(page)
    await expect(page.getByRole('checkbox', { name: 'Sélectionner tous les produits trouvés' })).toHaveCount(0)
    await rowsOf(page).first().click()
    await expect(page.getByRole('heading', { name: 'Identité' })).toBeVisible({ timeout: 20_000 })
    await page.getByRole('tab', { name: 'Historique' }).click()
    await expect(page.getByRole('list', { name: 'Historique' }).getByRole('listitem').first()).toBeVisible()

    await openList(page)
    const downloads: string[] = []
    page.on('download', (download) => downloads.push(download.suggestedFilename()))
    const isSecond = (url: URL) => url.pathname === '/api/warehouse/items' && url.searchParams.get('page') === '2'
    await page.route(isSecond, (route) => route.abort())
    const button = page.getByRole('button', { name: 'Exporter en CSV' })
    await button.click()
    const told = page.getByRole('alert').filter({ hasText: 'aucun fichier n’est enregistré' })
    await expect(told).toBeVisible()
    expect(downloads).toEqual([])
    await page.unroute(isSecond)
    await Promise.all([page.waitForEvent('download'), button.click()])
    await expect(told).toHaveCount(0)
  })
})
