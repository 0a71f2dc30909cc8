import { expect, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { badgeOf, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { axeFaults } from '#tests/support/axe-audit.ts'
import { keepPaper, takePicture } from '#tests/support/pictures.ts'
import { servedByWorker } from '#tests/support/service-worker.ts'

let app: AppServer

interface Quarantined {
  readonly id: string
  readonly code: string
}

prepareApp(3000, (started) => (app = started))

/** Items in quarantine with a price proposed, whose customers can be reached by mail and by parcel. */
async function proposed(count: number): Promise<readonly Quarantined[]> {
  const { rows } = await app.owner.query<Quarantined>(
    `select i.id, i.identification_number as code from item i
     join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
     join customer c on c.account_id = b.account_id and c.id = b.customer_id
     where i.status = 'item_in_quarantine' and b.status = 'bb_in_processing' and i.warehouse_id = $1
       and i.facts -> 'control' ->> 'outcome' = 'proposal' order by i.id limit $2`,
    [app.warehouses[0], count],
  )
  if (rows.length < count) throw new Error(`only ${rows.length} proposals`)
  await app.owner.query(
    `update customer c set email = 'anna@customer.example', street = '1 rue Neuve', zip_code = '69001', city = 'Lyon',
       country = 'FR'
     from buyback b join item i on i.buyback_id = b.id where b.customer_id = c.id and i.id = any ($1::uuid[])`,
    [rows.map(({ id }) => id)],
  )
  return rows
}

async function statusOf(id: string): Promise<string> {
  const { rows } = await app.owner.query<{ status: string }>('select status from item where id = $1', [id])
  return rows[0]!.status
}

async function open(page: Page, item: Quarantined): Promise<void> {
  await navigateInApp(page, `/buybacksQuarantine?item=${item.id}`)
  await expect(page.getByRole('dialog').getByText(groupCode(item.code)).first()).toBeVisible({ timeout: 30_000 })
}

async function closePanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function release(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: way }).click()
  await page.getByRole('button', { name: 'Confirmer la sortie' }).click()
}

test('quarantined products are listed, also offline, and leave by every way out (WH-14 to WH-17)', async () => {
  test.setTimeout(240_000)
  const items = await proposed(12)
  const [kept, blocked, returned, again] = items
  const device = await startHandheld({ baseURL: app.url, viewport: { width: 1280, height: 800 } })
  const page = device.page()
  try {
    await signInOn(page, 'warehouse_manager', '/buybacksQuarantine')

    await test.step('filters stand in the address, and the device’s copy answers offline', async () => {
      await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 })
      await takePicture(page, 'quarantine-1280.png')
      expect(await axeFaults(page)).toEqual([])
      // The list may be the server's until the copy is there, which alone works without a network.
      await badgeOf(page).click()
      await expect(page.getByText(/produits? connus?/)).toBeVisible({ timeout: 30_000 })
      await closePanel(page)
      await servedByWorker(page)
      await device.offline(true)
      await page.goto('/buybacksQuarantine?answer=none')
      await expect(
        page.getByText('Les mails envoyés et les réponses récentes peuvent manquer.', { exact: false }),
      ).toBeVisible({ timeout: 30_000 })
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await expect(page.getByRole('cell', { name: 'Attendue' })).toHaveCount(0)
      // One that stands on another page is opened by its link all the same.
      const shown = await page.getByRole('row').allTextContents()
      const other = items.find(({ code }) => !shown.some((row) => row.includes(groupCode(code))))
      await navigateInApp(page, `/buybacksQuarantine?answer=none&perPage=5&item=${other!.id}`)
      await expect(page.getByRole('dialog').getByText(groupCode(other!.code)).first()).toBeVisible({ timeout: 30_000 })
      await closePanel(page)
      await device.offline(false)
    })

    await test.step('the mail is sent again, and a kept product is to be moved', async () => {
      await open(page, kept!)
      await page.getByRole('button', { name: 'Renvoyer le mail' }).click()
      await expect(page.getByText('Le mail est envoyé', { exact: false })).toBeVisible()
      await takePicture(page, 'quarantine-panel-1280.png')
      await page.getByRole('button', { name: 'Garder le produit' }).click()
      await expectSoundScreen(page, 'quarantine: a way out is asked for')
      await page.getByRole('button', { name: 'Annuler', exact: true }).click()
      await release(page, 'Garder le produit')
      await expect(page.getByText('Sortie enregistrée')).toBeVisible({ timeout: 30_000 })
      await expect.poll(() => statusOf(kept!.id)).toBe('item_to_reintegrate_to_stock')
      await page.getByRole('dialog').getByRole('link', { name: 'Déplacer des produits' }).click()
      await page.waitForURL('**/warehouse/move')
      await expect(page.locator('[data-scan-ready]')).toBeVisible()
    })

    await test.step('without an address the return is blocked, with its advice', async () => {
      await setStreet(blocked!, null)
      await open(page, blocked!)
      await release(page, 'Rendre au client')
      await expect(page.getByText('Sortie bloquée', { exact: false })).toBeVisible()
      await expect(
        page.getByText('Rangez le produit dans le stock de retour client', { exact: false }).first(),
      ).toBeVisible()
      expect(await statusOf(blocked!.id)).toBe('item_in_quarantine')
      await page.getByRole('link', { name: 'Ranger en retour client' }).click()
      await expect(page.getByRole('button', { name: /Vers Retour client/ })).toBeVisible({ timeout: 30_000 })
    })

    await test.step('a return has its label, which is printed', async () => {
      await setStreet(returned!, '2 rue Neuve')
      await open(page, returned!)
      await release(page, 'Rendre au client')
      await expect(page.getByText('Rangez maintenant le produit dans « Retour client ».')).toBeVisible({
        timeout: 30_000,
      })
      await expect.poll(() => statusOf(returned!.id)).toBe('item_to_return')
      await takePicture(page, 'quarantine-returned-1280.png')
      await page.getByRole('button', { name: 'Étiquette de retour', exact: true }).click()
      const paper = page.context().waitForEvent('request', (request) => request.url().includes('/return-label/'))
      await page.getByRole('button', { name: 'Imprimer', exact: true }).click()
      const label = `/api/documents/return-label/${returned!.id}.pdf`
      expect((await paper).url()).toContain(label)
      await keepPaper('return-label', await (await page.request.get(label)).body())
    })

    await test.step('a product is released to be tested again', async () => {
      await page.bringToFront()
      await open(page, again!)
      await release(page, 'Contrôler à nouveau')
      await expect(page.getByText('Rangez maintenant le produit dans « À contrôler ».')).toBeVisible({
        timeout: 30_000,
      })
      await expect.poll(() => statusOf(again!.id)).toBe('item_awaiting_compliancy_tests')
      await closePanel(page)
      await expect(page.getByRole('row').filter({ hasText: groupCode(again!.code) })).toHaveCount(0)
    })
  } finally {
    await device.close()
  }
})

async function setStreet(item: Quarantined, street: string | null): Promise<void> {
  await app.owner.query(
    `update customer c set street = $2 from buyback b join item i on i.buyback_id = b.id
     where b.customer_id = c.id and i.id = $1`,
    [item.id, street],
  )
}
