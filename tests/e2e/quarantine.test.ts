import { expect, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import { goWithin } from '#tests/support/go-within.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { badgeOf, signInOn, startHandheld, type Handheld } from '#tests/support/handheld.ts'
import { axeFaults } from '#tests/support/axe-audit.ts'
import { takePicture } from '#tests/support/pictures.ts'
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

async function withManager(run: (page: Page, device: Handheld) => Promise<void>): Promise<void> {
  const device = await startHandheld({ baseURL: app.url, viewport: { width: 1280, height: 800 } })
  try {
    await signInOn(device.page(), 'warehouse_manager')
    await run(device.page(), device)
  } finally {
    await device.close()
  }
}

async function open(page: Page, item: Quarantined): Promise<void> {
  await page.goto(`/buybacksQuarantine?item=${item.id}`)
  await expect(page.getByRole('dialog').getByText(groupCode(item.code)).first()).toBeVisible({ timeout: 30_000 })
}

async function release(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: way }).click()
  await page.getByRole('button', { name: 'Confirmer la sortie' }).click()
}

test('quarantined products are listed with filters in the address, also offline', async () => {
  test.setTimeout(120_000)
  await withManager(async (page, device) => {
    await goWithin(page, '/buybacksQuarantine')
    await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 })
    await expect(badgeOf(page).or(page.getByText('Tout est envoyé')).first()).toBeAttached()
    await takePicture(page, 'quarantine-1280.png')
    expect(await axeFaults(page)).toEqual([])
    // The list may be the server's until the copy is there, which alone works without a network.
    await badgeOf(page).click()
    await expect(page.getByText(/produits? connus?/)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Fermer', exact: true }).click()
    const all = await page.getByRole('row').count()
    await page.goto('/buybacksQuarantine?answer=none')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await page.getByRole('row').count()).toBeLessThanOrEqual(all)
    await expect(page.getByRole('cell', { name: 'Attendue' })).toHaveCount(0)
    await servedByWorker(page)
    await device.offline(true)
    await page.reload()
    await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 })
    await expect(
      page.getByText('Les mails envoyés et les réponses récentes peuvent manquer.', { exact: false }),
    ).toBeVisible({
      timeout: 30_000,
    })
    // One that stands on another page is opened by its link all the same.
    const shown = await page.getByRole('row').allTextContents()
    const items = await proposed(12)
    const other = items.find(({ code }) => !shown.some((row) => row.includes(groupCode(code))))
    await page.goto(`/buybacksQuarantine?answer=none&perPage=5&item=${other!.id}`)
    await expect(page.getByRole('dialog').getByText(groupCode(other!.code)).first()).toBeVisible({ timeout: 30_000 })
  })
})

test('the mail is sent again, and a kept product is to be moved (WH-14, WH-16)', async () => {
  const [item] = await proposed(1)
  await withManager(async (page) => {
    await open(page, item!)
    await page.getByRole('button', { name: 'Renvoyer le mail' }).click()
    await expect(page.getByText('Le mail est envoyé', { exact: false })).toBeVisible()
    await takePicture(page, 'quarantine-panel-1280.png')
    await page.getByRole('button', { name: 'Garder le produit' }).click()
    await expectSoundScreen(page, 'quarantine: a way out is asked for')
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
    await release(page, 'Garder le produit')
    await expect(page.getByText('Sortie enregistrée')).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => statusOf(item!.id)).toBe('item_to_reintegrate_to_stock')
    await page.getByRole('dialog').getByRole('link', { name: 'Déplacer des produits' }).click()
    await page.waitForURL('**/warehouse/move')
  })
})

test('a mail that cannot be sent and a label that cannot be made are told by the panel alone (WH-16, WH-17)', async () => {
  const unreachable = (await proposed(5))[4]!
  await app.owner.query(
    `update customer c set email = null, street = null from buyback b join item i on i.buyback_id = b.id
     where b.customer_id = c.id and i.id = $1`,
    [unreachable.id],
  )
  await withManager(async (page) => {
    await open(page, unreachable)
    const told = page.getByRole('alert')
    for (const [name, path, reason] of [
      ['Renvoyer le mail', '/api/quarantine/*/mail', 'adresse e-mail'],
      ['Étiquette de retour', '/api/warehouse/items/*/return-label', 'adresse du client est incomplète'],
    ] as const) {
      const ask = page.getByRole('button', { name, exact: true })
      await ask.click()
      await expect(told).toContainText(reason)
      await page.route(`**${path}`, (route) =>
        route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'Server error' } }),
      )
      await ask.click()
      await expect(told).not.toContainText(reason)
      await expect(told).toHaveCount(1)
      await expect(page.getByRole('dialog')).toHaveCount(1)
    }
    await expectSoundScreen(page, 'quarantine: the label cannot be made')
  })
})

test('a return has its label first; without an address the exit is blocked, with its advice (WH-15, WH-17)', async () => {
  const [, blocked, returned] = await proposed(3)
  await app.owner.query(
    `update customer c set street = null from buyback b join item i on i.buyback_id = b.id
     where b.customer_id = c.id and i.id = $1`,
    [blocked!.id],
  )
  await app.owner.query(
    `update customer c set street = '2 rue Neuve' from buyback b join item i on i.buyback_id = b.id
     where b.customer_id = c.id and i.id = $1`,
    [returned!.id],
  )
  await withManager(async (page) => {
    await open(page, blocked!)
    await release(page, 'Rendre au client')
    await expect(page.getByText('Sortie bloquée', { exact: false })).toBeVisible()
    await expect(
      page.getByText('Rangez le produit dans le stock de retour client', { exact: false }).first(),
    ).toBeVisible()
    expect(await statusOf(blocked!.id)).toBe('item_in_quarantine')
    await page.getByRole('link', { name: 'Ranger en retour client' }).click()
    await expect(page.getByRole('button', { name: /Vers Retour client/ })).toBeVisible({ timeout: 30_000 })

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
    expect((await paper).url()).toContain(`/api/documents/return-label/${returned!.id}.pdf`)
  })
})

test('a product is released to be tested again', async () => {
  const [item] = (await proposed(4)).slice(3)
  await withManager(async (page) => {
    await open(page, item!)
    await release(page, 'Contrôler à nouveau')
    await expect(page.getByText('Rangez maintenant le produit dans « À contrôler ».')).toBeVisible({ timeout: 30_000 })
    await expectSoundScreen(page, 'quarantine: to be tested again')
    await expect.poll(() => statusOf(item!.id)).toBe('item_awaiting_compliancy_tests')
    await page.getByRole('button', { name: 'Fermer', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: groupCode(item!.code) })).toHaveCount(0)
  })
})

test('an operator does not reach it', async () => {
  const device = await startHandheld({ baseURL: app.url })
  try {
    await signInOn(device.page(), 'warehouse_operator', '/buybacksQuarantine')
    await device.page().waitForURL('**/home')
  } finally {
    await device.close()
  }
})
