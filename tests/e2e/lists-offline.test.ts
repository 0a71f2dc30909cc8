import { expect, test, type Locator, type Page } from 'playwright/test'
import { newId } from '#api/db/new-id.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { copyHolds } from '#tests/support/device-copy.ts'
import { type Handheld, signInAtCheckIn, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { sizes } from '#tests/support/shell.ts'
import { servedByWorker } from '#tests/support/service-worker.ts'

let app: AppServer

prepareApp(600, (started) => (app = started))

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Hors ligne : données de cet appareil au' })
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const cells = (page: Page, column: string) => page.locator(`td[data-label="${column}"]`)
const search = (page: Page, name: string) => page.getByRole('searchbox', { name })

/** Waits until the device keeps so many lists beside its copy, of which nobody has opened one. */
async function keeps(page: Page, count: number): Promise<void> {
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('reprise-kept')
          opening.onerror = () => resolve(0)
          // Asking must not make the database that the app is about to make.
          opening.onupgradeneeded = () => opening.transaction?.abort()
          opening.onsuccess = () => {
            const asked = opening.result.transaction('answers').objectStore('answers').count()
            asked.onsuccess = () => {
              opening.result.close()
              resolve(asked.result)
            }
          }
        }),
    )
  await expect.poll(kept, { timeout: 30_000 }).toBe(count)
}

async function isOff(button: Locator): Promise<void> {
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('title', 'Demande le réseau')
}

/** Pictures of a list at the sizes of the hand, the counter and the desk, audited in the hand, where it is one of cards. */
async function seen(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!
  await takePictures(page, `${name}-offline`, { sizes, audited: ['phone'], inView: true })
  await page.setViewportSize(before)
}

async function stocksOf(warehouseId: string): Promise<readonly { id: string; name: string; count: number }[]> {
  const { rows: found } = await app.owner.query<{ id: string; name: string; count: number }>(
    `select s.id, s.name, (select count(*)::int from item i where i.stock_id = s.id) as count from stock s
      where s.warehouse_id = $1 order by lower(s.name), s.id`,
    [warehouseId],
  )
  return found
}

async function addCount(stockId: string, missing: number): Promise<void> {
  await app.owner.query(
    `insert into stock_count (account_id, id, warehouse_id, stock_id, device_id, user_id, ended_at, expected_count,
       present_count, missing_count, unexpected_count)
     select s.account_id, $2, s.warehouse_id, s.id, $3, u.id, now(), 2 + $4::int, 2, $4::int, 0
     from stock s, user_account u where s.id = $1 and u.email = 'warehouse_operator@demo.example'`,
    [stockId, newId(), newId(), missing],
  )
}

/** Signs in, lets the device keep what it keeps, and starts it cold without a network. */
async function startCold(device: Handheld, user: string, kept: number): Promise<Page> {
  const page = device.page()
  await signInAtCheckIn(page, user)
  await keeps(page, kept)
  return restart(device)
}

/** Ends the browser as its user would, with the session on the disk, and starts it cold without a network. */
async function restart(device: Handheld): Promise<Page> {
  await device.context().close()
  return device.start({ offline: true })
}

test('a warehouse’s manager reads every list of the administration from a cold start without a network', async () => {
  test.setTimeout(240_000)
  const stocks = await stocksOf(app.warehouses[0])
  const [counted, other] = stocks
  await addCount(counted!.id, 0)
  await addCount(other!.id, 3)
  const device = await startHandheld({ isOwn: true, baseURL: app.url })
  try {
    const page = await startCold(device, 'warehouse_manager', 2)

    await page.goto('/stocks?perPage=30&sort=name')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => cells(page, 'Nom').allInnerTexts()).toHaveLength(stocks.length)
    const shown = async () => (await cells(page, 'Nom').allInnerTexts()).map((text) => text.replace(/\s*Natif$/, ''))
    expect(await shown()).toEqual(stocks.map(({ name }) => name))
    expect(await cells(page, 'Produits').allInnerTexts()).toEqual(stocks.map(({ count }) => String(count)))
    await isOff(page.getByRole('button', { name: 'Créer un stock' }))
    await isOff(page.getByRole('button', { name: `Modifier le stock ${counted!.name}` }))
    await isOff(page.getByRole('button', { name: `Supprimer ${counted!.name}` }))
    await seen(page, 'stocks')
    await navigateInApp(page, '/stocks?perPage=30&sort=name&order=desc')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    expect(await shown()).toEqual(stocks.map(({ name }) => name).toReversed())
    await search(page, 'Chercher un nom').fill(counted!.name.toUpperCase())
    await page.keyboard.press('Enter')
    await expect.poll(shown).toEqual([counted!.name])
    await search(page, 'Chercher un nom').fill('nulle part')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Aucun stock ici' })).toBeVisible()
    await expect(notice(page)).toBeVisible()

    await navigateInApp(page, '/stocks/counts')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    await expect(rows(page)).toHaveCount(2)
    await isOff(page.getByRole('button', { name: `Voir les écarts ${other!.name}` }))
    await seen(page, 'stock-counts')
    await navigateInApp(page, '/stocks/counts?differences=with')
    await expect(rows(page)).toHaveCount(1, { timeout: 30_000 })
    await expect(rows(page)).toContainText(other!.name)

    await navigateInApp(page, '/refurb-steps')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    const steps = await app.owner.query<{ name: string }>(
      `select r.name from refurb_step r join user_account u on u.account_id = r.account_id
        where u.email = 'warehouse_manager@demo.example' order by r.name, r.id limit 10`,
    )
    const stepNames = async () => (await cells(page, 'Nom').locator('strong').allInnerTexts()).map(String)
    expect(await stepNames()).toEqual(steps.rows.map(({ name }) => name))
    await expect(rows(page).first()).toContainText('Atelier')
    await isOff(page.getByRole('button', { name: 'Créer une étape' }).first())
    await seen(page, 'refurb-steps')
    await search(page, 'Rechercher une étape').fill(steps.rows[1]!.name)
    await page.keyboard.press('Enter')
    await expect.poll(stepNames).toEqual([steps.rows[1]!.name])

    await navigateInApp(page, '/refurb-diagnosis-questions')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    await expect(rows(page).filter({ hasText: 'Santé de la batterie' })).toBeVisible()
    await isOff(page.getByRole('button', { name: 'Créer une question' }).first())
    await isOff(page.getByRole('button', { name: /^Monter / }).first())
    await seen(page, 'refurb-questions')

    // A manager reads the rules and changes none.
    await navigateInApp(page, '/warehouse-dispatch')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    const rule = page.locator('[data-rule]').filter({ hasText: 'Ordinateurs et tablettes' })
    await expect(rule).toBeVisible()
    await expect(rule).not.toContainText('inconnu')
    await seen(page, 'dispatch')
    await rule.getByRole('link').click()
    await expect(page.getByLabel('Titre')).toHaveValue('Ordinateurs et tablettes')
    await expect(notice(page)).toBeVisible()

    // Since then the server has gone on; once it is reached, the page shows its answers again by itself.
    await navigateInApp(page, '/stocks?perPage=30&sort=name')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    await app.owner.query(
      `insert into stock (account_id, id, warehouse_id, name)
        select account_id, uuid_v7(), organization_id, 'Nouvelle étagère' from organization_warehouse
        where organization_id = $1`,
      [app.warehouses[0]],
    )
    await device.offline(false)
    await expect(page.getByRole('link', { name: 'Nouvelle étagère' })).toBeVisible({ timeout: 30_000 })
    await expect(notice(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Créer un stock' })).toBeVisible()
  } finally {
    await device.close()
  }
})

test('an administrator reads transports, rules and the stocks of every warehouse from a cold start without a network', async () => {
  test.setTimeout(240_000)
  const device = await startHandheld({ isOwn: true, baseURL: app.url, viewport: sizes.desk })
  try {
    const first = device.page()
    await signInOn(first, 'admin', '/items-stock')
    await servedByWorker(first)
    await keeps(first, 3)
    await expect.poll(() => copyHolds(first, 'head', 'head'), { timeout: 30_000 }).toBe(true)
    const page = await restart(device)

    await page.goto('/transports-list')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    const { rows: transports } = await app.owner.query<{ number: string }>(
      `select b.identification_number as number from transport t join buyback b on b.id = t.buyback_id
        join user_account u on u.account_id = t.account_id where u.email = 'store_manager@demo.example'
        order by t.created_at desc, t.id desc limit 10`,
    )
    const numbers = async () =>
      (await cells(page, 'Numéro de reprise').allInnerTexts()).map((text) => text.replace(/\D/g, ''))
    expect(await numbers()).toEqual(transports.map(({ number }) => number))
    await isOff(page.getByRole('button', { name: 'Exporter en CSV' }))
    await seen(page, 'transports')
    await navigateInApp(page, '/transports-list?sort=buybackNumber')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    const sorted = await numbers()
    expect(sorted).toEqual(sorted.toSorted())
    await search(page, 'Numéro de reprise, de colis ou de transport').fill(transports[3]!.number)
    await page.keyboard.press('Enter')
    await expect.poll(numbers).toEqual([transports[3]!.number])

    await navigateInApp(page, '/warehouse-dispatch')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    await isOff(page.getByRole('button', { name: 'Ajouter une règle' }))
    await expect(page.getByRole('button', { name: /^Déplacer / })).toHaveCount(0)
    await expect(page.getByRole('switch', { name: 'Critère géographique' })).toBeDisabled()

    await navigateInApp(page, '/stocks?sort=warehouseName&perPage=30')
    await expect(notice(page)).toContainText('pour l’entrepôt de cet appareil seulement', { timeout: 30_000 })
    await page.getByRole('combobox', { name: 'Entrepôt' }).click()
    await page.getByRole('option', { name: 'Atelier Lille' }).click()
    const lille = await stocksOf(app.warehouses[1])
    await expect(rows(page)).toHaveCount(lille.length)

    await device.offline(false)
    await expect(notice(page)).toHaveCount(0, { timeout: 30_000 })
    await expect(cells(page, 'Produits').filter({ hasText: /\d/ })).toHaveCount(lille.length)
  } finally {
    await device.close()
  }
})

test('a list that no device has kept yet says so, and so does a copy that cannot be read', async () => {
  test.setTimeout(180_000)
  const device = await startHandheld({ isOwn: true, baseURL: app.url, viewport: sizes.desk })
  try {
    const page = device.page()
    await page.addInitScript(() => {
      const post = Worker.prototype.postMessage
      Worker.prototype.postMessage = function (
        this: Worker,
        message: { id?: number; method?: string },
        ...rest: never[]
      ) {
        if (message.method !== 'list' || sessionStorage.getItem('copy') === 'works')
          return post.call(this, message, ...rest)
        const data = { id: message.id, kind: 'failed', name: 'UnknownError', message: 'the disk fails' }
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
      } as typeof post
    })
    const [counted] = await stocksOf(app.warehouses[0])
    await addCount(counted!.id, 1)
    const isCounts = (url: URL) => url.pathname === '/api/stock-counts'
    await device.context().route(isCounts, (route) => route.abort())
    await signInAtCheckIn(page, 'warehouse_manager')
    // The server is within reach, and this list's answer does not come.
    await page.goto('/stocks/counts')
    await expect(page.getByRole('heading', { name: 'Rien encore sur cet appareil' })).toBeVisible({ timeout: 30_000 })
    await expectSoundScreen(page, 'counts: nothing kept')
    await device.offline(true)
    await page.goto('/stocks')
    await expect(page.getByRole('alert')).toContainText('ne peuvent pas être lues', { timeout: 30_000 })
    await page.evaluate(() => sessionStorage.setItem('copy', 'works'))
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page).first()).toBeVisible({ timeout: 20_000 })
    await expect(notice(page)).toBeVisible()
    await device.context().unroute(isCounts)
    await device.offline(false)
    await page.goto('/stocks/counts')
    await expect(notice(page)).toHaveCount(0)
    await expect(rows(page).first()).toBeVisible({ timeout: 30_000 })
  } finally {
    await device.close()
  }
})
