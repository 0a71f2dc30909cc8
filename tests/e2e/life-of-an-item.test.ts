import { expect, test, type Page } from 'playwright/test'
import sharp from 'sharp'
import { stockCode } from '#domain/item/resolve-code.ts'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import {
  answerAsDeclared,
  askToCancelStep,
  everythingSent,
  letter,
  packageNumber,
  phonesInTransit,
  startStoreShift,
  startWarehouseShift,
  stockNamed,
  validateStep,
  type DeclaredPhone,
} from '#tests/support/floor-story.ts'
import { badgeOf, linesOf, type Handheld } from '#tests/support/handheld.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

let app: AppServer

prepareApp(1500, (started) => (app = started))

const seller = 'Lucas Pichon'
const receiver = 'Inès Marty'
const mechanic = 'Samuel Koffi'

/** A phone that a customer has just left in the seller's store, with a mail address to answer a new price from. */
async function droppedPhone(): Promise<DeclaredPhone> {
  const [phone] = await phonesInTransit(app, 1)
  await app.owner.query(
    `update buyback b set status = 'bb_awaiting_inventory',
       circuit_id = (select id from circuit c where c.account_id = b.account_id and c.type = 'store_drop' limit 1),
       store_id = (select id from organization o where o.account_id = b.account_id and o.external_id = 'MR-LYO-01')
     from item i where i.buyback_id = b.id and i.id = $1`,
    [phone!.id],
  )
  await app.owner.query(
    `update item i set status = 'item_awaiting_inventory', facts = coalesce(facts, '{}') - 'packageId',
       store_id = (select id from organization o where o.account_id = i.account_id and o.external_id = 'MR-LYO-01')
     where i.id = $1`,
    [phone!.id],
  )
  await app.owner.query(
    `update customer c set email = 'anna@customer.example' from buyback b join item i on i.buyback_id = b.id
     where b.customer_id = c.id and i.id = $1`,
    [phone!.id],
  )
  return phone!
}

async function statusOf(id: string): Promise<string> {
  const { rows } = await app.owner.query<{ status: string }>('select status from item where id = $1', [id])
  return rows[0]!.status
}

const becomes = (id: string, status: string) =>
  expect.poll(() => statusOf(id), { timeout: 30_000, message: `item becomes ${status}` }).toBe(status)

const photo = (tint: string) =>
  sharp({ create: { width: 2400, height: 1800, channels: 3, background: tint } })
    .jpeg()
    .toBuffer()

/** The customer follows the link of the mail and accepts. */
async function customerAccepts(itemId: string): Promise<void> {
  const token = async (): Promise<string> => {
    const { rows } = await app.owner.query<{ text: string }>(
      `select m.body_text as text from mail_message m
       join price_proposal p on m.dedupe_key = 'price_proposal:' || p.id where p.item_id = $1`,
      [itemId],
    )
    return /token=(o_[\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? ''
  }
  await expect.poll(token, { timeout: 30_000, message: 'the mail is written' }).not.toBe('')
  const answer = await fetch(`${app.url}/api/proposals/${await token()}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ answer: 'accepted' }),
  })
  expect(await answer.json()).toMatchObject({ state: 'accepted' })
}

/** The history as the detail of the item shows it, oldest line first: what was done, to what, and by whom. */
async function historyOn(page: Page, itemId: string): Promise<readonly string[]> {
  await navigateInApp(page, `/items-stock/${itemId}/edit?tab=history`)
  const lines = page.getByRole('list', { name: 'Historique' }).getByRole('listitem')
  await expect(lines.first()).toBeVisible({ timeout: 30_000 })
  const texts = await lines.evaluateAll((all) =>
    all.map((line) => {
      const [title, by] = line.querySelectorAll('p')
      const what = [...(title?.children ?? [])].map((part) => part.textContent).join(' : ')
      return `${what} ${/par .*/u.exec(by?.textContent ?? '')?.[0] ?? ''}`
    }),
  )
  return texts.toReversed()
}

async function trayIsEmpty(device: Handheld): Promise<void> {
  const page = device.page()
  await navigateInApp(page, '/warehouse/attention')
  await expect(page.getByRole('heading', { name: 'Rien à traiter' })).toBeVisible({ timeout: 30_000 })
  await everythingSent(page)
}

test('one phone goes through its whole life on the devices of three people, mostly offline', async () => {
  test.setTimeout(360_000)
  const phone = await droppedPhone()
  const bench = await stockNamed(app, 'Établi réparation')
  const earlier = await app.owner.query('select 1 from item_history where item_id = $1', [phone.id])
  const finish = await stockNamed(app, 'Nettoyage et emballage')

  await test.step('the store packs it offline, and its package goes out once the network is back', async () => {
    const shop = await startStoreShift(app, 'store_seller')
    try {
      const page = shop.page()
      await shop.offline(true)
      await typeAsScanner(page, phone.code)
      await page.waitForURL('**/start-expedition')
      await expect(page.getByText('Dans le colis', { exact: true })).toBeVisible()
      await typeAsScanner(page, 'RPR:CONFIRM')
      await page.waitForURL('**/packing-with-label?packageId=*')
      await expect(page.getByRole('region', { name: 'Contenu du colis' })).toContainText(groupCode(phone.code))
      await typeAsScanner(page, 'RPR:CONFIRM')
      await page.waitForURL('**/expedition/confirmation?packageId=*')
      await expect(page.getByText('Enregistré sur cet appareil')).toBeVisible()
      expect(await statusOf(phone.id)).toBe('item_awaiting_inventory')
      await shop.offline(false)
      await becomes(phone.id, 'item_in_transit')
      await everythingSent(page)
    } finally {
      await shop.close()
    }
  })

  const dock = await startWarehouseShift(app, 'warehouse_operator')
  const workshop = await startWarehouseShift(app, 'warehouse_operator_2')
  try {
    await test.step('it is received and tested offline, with a difference and two photos, and set in quarantine', async () => {
      const page = dock.page()
      await dock.offline(true)
      await typeAsScanner(page, phone.code)
      await expect(linesOf(page)).toHaveCount(1)
      await expect(linesOf(page).first()).toContainText('Reçu')
      await typeAsScanner(page, 'RPR:GO:TEST')
      await expect(page.getByText('Scannez le produit à contrôler')).toBeVisible()
      await typeAsScanner(page, phone.buybackCode)
      await typeAsScanner(page, 'RPR:CONFIRM')
      const [question] = phone.questions
      await expect(page.getByRole('heading', { name: question!.title })).toBeVisible()
      await typeAsScanner(page, `RPR:${letter(question!.answers.length - 1)}`)
      await expect(page.getByText('Réponse différente de la déclaration')).toBeVisible()
      const photos = page.getByRole('button', { name: /Agrandir la photo/ })
      for (const [at, tint] of ['#444', '#898'].entries()) {
        const buffer = await photo(tint)
        await page.locator('input[type=file]').setInputFiles({ name: `${at}.jpg`, mimeType: 'image/jpeg', buffer })
        await expect(photos).toHaveCount(at + 1)
      }
      await typeAsScanner(page, 'RPR:NEXT')
      await answerAsDeclared(page, phone, 1)
      await expect(page.getByText('Un nouveau prix est proposé au client', { exact: false })).toBeVisible()
      await typeAsScanner(page, 'RPR:CONFIRM')
      await expect(page.getByRole('alert').filter({ hasText: 'Quarantaine' })).toBeVisible()
      await typeAsScanner(page, 'RPR:CONFIRM')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(badgeOf(page)).toContainText('2 en attente')
      expect(await statusOf(phone.id)).toBe('item_in_transit')

      await dock.offline(false)
      await expect(page.getByRole('button', { name: 'Produit suivant' })).toBeVisible()
      await becomes(phone.id, 'item_in_quarantine')
      await everythingSent(page)
    })

    await test.step('its photos arrive, and the customer accepts the new price', async () => {
      const arrived = `select 1 from evidence_photo where uploaded_at is not null and item_id = $1`
      await expect.poll(async () => (await app.owner.query(arrived, [phone.id])).rowCount, { timeout: 30_000 }).toBe(2)
      await customerAccepts(phone.id)
      await becomes(phone.id, 'item_completed_with_negociation')
    })

    await test.step('the workshop takes over: diagnosis, a step with a pause in which the device falls, and a step less', async () => {
      let page = workshop.page()
      await navigateInApp(page, `/items-stock/${phone.id}/edit`)
      await expect(page.getByRole('main').getByText('À orienter').first()).toBeVisible({ timeout: 30_000 })
      await navigateInApp(page, '/refurb-diagnosis/start')
      await expect(page.getByText('Scannez le produit à diagnostiquer')).toBeVisible()
      await workshop.offline(true)
      await typeAsScanner(page, phone.code)
      for (const [heading, command] of [
        ['Données et comptes', 'B'],
        ['Santé de la batterie', 'C'],
        ['État de l’écran', 'A'],
        ['Autres travaux à prévoir', 'NEXT'],
        ['Conditionnement', 'A'],
      ] as const) {
        await expect(page.getByRole('heading', { name: heading })).toBeVisible()
        await typeAsScanner(page, `RPR:${command}`)
      }
      await expect(page.getByRole('heading', { name: '2 étapes à réaliser' })).toBeVisible()
      await typeAsScanner(page, 'RPR:CONFIRM')
      await expect(page.getByText('Où posez-vous le produit ?')).toBeVisible()
      await typeAsScanner(page, stockCode(bench))
      await expect(page.getByRole('heading', { name: 'Diagnostic terminé' })).toBeVisible()
      await typeAsScanner(page, 'RPR:START')
      await expect(page.getByRole('button', { name: 'Effacement des données' })).toBeVisible()
      await typeAsScanner(page, 'RPR:A')
      await expect(page.getByRole('heading', { name: 'Effacement des données' })).toBeVisible()
      await typeAsScanner(page, stockCode(bench))
      await expect(page.getByText('En cours', { exact: true })).toBeVisible()
      await expect(page.getByRole('timer')).toHaveText('0:02', { timeout: 10_000 })
      await typeAsScanner(page, 'RPR:PAUSE')
      await expect(page.getByText('En pause', { exact: true }).first()).toBeVisible()

      await workshop.offline(false)
      await everythingSent(page)
      await becomes(phone.id, 'item_refurb_in_progress')
      await workshop.kill()
      page = await workshop.start({ offline: true })
      await page.goto(`/warehouse/item-refurb-steps/items/${phone.id}`)
      await expect(page.getByRole('button', { name: 'Effacement des données' })).toContainText('En pause', {
        timeout: 30_000,
      })
      await typeAsScanner(page, 'RPR:A')
      await expect(page.getByRole('heading', { name: 'Effacement des données' })).toBeVisible()
      await typeAsScanner(page, 'RPR:START')
      await expect(page.getByText('En cours', { exact: true })).toBeVisible()
      await validateStep(page, 'Effacement des données')
      await askToCancelStep(page, 'Remplacement de la batterie')
      await typeAsScanner(page, 'RPR:A')
      await typeAsScanner(page, 'RPR:CONFIRM')
      await expect(page.getByRole('button', { name: 'Remplacement de la batterie' })).toContainText('Annulée')
      await typeAsScanner(page, 'RPR:NEXT')
      await page.waitForURL('**/completed?*')
      await expect(page.getByRole('heading', { name: 'Reconditionnement terminé' })).toBeVisible()
      await workshop.offline(false)
      await everythingSent(page)
      await becomes(phone.id, 'item_refurb_completed')
    })

    let number = ''
    await test.step('the dock takes it back, moves it and packs it for the other warehouse, offline', async () => {
      const page = dock.page()
      await navigateInApp(page, `/items-stock/${phone.id}/edit`)
      await expect(page.getByRole('main').getByText('Reconditionnement terminé').first()).toBeVisible({
        timeout: 30_000,
      })
      await navigateInApp(page, '/warehouse/move')
      await expect(page.getByRole('button', { name: /Nettoyage et emballage/ })).toBeVisible()
      await dock.offline(true)
      await typeAsScanner(page, stockCode(finish))
      await expect(page.getByRole('button', { name: /Vers Nettoyage et emballage/ })).toBeVisible()
      await typeAsScanner(page, phone.code)
      await expect(page.getByTestId('moved-count')).toContainText('1 produit')
      await typeAsScanner(page, 'RPR:GO:PACK')
      await page.waitForURL('**/expedition')
      await typeAsScanner(page, phone.code)
      await expect(page.getByRole('dialog', { name: 'Où va ce produit testé ?' })).toBeVisible()
      await typeAsScanner(page, 'RPR:A')
      await expect(page.getByText('Dans le colis', { exact: true })).toBeVisible()
      await typeAsScanner(page, 'RPR:CONFIRM')
      await page.waitForURL('**/packing-with-label?packageId=*')
      await expect(page.getByRole('region', { name: 'Contenu du colis' })).toContainText(groupCode(phone.code))
      await typeAsScanner(page, 'RPR:CONFIRM')
      await page.waitForURL('**/expedition/confirmation?packageId=*')
      number = await packageNumber(page)
      await dock.offline(false)
      await becomes(phone.id, 'item_in_transit')
      await everythingSent(page)
    })

    const { rows } = await app.owner.query(
      `select status, item_ids as items, destination_warehouse_id as destination from package where number = $1`,
      [number],
    )
    expect(rows).toEqual([{ status: 'closed', items: [phone.id], destination: app.warehouses[1] }])
    // Before the story there are the lines of its making.
    // The other warehouse sees it coming, with all that happened to it.
    const elsewhere = await startWarehouseShift(app, 'warehouse_operator_3')
    const told = await historyOn(elsewhere.page(), phone.id).finally(() => elsewhere.close())
    expect(told.slice(earlier.rows.length)).toEqual([
      `Mis dans un colis par ${seller}`,
      `Colis fermé et expédié par ${seller}`,
      `Réception par ${receiver} · Atelier Lyon`,
      `Contrôle de conformité par ${receiver} · Atelier Lyon`,
      'Nouveau prix accepté par le client · Atelier Lyon',
      `Diagnostic commencé par ${mechanic} · Atelier Lyon`,
      `Diagnostic terminé par ${mechanic} · Atelier Lyon`,
      `Étape commencée : Effacement des données par ${mechanic} · Atelier Lyon`,
      `Étape mise en pause : Effacement des données par ${mechanic} · Atelier Lyon`,
      `Étape reprise : Effacement des données par ${mechanic} · Atelier Lyon`,
      `Étape terminée : Effacement des données par ${mechanic} · Atelier Lyon`,
      `Étape annulée : Remplacement de la batterie par ${mechanic} · Atelier Lyon`,
      `Reconditionnement confirmé par ${mechanic} · Atelier Lyon`,
      `Changement de stock par ${receiver} · Atelier Lyon`,
      `Mis dans un colis par ${receiver} · Atelier Lyon`,
      `Colis fermé et expédié par ${receiver} · Atelier Lyon`,
    ])
    await trayIsEmpty(dock)
    await trayIsEmpty(workshop)
  } finally {
    await dock.close()
    await workshop.close()
  }
})
