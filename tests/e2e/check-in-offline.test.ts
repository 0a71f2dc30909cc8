import { expect, test, type Page } from 'playwright/test'
import { hasGs1CheckDigit } from '#domain/kernel/check-digit.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { createFakeCamera, fakeCameraArguments } from '#tests/support/barcode-video.ts'
import {
  badgeOf,
  linesOf,
  openCheckIn,
  scanAll,
  signInAtCheckIn,
  signInOn,
  startAtCheckIn,
  startHandheld,
} from '#tests/support/handheld.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { takePicture } from '#tests/support/pictures.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

let app: AppServer
prepareApp(1500, (started) => (app = started))

test('55 codes scanned offline arrive once each and in order, through a killed browser and two tabs', async () => {
  test.setTimeout(300_000)
  const { items, contested } = await chooseItems()
  const codes = items.map(({ code }) => code)
  const camera = await createFakeCamera()
  const device = await startHandheld({
    isOwn: true,
    baseURL: app.url,
    isNew: true,
    args: fakeCameraArguments(camera.file),
  })
  const since = new Date()
  try {
    let page = device.page()
    await signInAtCheckIn(page, 'warehouse_operator')
    await device.offline(true)

    await scanAll(page, codes.slice(0, 20))
    await expect(linesOf(page)).toHaveCount(20)
    await expect(badgeOf(page)).toContainText('Hors ligne')
    await expect(badgeOf(page)).toContainText('20 en attente')

    await device.kill()
    page = await device.start({ offline: true })
    await page.goto('/warehouse/checkin')
    await expect(linesOf(page)).toHaveCount(20)
    await scanAll(page, codes.slice(20, 35))
    await expectLines(page, 35)

    const second = await device.context().newPage()
    await second.goto('/warehouse/checkin')
    await expectLines(second, 35)
    await scanAll(second, codes.slice(35, 50))
    await expectLines(second, 50)
    await expectLines(page, 50)
    await second.close()

    await page.bringToFront()
    await scanAll(page, codes.slice(50, 54))
    await expectLines(page, 54)
    // What else the camera reads is tried on a page of its own (scan-camera.test.ts).
    await camera.show([{ symbology: 'ean13', text: codes[54]! }], { framesEach: 6 })
    await page.getByRole('button', { name: 'Caméra ou saisie' }).click()
    await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    await expect.poll(() => distinctCount(page), { timeout: 60_000 }).toBe(55)
    await expect(page.locator('svg[width="112"]')).toHaveCount(0)
    await expectSoundScreen(page, 'the camera')
    await page.getByRole('button', { name: 'Fermer caméra et saisie' }).click()

    await scanAll(page, [contested.code])
    await expect.poll(() => distinctCount(page)).toBe(56)

    // In the meantime another warehouse has tested the contested product, and stores it.
    await app.owner.query(
      `update item set status = 'item_completed', tested = true, warehouse_id = $2, version = version + 1,
        stock_id = (select id from stock where warehouse_id = $2 and native = 'to_refurbish') where id = $1`,
      [contested.id, app.warehouses[1]],
    )

    await device.offline(false)
    // A batch that hangs in the closed tab's network is given up after 30 seconds.
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 75_000 })
    const operator = await userId('warehouse_operator')
    const done = (await app.checkIns(since)).filter(({ actor, action }) => actor === operator && action === 'check_in')
    expect(new Set(done.map(({ opId }) => opId)).size).toBe(55)
    expect(done.map(({ itemId }) => itemId)).toEqual(items.map(({ id }) => id))
    expect(done.map(({ seq }) => seq)).toEqual(done.map(({ seq }) => seq).toSorted((a, b) => a - b))

    // The conflict stands in the tray, holds the round up, and is settled there.
    await expect(badgeOf(page)).toContainText('1 à traiter')
    await endButton(page).click()
    await expect(page.getByText('1 scan refusé dans cette série')).toBeVisible()
    await page.getByRole('button', { name: 'Ouvrir « À traiter »' }).click()
    await expect(page.getByRole('heading', { name: /dans un autre entrepôt/ })).toBeVisible()
    await page.getByRole('button', { name: /^Traiter/ }).click()
    await expect(page.getByText('Inès Marty').last()).toBeVisible()
    await page.getByRole('button', { name: 'Écarter' }).click()
    await page.getByRole('button', { name: 'Déjà fait par un collègue' }).click()
    await page.getByRole('button', { name: 'Écarter', exact: true }).click()
    await expect(page.getByText('Rien à traiter')).toBeVisible()
    await expect(badgeOf(page)).not.toContainText('à traiter')
    await expect
      .poll(async () => {
        const settled = await app.owner.query<{ resolution: string }>(
          `select o.resolution, h.comment, h.item_id as "itemId", h.actor_id as actor from sync_op o
            join item_history h on h.account_id = o.account_id and h.details ->> 'targetOpId' = o.op_id::text
            where o.resolved_at is not null`,
        )
        return settled.rows
      })
      .toEqual([
        { resolution: 'discarded', comment: 'Déjà fait par un collègue', itemId: contested.id, actor: operator },
      ])

    // The round ends by its count.
    await page.getByRole('button', { name: 'Retour', exact: true }).click()
    await endButton(page).click()
    const dialog = page.getByRole('dialog')
    for (const digit of '55') await dialog.getByRole('button', { name: digit, exact: true }).click()
    await dialog.getByRole('button', { name: 'Terminer', exact: true }).click()
    await expect(page.getByText('Série terminée')).toBeVisible()
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 15_000 })
    const rounds = await app.owner.query(`select typed_count from check_in_round where ended_at >= $1`, [since])
    expect(rounds.rows).toEqual([{ typed_count: 55 }])
  } finally {
    await device.close()
  }
})

test('a browser that is killed right after a sign-in starts as its user, with the captured work (WH-02)', async () => {
  const [item] = await app.itemsInTransit(app.warehouses[0], 60)
  const device = await startHandheld({ isOwn: true, baseURL: app.url })
  try {
    let page = device.page()
    await signInAtCheckIn(page, 'warehouse_operator')
    // What a kill within the seconds before local storage reaches the disk leaves behind.
    await page.evaluate(() => localStorage.clear())
    await device.offline(true)
    await scanAll(page, [item!.code])
    await expect(linesOf(page)).toContainText('Gardé')
    await device.kill()
    page = await device.start({ offline: true })
    await page.goto('/warehouse/checkin')
    await expect(linesOf(page)).toHaveCount(1, { timeout: 20_000 })
    await device.offline(false)
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 60_000 })
  } finally {
    await device.close()
  }
})

test('work of an operator who signs out stays sealed, and goes under their own name when they come back', async () => {
  const items = await app.itemsInTransit(app.warehouses[0], 3)
  const device = await startHandheld({ baseURL: app.url })
  const since = new Date()
  try {
    const page = device.page()
    await signInAtCheckIn(page, 'warehouse_operator')
    await device.offline(true)
    await scanAll(page, [items[0]!.code, items[1]!.code])
    await expect(badgeOf(page)).toContainText(/2 en attente depuis \d+\s(s|min)/)
    await signOut(page, { unsent: 2 })
    await device.offline(false)
    await signInOn(page, 'warehouse_operator_2')
    // The server has heard of the sign-out before: neither session nor device of the first has a right left.
    const left = await app.owner.query(
      `select from session where user_id = $1 and created_at >= $2 and revoked_at is null union all
        select from device_grant where user_id = $1 and created_at >= $2 and revoked_at is null`,
      [await userId('warehouse_operator'), since],
    )
    expect(left.rowCount).toBe(0)
    await openCheckIn(page)
    await expect(badgeOf(page)).toContainText('2 scellées')
    // What lies sealed is told with its person where its product is scanned, and captured no second time.
    await scanAll(page, [items[0]!.code])
    await expect(page.getByRole('alert')).toContainText('Travail d’un collègue')
    await expect(page.getByRole('alert')).toContainText('Inès Marty a déjà traité ce produit ici')
    await takePicture(page, 'sealed-scan-360.png')
    await page.keyboard.press('Escape')
    await expect(linesOf(page)).toHaveCount(1)
    await takePicture(page, 'sealed-line-360.png')
    await badgeOf(page).click()
    await expect(page.getByRole('list', { name: 'Inès Marty : 2 actions' }).getByRole('listitem')).toHaveCount(2)
    await page.getByText('Inès Marty : 2 actions').scrollIntoViewIfNeeded()
    await takePicture(page, 'sealed-sheet-360.png')
    await page.keyboard.press('Escape')
    await navigateInApp(page, `/warehouse/confirmation-checkin/${items[1]!.id}`)
    await expect(page.getByText('Inès Marty a sur ce produit du travail non envoyé')).toBeVisible()
    await takePicture(page, 'sealed-single-360.png')
    await navigateInApp(page, '/warehouse/checkin')
    await expect(linesOf(page)).toHaveCount(1)
    await scanAll(page, [items[2]!.code])
    await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 15_000 })
    const second = await userId('warehouse_operator_2')
    expect((await app.checkIns(since)).map(({ actor }) => actor)).toEqual([second])
    await signOut(page)
    await signInOn(page, 'warehouse_operator', '/warehouse/checkin')
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 15_000 })
    await expect.poll(async () => (await app.checkIns(since)).length, { timeout: 15_000 }).toBe(3)
    const first = await userId('warehouse_operator')
    expect((await app.checkIns(since)).slice(1).map(({ actor }) => actor)).toEqual([first, first])
  } finally {
    await device.close()
  }
})

test('an operator who signs out by mistake without a network goes on by PIN, and all of it goes once', async () => {
  test.setTimeout(240_000)
  const items = await app.itemsInTransit(app.warehouses[0], 40)
  const [first, second, last] = [items[37]!, items[38]!, items[39]!]
  const device = await startHandheld({ baseURL: app.url })
  const since = new Date()
  try {
    const page = device.page()
    await signInAtCheckIn(page, 'warehouse_operator_2')
    await navigateInApp(page, '/account/pin')
    await page.getByLabel('Nouveau code PIN').fill('482137')
    await page.getByLabel('Le même code PIN').fill('482137')
    await page.getByRole('button', { name: 'Définir le code PIN' }).click()
    await expect(page.getByRole('status')).toContainText('SK')
    await expectSoundScreen(page, 'the PIN')
    await navigateInApp(page, '/warehouse/checkin')
    await device.offline(true)
    await scanAll(page, [first.code, second.code])
    await expect(badgeOf(page)).toContainText('2 en attente')
    await signOut(page, { unsent: 2 })

    await page.getByRole('button', { name: /se connecter par code PIN/ }).click()
    await expectSoundScreen(page, 'the PIN at the door')
    await takePicture(page, 'pin-door-360.png')
    await page.getByLabel('Code PIN de SK').fill('905847')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Il reste 9 essais')
    await page.getByLabel('Code PIN de SK').fill('482137')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')
    // A page that is begun again still has its user and the copy.
    await page.goto('/warehouse/checkin')
    await expect(linesOf(page)).toHaveCount(2, { timeout: 20_000 })
    await scanAll(page, [last.code])
    await expect(linesOf(page)).toHaveCount(3)
    await expect(linesOf(page).first()).toContainText('Gardé')
    await expect(linesOf(page).first()).not.toContainText('Code inconnu')

    await device.offline(false)
    await badgeOf(page).click()
    await page.getByRole('button', { name: 'Se reconnecter' }).click()
    expect(await app.checkIns(since)).toEqual([])
    await page.locator('input[type="email"]').fill('warehouse_operator_2@demo.example')
    await page.locator('input[type="password"]').fill('Reprise-2026')
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/warehouse/checkin')
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 30_000 })
    const operator = await userId('warehouse_operator_2')
    const done = (await app.checkIns(since)).map(({ actor, itemId }) => ({ actor, itemId }))
    expect(done).toEqual([first, second, last].map(({ id }) => ({ actor: operator, itemId: id })))
  } finally {
    await device.close()
  }
})

test('a browser that refuses its storage says that nothing is kept, and why', async () => {
  const [item] = await app.itemsInTransit(app.warehouses[0], 1)
  const device = await startHandheld({ baseURL: app.url })
  try {
    const page = device.page()
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }
    })
    await signInOn(page, 'warehouse_operator', '/warehouse/checkin')
    await expect(page.getByRole('heading', { name: 'Réception' })).toBeVisible()
    await typeAsScanner(page, item!.code)
    await expect(page.getByText('Scan non enregistré')).toBeVisible()
    await expect(page.getByText('Cet appareil n’enregistre rien (navigation privée', { exact: false })).toBeVisible()
    await expect(badgeOf(page)).toContainText('Enregistrement impossible')
    await page.keyboard.press('Escape')
    await badgeOf(page).click()
    await expect(page.getByText('Cette fenêtre interdit le stockage', { exact: false })).toBeVisible()
  } finally {
    await device.close()
  }
})

test('a device goes on through a slow start, a code it does not know and a changed password', async () => {
  const items = await app.itemsInTransit(app.warehouses[0], 80)
  const [early, renamed, last] = [items[71]!, items[72]!, items.at(-1)!]
  const { device, page } = await startAtCheckIn(app.url)
  try {
    await test.step('a product that is scanned before a slow device has started is there once it has', async () => {
      await device.offline(true)
      const slow = await page.context().newCDPSession(page)
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await page.goto('/warehouse/checkin', { waitUntil: 'commit' })
      await page.waitForFunction(() => window.takeEarlyKeys !== undefined)
      await typeAsScanner(page, early.code)
      expect(await page.locator('[data-scan-ready]').count()).toBe(0)
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await expect(linesOf(page)).toHaveCount(1)
      await expect(linesOf(page).first()).toContainText('Gardé')
    })

    await test.step('a code that the device does not know becomes its product at the next synchronisation', async () => {
      const code = '29999972'
      await app.owner.query(`update item set identification_number = $2 where id = $1`, [renamed.id, code])
      await typeAsScanner(page, code)
      await expect(linesOf(page).first()).toContainText('Code inconnu')
      await expect(page.getByText('le code sera résolu à la synchronisation').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await device.offline(false)
      await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 20_000 })
      await expect(linesOf(page).first()).not.toContainText('Code inconnu', { timeout: 20_000 })
    })

    await test.step('a changed password takes nothing from the device in hand', async () => {
      await navigateInApp(page, '/account/password')
      await page.getByLabel('Mot de passe actuel').fill('Reprise-2026')
      for (const field of await page.locator('input[autocomplete="new-password"]').all())
        await field.fill('Reprise-2027')
      await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
      await expect(page.getByText('Votre mot de passe a été changé.')).toBeVisible()
      await navigateInApp(page, '/warehouse/checkin')
      await expect(linesOf(page)).toHaveCount(2)
      await scanAll(page, [last.code])
      await expect(linesOf(page)).toHaveCount(3)
      await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 15_000 })
    })
  } finally {
    await device.close()
  }
})

/** 55 items, the last of them with a code that prints as EAN-13, and one more that two devices take. */
async function chooseItems() {
  const all = await app.itemsInTransit(app.warehouses[0], 80)
  const ean = all.find(({ code }) => code.length === 13 && hasGs1CheckDigit(code))!
  const [contested, ...others] = all.filter((item) => item !== ean)
  return { items: [...others.slice(0, 54), ean], contested: contested! }
}

async function distinctCount(page: Page): Promise<number> {
  const text = await page.getByTestId('count-codes').textContent()
  return Number(/\d+/.exec(text ?? '')?.[0] ?? -1)
}

function endButton(page: Page) {
  return page.getByRole('contentinfo').getByRole('button', { name: 'Terminer' })
}

async function userId(name: string): Promise<string> {
  const found = await app.owner.query<{ id: string }>(`select id from user_account where email = $1`, [
    `${name}@demo.example`,
  ])
  return found.rows[0]!.id
}

async function signOut(page: Page, { unsent = 0 } = {}): Promise<void> {
  await page.getByRole('button', { name: /Inès Marty|Samuel Koffi/ }).click()
  await page.getByRole('button', { name: /Se déconnecter|Déconnexion/ }).click()
  if (unsent > 0) {
    const question = page.getByRole('dialog', { name: `${unsent} actions ne sont pas encore envoyées` })
    await question.getByRole('button', { name: 'Se déconnecter quand même' }).click()
  }
  await page.waitForURL('**/login**')
}

/** Lines of the round beyond the thirty that are drawn at first (SHELL-12). */
async function expectLines(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('button', { name: `${count - 30} lignes plus anciennes`, exact: true })).toBeVisible()
  await expect(linesOf(page)).toHaveCount(30)
}
