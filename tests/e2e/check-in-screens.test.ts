import { expect, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import {
  badgeOf,
  linesOf,
  scanAll,
  signInAtCheckIn,
  signInOn,
  startAtCheckIn,
  startHandheld,
} from '#tests/support/handheld.ts'
import { expectSoundScreen, layoutScope, setLight, smallTargets, standsStill } from '#tests/support/screen-audit.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { fillSignIn } from '#tests/support/sign-in.ts'
import { pressAsPerson, typeAsScanner } from '#tests/support/wedge.ts'
import { takePicture } from '#tests/support/pictures.ts'

let app: AppServer

prepareApp(1500, (started) => (app = started))

test('a round asks which of several products is meant, stops at another warehouse, and goes on by an old app', async () => {
  const imei = '356938035643809'
  // From the other end than the other tests take theirs.
  const all = await app.itemsInTransit(app.warehouses[0], 100)
  const [items, later] = [all.slice(97), all[96]!]
  await app.owner.query(`update item set imei = $1 where id = any($2::uuid[])`, [imei, items.map(({ id }) => id)])
  const since = new Date()
  const { device, page } = await startAtCheckIn(app.url)
  try {
    await test.step('exactly the chosen product of a shared code is checked in', async () => {
      await typeAsScanner(page, imei)
      const question = page.getByRole('dialog', { name: 'Quel produit ?' })
      const choices = question.getByRole('listitem').getByRole('button')
      await expect(choices).toHaveCount(3)
      await takePicture(page, `360-light-choose.png`)
      const texts = await choices.allTextContents()
      const [first, second] = texts.map((text) => items.find(({ code }) => text.includes(groupCode(code)))!)
      await pressAsPerson(page, '2')
      await expect(question).toBeHidden()
      await expect(linesOf(page)).toHaveCount(1)
      await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 15_000 })
      await expect.poll(() => checkedIn(since)).toEqual([second!.id])

      // Offline, by another code of the product.
      await device.offline(true)
      await typeAsScanner(page, imei)
      await expect(choices).toHaveCount(3)
      await typeAsScanner(page, first!.code)
      await expect(question).toBeHidden()
      await expect(linesOf(page)).toHaveCount(2)
      await device.offline(false)
      await expect.poll(() => checkedIn(since), { timeout: 15_000 }).toEqual([second!.id, first!.id])
      await expect(badgeOf(page)).toContainText('Tout est envoyé')
    })

    await test.step('the colour of a wrong warehouse fills the screen until it is acknowledged', async () => {
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
    })

    await test.step('a server that no longer speaks with this version says so in the badge', async () => {
      const json = { code: 'SYNC_PROTOCOL_UNSUPPORTED', message: '' }
      await device.context().route('**/api/sync/push', (route) => route.fulfill({ status: 426, json }))
      await typeAsScanner(page, later.code)
      await expect(badgeOf(page)).toContainText('Mise à jour nécessaire')
      await expect(linesOf(page)).toHaveCount(4)
      await badgeOf(page).click()
      await expectSoundScreen(page, 'update needed')
      await page.getByRole('button', { name: 'Chercher la mise à jour' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(badgeOf(page)).toContainText('1 en attente')
    })
  } finally {
    await device.close()
  }
})

test('an administrator chooses a warehouse and works on both routes of a check-in that is disabled', async () => {
  const device = await startHandheld({ baseURL: app.url })
  try {
    await setRequirement('disabled')
    const page = device.page()
    await signInOn(page, 'admin', null)
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
    await navigateInApp(page, '/warehouse/checkin')
    await expect(page.getByText('La série commence au premier scan', { exact: false })).toBeVisible({ timeout: 20_000 })
    await typeAsScanner(page, item!.code)
    await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 15_000 })
    await page.reload()
    await expect(linesOf(page)).toHaveCount(1)
  } finally {
    await setRequirement('optional')
    await device.close()
  }
})

test('an ended session or grant shows in the badge without a modal, and a new sign-in sends what was captured', async () => {
  const items = (await app.itemsInTransit(app.warehouses[0], 20)).slice(10)
  const { device, page } = await startAtCheckIn(app.url)
  try {
    for (const [at, tables] of [['session', 'device_grant'], ['device_grant']].entries()) {
      await test.step(`without ${tables.join(' and ')}`, async () => {
        for (const table of tables) await app.owner.query(`delete from ${table}`)
        await badgeOf(page).click()
        await page.getByRole('button', { name: 'Synchroniser maintenant' }).click()
        await page.keyboard.press('Escape')
        await typeAsScanner(page, items[at]!.code)
        await expect(linesOf(page)).toHaveCount(at + 1)
        await expect(badgeOf(page)).toContainText('Reconnexion nécessaire', { timeout: 20_000 })
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await badgeOf(page).click()
        await page.getByRole('button', { name: 'Se reconnecter' }).click()
        await fillSignIn(page, 'warehouse_operator@demo.example')
        await page.waitForURL('**/warehouse/checkin')
        await expect(linesOf(page)).toHaveCount(at + 1)
        await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 20_000 })
        await expect(badgeOf(page)).toContainText('Tout est envoyé')
      })
    }
  } finally {
    await device.close()
  }
})

test('every screen passes axe, has large targets and is pictured, with the confirmation of one product; in the dark it has contrast (WH-03)', async () => {
  test.setTimeout(180_000)
  const items = (await app.itemsInTransit(app.warehouses[0], 60)).slice(20)
  const [foreign] = (await app.itemsInTransit(app.warehouses[1], 8)).slice(4)
  const device = await startHandheld({ baseURL: app.url })
  const page = device.page()
  const check = async (screen: string): Promise<void> => {
    await standsStill(page)
    await takePicture(page, `360-light-${screen}.png`)
    await expectSoundScreen(page, screen)
    expect(await smallTargets(page), screen).toEqual([])
  }
  /** The same screen on a dark tablet: the elements are those of the phone, their colours and places are not. */
  const checkInTheDark = async (screen: string): Promise<void> => {
    await setLight(page, 'dark')
    await page.setViewportSize({ width: 820, height: 1180 })
    await standsStill(page)
    await takePicture(page, `820-dark-${screen}.png`)
    await expectSoundScreen(page, `${screen} in the dark`, { rules: ['color-contrast', ...layoutScope.rules!] })
    expect(await smallTargets(page), screen).toEqual([])
    await setLight(page, 'light')
    await page.setViewportSize({ width: 360, height: 640 })
  }
  try {
    await signInAtCheckIn(page, 'warehouse_operator_2')
    await check('empty')
    await typeAsScanner(page, items[0]!.code)
    await expect(linesOf(page).first()).toContainText('Confirmé', { timeout: 15_000 })
    await passedColour(page)
    await typeAsScanner(page, foreign!.code)
    await expect(page.getByRole('alert')).toContainText('Atelier Lille')
    await check('forward')
    await checkInTheDark('forward')
    // In big letters until the next scan.
    await typeAsScanner(page, '29999993')
    await expect(page.getByRole('alert').filter({ hasText: 'Atelier Lille' })).toHaveCount(0)
    await expect(badgeOf(page)).toContainText('à traiter', { timeout: 15_000 })
    await expect(page.locator('body > [data-tone="attention"]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await device.offline(true)
    await scanAll(
      page,
      items.slice(1, 5).map(({ code }) => code),
    )
    await expect(badgeOf(page)).toContainText('4 en attente')
    await passedColour(page)
    await check('offline')
    await checkInTheDark('offline')
    await linesOf(page).first().getByRole('button').click()
    await check('line')
    await page.keyboard.press('Escape')
    await badgeOf(page).click()
    await check('connection')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Réglages' }).click()
    await check('settings')
    await checkInTheDark('settings')
    await page.keyboard.press('Escape')
    await page.getByRole('contentinfo').getByRole('button', { name: 'Terminer' }).click()
    await check('end-refused')
    await page.getByRole('button', { name: 'Ouvrir « À traiter »' }).click()
    await expect(page.getByRole('button', { name: /^Traiter/ })).toBeVisible()
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
    await checkInTheDark('end-difference')
    await page.keyboard.press('Escape')
    // One product alone: found by the address, confirmed by Enter, undone, and confirmed by its command barcode.
    const item = items[14]!
    await navigateInApp(page, `/warehouse/confirmation-checkin?buybackIdentificationNumber=${item.buybackCode}`)
    await expect(page.getByText('pour être contrôlé')).toBeVisible()
    await check('confirmation-card')
    await device.offline(false)
    await pressAsPerson(page, 'Enter')
    await expect(page.getByText('Stock : À contrôler')).toBeVisible()
    await check('confirmation-done')
    await typeAsScanner(page, 'RPR:UNDO')
    await expect(page.getByText('Réception annulée')).toBeVisible()
    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByLabel('Code de reprise')).toBeVisible()
    await check('confirmation')
    await typeAsScanner(page, item.code)
    await expect(page.getByText('pour être contrôlé')).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Stock : À contrôler')).toBeVisible()
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 15_000 })
    await expect.poll(async () => (await statusOf(item.id))[0]).toBe('item_awaiting_compliancy_tests')
    await typeAsScanner(page, 'RPR:NEXT')
    await typeAsScanner(page, '29999993')
    await expect(page.getByRole('alert')).toContainText('Code non reconnu')
  } finally {
    await device.close()
  }
})

/** Waits until the colour of the last action has passed. */
const passedColour = (page: Page) => expect(page.locator('svg[width="112"]')).toHaveCount(0)

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
