import { expect, test } from 'playwright/test'
import { newId } from '#api/db/new-id.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { axeFaults } from '#tests/support/axe-audit.ts'
import { blockCount, itemsOfStore, numberOn, packageOf, readyToSend } from '#tests/support/expedition-floor.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

let app: AppServer

prepareApp(1500, (started) => (app = started))

test('a manager of a branch chooses one of its stores and sends from it, without network from a cold start on', async () => {
  test.setTimeout(150_000)
  const items = await itemsOfStore(app.owner, 'MR-LYO-01', app.warehouses[0], 2)
  const unitId = newId()
  // One of the demo's stores is moved to a branch beside the manager's part of the tree.
  await app.owner.query(
    `insert into organization (account_id, id, parent_organization_id, type, common_name)
     select u.account_id, $1, u.parent_organization_id, 'management_unit', 'Région Paris'
     from organization u join organization s on s.account_id = u.account_id and s.parent_organization_id = u.id
     where s.external_id = 'MR-LYO-01'`,
    [unitId],
  )
  await app.owner.query(`update organization set parent_organization_id = $1 where external_id = 'MR-PAR-02'`, [unitId])
  const before = await blockCount(app.owner)
  const handheld = await startHandheld({ isOwn: true, baseURL: app.url })
  try {
    let page = handheld.page()
    await signInOn(page, 'management_unit_manager', '/expedition')
    await expect(page.getByRole('heading', { name: 'Depuis quel magasin expédiez-vous ?' })).toBeVisible()
    const choices = page.getByRole('main').getByRole('listitem').getByRole('button')
    await expect(choices).toHaveText([/^Maison Rivoli Dijon Centre/, /^Maison Rivoli Lyon Part-Dieu/])
    await expectSoundScreen(page, 'expedition: the choice of a store')
    await choices.filter({ hasText: 'Lyon Part-Dieu' }).click()
    await readyToSend(app.owner, page, before)
    await expect(page.getByRole('banner')).toContainText('Lyon Part-Dieu')

    await handheld.kill()
    page = await handheld.start({ offline: true })
    await page.goto('/expedition')
    await expect(page.locator('[data-scan-ready]')).toBeVisible({ timeout: 30_000 })
    // The list of stores needs the network; the store chosen before does not.
    await page.getByRole('button', { name: 'Changer de magasin' }).click()
    await expect(page.getByText('La liste des magasins vient du serveur', { exact: false })).toBeVisible({
      timeout: 30_000,
    })
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Rester dans ce magasin' }).click()
    await expect(page.locator('[data-scan-ready]')).toBeVisible()

    await typeAsScanner(page, items[0]!.code)
    await page.waitForURL('**/start-expedition')
    await expect(page.getByText('Dans le colis', { exact: true })).toBeVisible()
    const packed = page.getByRole('region', { name: 'Colis ouverts' }).getByRole('listitem')
    await expect(packed).toContainText('1 produit')
    await typeAsScanner(page, items[1]!.code)
    await expect(packed).toContainText('2 produits')
    await typeAsScanner(page, 'RPR:UNDO')
    await expect(packed).toContainText('1 produit')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/packing-with-label?packageId=*')
    await expect(page.getByRole('region', { name: 'Contenu du colis' }).getByRole('listitem')).toHaveCount(1)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/expedition/confirmation?packageId=*')
    const number = await numberOn(page)
    expect(number).toMatch(/^04\d{11}$/)
    expect(await packageOf(app.owner, number)).toBeUndefined()

    await handheld.offline(false)
    await expect
      .poll(() => packageOf(app.owner, number), { timeout: 30_000 })
      .toMatchObject({ status: 'closed', item_ids: [items[0]!.id], destination_warehouse_id: app.warehouses[0] })
    const { rows } = await app.owner.query<{ status: string }>(
      `select status from item where id = any ($1::uuid[]) order by status`,
      [items.map(({ id }) => id)],
    )
    expect(rows.map(({ status }) => status)).toEqual(['item_awaiting_inventory', 'item_in_transit'])
  } finally {
    await handheld.close()
  }
})
