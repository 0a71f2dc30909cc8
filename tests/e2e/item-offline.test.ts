import { expect, test, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { axeFaults, wcag } from '#tests/support/axe-audit.ts'
import { copyHolds } from '#tests/support/device-copy.ts'
import { type Handheld, signInAtCheckIn, startHandheld } from '#tests/support/handheld.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { takePicture } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'

const comment = 'Coque rayée, boîte absente'
let app: AppServer

prepareApp(600, (started) => (app = started))

interface Known {
  readonly id: string
  readonly store: string
  readonly circuit: string
  readonly actors: readonly string[]
  readonly lines: number
}

/** An item in stock that several people have worked on. */
async function workedOn(offset: number): Promise<Known> {
  const { rows } = await app.owner.query<Known>(
    `select i.id, o.common_name as store, c.name as circuit, array_agg(distinct h.actor_name) as actors,
       count(*)::int as lines
     from item i
     join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
     join circuit c on c.account_id = b.account_id and c.id = b.circuit_id
     join organization o on o.account_id = i.account_id and o.id = i.store_id
     join item_history h on h.account_id = i.account_id and h.item_id = i.id and h.actor_name is not null
     where i.warehouse_id = $1 and i.stock_id is not null and i.status = 'item_completed'
     group by i.id, o.common_name, c.name having count(distinct h.actor_name) > 1
     order by i.id limit 1 offset $2`,
    [app.warehouses[0], offset],
  )
  if (rows[0] === undefined) throw new Error('no item has been worked on by several people')
  return rows[0]
}

/** Opens a page in a tab of its own, after which no other is left, without a network. */
async function openOffline(device: Handheld, path: string): Promise<Page> {
  await device.offline(true)
  const page = await device.context().newPage()
  for (const other of device.context().pages()) if (other !== page) await other.close()
  await page.goto(path)
  return page
}

const fact = (page: Page, name: string) => page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))
const timelineOf = (page: Page) => page.getByRole('list', { name: 'Historique' })
const noticeOf = (page: Page, text: string) => page.getByRole('main').getByRole('status').filter({ hasText: text })

test('an item that nobody has opened on this device is told offline from a cold start, with this device’s own work on top', async () => {
  const item = await workedOn(0)
  await app.owner.query('update item set comment = $2 where id = $1', [item.id, comment])
  const device = await startHandheld({ isOwn: true, baseURL: app.url })
  try {
    await signInAtCheckIn(device.page(), 'warehouse_operator')
    await expect.poll(() => copyHolds(device.page(), 'histories', item.id), { timeout: 60_000 }).toBe(true)
    await device.kill()
    const page = await device.start({ offline: true })
    await page.goto(`/items-stock/${item.id}/edit`)
    await expect(fact(page, 'Commentaire')).toHaveText(comment, { timeout: 30_000 })
    await expect(fact(page, 'Magasin')).toHaveText(item.store)
    await expect(fact(page, 'Circuit')).toHaveText(item.circuit)
    await expect(noticeOf(page, 'Le commentaire, le circuit et le magasin')).toHaveCount(0)
    await takePicture(page, `item-offline-360.png`, { fullPage: true })
    await page.getByRole('tab', { name: 'Historique' }).click()
    await expect(timelineOf(page).getByRole('listitem')).toHaveCount(item.lines)
    for (const name of item.actors) await expect(timelineOf(page).getByText(`par ${name}`).first()).toBeVisible()
    await expect(noticeOf(page, 'tel qu’il a été lu')).toContainText('L’historique du serveur demande le réseau.')
    await takePicture(page, `item-offline-history-360.png`, { fullPage: true })
    expect(await axeFaults(page, { tags: wcag })).toEqual([])

    await page.getByRole('button', { name: 'Déplacer', exact: true }).click()
    await page.getByRole('combobox', { name: 'Vers quel stock ?' }).click()
    await page.getByRole('option', { name: 'Reconditionnement terminé' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Déplacer', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).last().click()
    await expect(timelineOf(page).getByRole('listitem')).toHaveCount(item.lines + 1)
    await expect(timelineOf(page).getByRole('listitem').first()).toContainText('En attente sur cet appareil')
    await expect(page.getByText('1 action attend la confirmation du serveur.')).toBeVisible()
  } finally {
    await device.close()
  }
})

test('an item that changed after it was read says so, and one that was never read says what is missing', async () => {
  test.setTimeout(180_000)
  const [read, unread] = [await workedOn(1), await workedOn(2)]
  const device = await startHandheld({ baseURL: app.url })
  try {
    await device.context().route('**/api/warehouse/items/histories', async (route) => {
      const { ids } = route.request().postDataJSON() as { ids: string[] }
      const answered = ids.filter((id) => id !== unread.id)
      await route.continue({ postData: JSON.stringify({ ids: answered }) })
    })
    await signInAtCheckIn(device.page(), 'warehouse_operator')
    await expect.poll(() => copyHolds(device.page(), 'histories', read.id), { timeout: 60_000 }).toBe(true)
    await device.context().route('**/api/warehouse/items/histories', (route) => route.abort())
    await app.owner.query('update item set comment = $2 where id = $1', [read.id, comment])
    await expect.poll(() => copyHolds(device.page(), 'overlay', read.id), { timeout: 60_000 }).toBe(true)
    const page = await openOffline(device, `/items-stock/${read.id}/edit`)
    await expect(noticeOf(page, 'le produit a changé depuis')).toBeVisible({ timeout: 30_000 })
    await expect(fact(page, 'Magasin')).toHaveText(read.store)
    await page.getByRole('tab', { name: 'Historique' }).click()
    await expect(noticeOf(page, 'Le produit a changé depuis')).toBeVisible()
    await expect(timelineOf(page).getByRole('listitem')).toHaveCount(read.lines)
    await navigateInApp(page, `/items-stock/${unread.id}/edit`)
    await expect(noticeOf(page, 'ils s’afficheront au retour du réseau')).toBeVisible({ timeout: 30_000 })
    await page.getByRole('tab', { name: 'Historique' }).click()
    await expect(noticeOf(page, 'Seules les actions faites sur cet appareil')).toBeVisible()
    await expect(page.getByText('Cet appareil ne connaît encore rien de ce produit.')).toBeVisible()
    // What is read with the network, by hand, stands there too.
    await device.offline(false)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(timelineOf(page).getByRole('listitem')).toHaveCount(unread.lines)
    await expect.poll(() => copyHolds(page, 'histories', unread.id)).toBe(true)
    const again = await openOffline(device, `/items-stock/${unread.id}/edit?tab=history`)
    await expect(timelineOf(again).getByRole('listitem')).toHaveCount(unread.lines, { timeout: 30_000 })
  } finally {
    await device.close()
  }
})
