import { expect, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import {
  badgeOf,
  type Handheld,
  linesOf,
  scanAll,
  signInAtCheckIn,
  signInOn,
  startAtCheckIn,
  startHandheld,
} from '#tests/support/handheld.ts'
import { expectSoundScreen, smallTargets } from '#tests/support/screen-audit.ts'
import { fillSignIn } from '#tests/support/shell.ts'
import { pressAsPerson, typeAsScanner } from '#tests/support/wedge.ts'
import { takePicture } from '#tests/support/pictures.ts'

let app: AppServer

prepareApp(1500, (started) => (app = started))

test.describe('one product at a time', () => {
  let device: Handheld
  let page: Page
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    device = await startHandheld({ baseURL: app.url })
    page = device.page()
    await signInAtCheckIn(page, 'warehouse_operator')
  })
  test.afterAll(async () => {
    await device.close()
  })

  test('is found by the query, confirmed by Enter, undone and confirmed by its command barcode', async () => {
    const [item] = await app.itemsInTransit(app.warehouses[0], 1)
    await page.goto(`/warehouse/confirmation-checkin?buybackIdentificationNumber=${item!.buybackCode}`)
    await expect(page.getByText('pour être contrôlé')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Stock : À contrôler')).toBeVisible()
    await expectSoundScreen(page, 'confirmation: done')
    await typeAsScanner(page, 'RPR:UNDO')
    await expect(page.getByText('Réception annulée')).toBeVisible()
    await typeAsScanner(page, 'RPR:NEXT')
    await typeAsScanner(page, item!.code)
    await expect(page.getByText('pour être contrôlé')).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Stock : À contrôler')).toBeVisible()
    const [row] = await statusOf(item!.id)
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 15_000 })
    expect(row).toBeDefined()
    await expect.poll(async () => (await statusOf(item!.id))[0]).toBe('item_awaiting_compliancy_tests')
  })

  test('is found by its id in the path', async () => {
    const [item] = await app.itemsInTransit(app.warehouses[0], 1)
    await page.goto(`/warehouse/confirmation-checkin/${item!.id}`)
    await expect(page.getByRole('button', { name: 'Valider la réception' })).toBeVisible()
  })

  test('asks for 8 or 13 digits (WH-09)', async () => {
    await page.goto('/warehouse/confirmation-checkin')
    await page.getByRole('button', { name: 'Chercher' }).click()
    await expect(page.getByRole('alert')).toContainText('Saisissez un code')
    await page.getByLabel('Code de reprise').fill('123')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('8 ou 13 chiffres')
    await page.getByLabel('Code de reprise').fill('ABCDEFGH')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('que des chiffres')
  })

  test('has a text of its own for each lookup error (WH-10, WH-11, WH-12)', async () => {
    await page.goto('/warehouse/confirmation-checkin')
    await expect(page.getByLabel('Code de reprise')).toBeVisible()
    await typeAsScanner(page, '29999993')
    await expect(page.getByRole('alert')).toContainText('Code non reconnu')
    await expectSoundScreen(page, 'confirmation: unknown')
    await typeAsScanner(page, '2999999')
    await expect(page.getByRole('alert')).toContainText('n’a pas la longueur d’un code')
    const [foreign] = await app.itemsInTransit(app.warehouses[1], 1)
    await typeAsScanner(page, foreign!.code)
    await expect(page.getByRole('alert')).toContainText('Non attribué à cet atelier')
    await expect(page.getByRole('alert')).toContainText('Atelier Lille')
    // The colour of a wrong warehouse fills the screen, and a press takes it away before it confirms anything.
    const stop = page.locator('[data-tone="elsewhere"][data-stays]')
    expect(await stop.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
    await expect(stop).toHaveCSS('background-color', 'rgb(77, 42, 147)')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(stop).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Valider la réception' })).toBeVisible()
    const awaiting = await codeWhere(`status = 'item_awaiting_store_drop' and destination_warehouse_id = $1`)
    await typeAsScanner(page, awaiting)
    await expect(page.getByRole('alert')).toContainText('Produit non enregistré')
    const elsewhere = await codeWhere(`status like 'item_completed%' and warehouse_id <> $1`)
    await typeAsScanner(page, elsewhere)
    await expect(page.getByRole('alert')).toContainText('Autre entrepôt')
    await expect(page.getByRole('alert')).toContainText('en stock à Atelier Lille, au statut')
  })
})

test('a code that several products share asks which one, and exactly the chosen one is checked in', async () => {
  const imei = '356938035643809'
  // From the other end than the other tests take theirs.
  const items = (await app.itemsInTransit(app.warehouses[0], 100)).slice(97)
  await app.owner.query(`update item set imei = $1 where id = any($2::uuid[])`, [imei, items.map(({ id }) => id)])
  const since = new Date()
  const { device, page } = await startAtCheckIn(app.url)
  try {
    await typeAsScanner(page, imei)
    const question = page.getByRole('dialog', { name: 'Quel produit ?' })
    const choices = question.getByRole('listitem').getByRole('button')
    await expect(choices).toHaveCount(3)
    await takePicture(page, `360-light-choose.png`)
    const texts = await choices.allTextContents()
    const [first, second, third] = texts.map((text) => items.find(({ code }) => text.includes(groupCode(code)))!)
    await pressAsPerson(page, '2')
    await expect(question).toBeHidden()
    await expect(linesOf(page)).toHaveCount(1)
    await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 15_000 })

    await expect.poll(() => checkedIn(since)).toEqual([second!.id])

    // Offline, by Tab and Enter, and then by another code of the product.
    await device.offline(true)
    await typeAsScanner(page, imei)
    await expect(choices).toHaveCount(3)
    await takePicture(page, `360-light-choose-again.png`)
    await question.getByRole('button', { name: groupCode(third!.code) }).focus()
    await pressAsPerson(page, 'Enter')
    await expect(question).toBeHidden()
    await expect(linesOf(page)).toHaveCount(2)
    await typeAsScanner(page, imei)
    await expect(choices).toHaveCount(3)
    await typeAsScanner(page, first!.code)
    await expect(question).toBeHidden()
    await expect(linesOf(page)).toHaveCount(3)
    await device.offline(false)
    await expect.poll(() => checkedIn(since), { timeout: 15_000 }).toEqual([second!.id, third!.id, first!.id])
    await expect(badgeOf(page)).toContainText('Tout est envoyé')
  } finally {
    await device.close()
  }
})

test('a product in the stock of another warehouse stops the round in the colour of a wrong warehouse', async () => {
  const { device, page } = await startAtCheckIn(app.url)
  try {
    await typeAsScanner(page, await codeWhere(`status like 'item_completed%' and warehouse_id <> $1`))
    const stop = page.locator('[data-tone="elsewhere"][data-stays]')
    await expect(stop).toContainText('Autre entrepôt')
    await expect(stop).toContainText('Atelier Lille')
    await expect(stop).toHaveCSS('background-color', 'rgb(77, 42, 147)')
    expect(await stop.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
    await expectSoundScreen(page, 'check-in: stop at another warehouse')
    await page.getByRole('button', { name: 'J’ai compris' }).click()
    await expect(stop).toHaveCount(0)
    await expect(linesOf(page).first()).toContainText('Autre entrepôt')
  } finally {
    await device.close()
  }
})

test('where check-in is disabled both routes lead home, for administrators they do not', async () => {
  const start = () => startHandheld({ baseURL: app.url })
  const [device, ...others] = [await start(), await start(), await start()]
  try {
    await setRequirement('disabled')
    const [named] = await app.itemsInTransit(app.warehouses[0], 1)
    for (const [at, name] of ['warehouse_operator', 'warehouse_manager'].entries()) {
      const their = others[at]!.page()
      await signInOn(their, name, null)
      for (const path of ['checkin', 'confirmation-checkin', `confirmation-checkin/${named!.id}`]) {
        await their.goto(`/warehouse/${path}`)
        await their.waitForURL('**/home')
      }
    }
    const page = device.page()
    await signInOn(page, 'admin')
    const [item, looked] = (await app.itemsInTransit(app.warehouses[1], 3)).slice(1)
    await page.goto('/warehouse/confirmation-checkin')
    await expect(page.getByRole('button', { name: 'Atelier Lille' })).toBeVisible()
    await expectSoundScreen(page, 'an administrator’s choice of the warehouse')
    await page.getByRole('button', { name: 'Atelier Lille' }).click()
    // Before the copy of this warehouse has come: the product is recognised as soon as it has.
    await expect(page.getByLabel('Code de reprise')).toBeVisible()
    await typeAsScanner(page, looked!.code)
    await expect(page.getByText('pour être contrôlé')).toBeVisible({ timeout: 20_000 })
    await pressAsPerson(page, 'Enter')
    await expect(page.getByRole('button', { name: 'Valider la réception' })).toBeHidden()
    await expect.poll(async () => (await statusOf(looked!.id))[0]).toBe('item_awaiting_compliancy_tests')
    await page.goto('/warehouse/checkin')
    await expect(page.getByText('La série commence au premier scan', { exact: false })).toBeVisible({ timeout: 20_000 })
    await typeAsScanner(page, item!.code)
    await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 15_000 })
    await page.reload()
    await expect(linesOf(page)).toHaveCount(1)
  } finally {
    await setRequirement('optional')
    await device.close()
    for (const other of others) await other.close()
  }
})

for (const { ended, tables, from } of [
  { ended: 'session', tables: ['session', 'device_grant'], from: 10 },
  { ended: 'grant of this device', tables: ['device_grant'], from: 12 },
]) {
  test(`an ended ${ended} shows in the badge without a modal, capture goes on, and a new sign-in sends it`, async () => {
    const [item] = (await app.itemsInTransit(app.warehouses[0], 20)).slice(from)
    const { device, page } = await startAtCheckIn(app.url)
    try {
      for (const table of tables) await app.owner.query(`delete from ${table}`)
      await badgeOf(page).click()
      await page.getByRole('button', { name: 'Synchroniser maintenant' }).click()
      await page.keyboard.press('Escape')
      await typeAsScanner(page, item!.code)
      await expect(linesOf(page)).toHaveCount(1)
      await expect(badgeOf(page)).toContainText('Reconnexion nécessaire', { timeout: 20_000 })
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await badgeOf(page).click()
      await page.getByRole('button', { name: 'Se reconnecter' }).click()
      await fillSignIn(page, 'warehouse_operator@demo.example')
      await page.waitForURL('**/warehouse/checkin')
      await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 20_000 })
      await expect(badgeOf(page)).toContainText('Tout est envoyé')
    } finally {
      await device.close()
    }
  })
}

test('a server that no longer speaks with this version says so in the badge, and capture goes on', async () => {
  const [item] = (await app.itemsInTransit(app.warehouses[0], 20)).slice(14)
  const { device, page } = await startAtCheckIn(app.url)
  try {
    const json = { code: 'SYNC_PROTOCOL_UNSUPPORTED', message: '' }
    await device.context().route('**/api/sync/push', (route) => route.fulfill({ status: 426, json }))
    await typeAsScanner(page, item!.code)
    await expect(badgeOf(page)).toContainText('Mise à jour nécessaire')
    await expect(linesOf(page)).toHaveCount(1)
    await badgeOf(page).click()
    await expectSoundScreen(page, 'update needed')
    await page.getByRole('button', { name: 'Chercher la mise à jour' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(badgeOf(page)).toContainText('1 en attente')
  } finally {
    await device.close()
  }
})

for (const look of [
  { name: '360-light', width: 360, height: 640, colorScheme: 'light' },
  { name: '820-dark', width: 820, height: 1180, colorScheme: 'dark' },
] as const) {
  test(`every screen passes axe and is pictured: ${look.name}`, async () => {
    test.setTimeout(240_000)
    const items = (await app.itemsInTransit(app.warehouses[0], 60)).slice(look.width === 360 ? 20 : 40)
    const [foreign] = (await app.itemsInTransit(app.warehouses[1], 8)).slice(look.width === 360 ? 4 : 6)
    const device = await startHandheld({
      baseURL: app.url,
      viewport: { width: look.width, height: look.height },
      colorScheme: look.colorScheme,
    })
    const page = device.page()
    const check = async (screen: string): Promise<void> => {
      await page.waitForTimeout(250)
      await takePicture(page, `${look.name}-${screen}.png`)
      await expectSoundScreen(page, screen)
      expect(await smallTargets(page), screen).toEqual([])
    }
    try {
      await signInAtCheckIn(page, 'warehouse_operator_2')
      await check('empty')
      await typeAsScanner(page, items[0]!.code)
      await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 15_000 })
      await page.waitForTimeout(1200)
      await check('accepted')
      await typeAsScanner(page, foreign!.code)
      await expect(page.getByRole('alert')).toContainText('Atelier Lille')
      await check('forward')
      await typeAsScanner(page, '29999993')
      await expect(badgeOf(page)).toContainText('à traiter', { timeout: 15_000 })
      await expect(page.locator('body > [data-tone="attention"]')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await check('refused')
      await device.offline(true)
      await scanAll(
        page,
        items.slice(1, 13).map(({ code }) => code),
      )
      await expect(badgeOf(page)).toContainText('12 en attente')
      await page.waitForTimeout(1200)
      await check('offline')
      await linesOf(page).first().getByRole('button').click()
      await check('line')
      await page.keyboard.press('Escape')
      await badgeOf(page).click()
      await check('connection')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Réglages' }).click()
      await check('settings')
      await page.keyboard.press('Escape')
      await page.getByRole('contentinfo').getByRole('button', { name: 'Terminer' }).click()
      await check('end-refused')
      await page.getByRole('button', { name: 'Ouvrir « À traiter »' }).click()
      await check('attention')
      await page.getByRole('button', { name: /^Traiter/ }).click()
      await check('settle')
      await page.getByRole('button', { name: 'Écarter' }).click()
      await check('discard')
      await page.getByRole('button', { name: 'Scanné deux fois' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Écarter' }).click()
      await page.getByRole('button', { name: 'Retour', exact: true }).click()
      await page.getByRole('contentinfo').getByRole('button', { name: 'Terminer' }).click()
      await check('end')
      await page.getByRole('dialog').getByRole('textbox').fill('9')
      await page.keyboard.press('Enter')
      await check('end-difference')
      await page.goto('/warehouse/confirmation-checkin')
      await check('confirmation')
      await typeAsScanner(page, items[14]!.buybackCode)
      await expect(page.getByText('pour être contrôlé')).toBeVisible()
      await check('confirmation-card')
    } finally {
      await device.close()
    }
  })
}

async function checkedIn(since: Date): Promise<readonly string[]> {
  return (await app.checkIns(since)).map(({ itemId }) => itemId)
}

async function statusOf(itemId: string): Promise<readonly string[]> {
  const found = await app.owner.query<{ status: string }>(`select status from item where id = $1`, [itemId])
  return found.rows.map(({ status }) => status)
}

async function codeWhere(condition: string): Promise<string> {
  const found = await app.owner.query<{ code: string }>(
    `select identification_number as code from item
      where ${condition} and account_id = (select account_id from organization where id = $1) limit 1`,
    [app.warehouses[0]],
  )
  return found.rows[0]!.code
}

async function setRequirement(requirement: string): Promise<void> {
  await app.owner.query(
    `update organization_root_detail set warehouse_checkin_requirement = $1
      where account_id = (select account_id from organization where id = $2)`,
    [requirement, app.warehouses[0]],
  )
}
