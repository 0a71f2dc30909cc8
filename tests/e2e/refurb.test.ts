import { expect, test } from 'playwright/test'
import { stockCode } from '#domain/item/resolve-code.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { askToCancelStep, validateStep } from '#tests/support/floor-story.ts'
import { badgeOf } from '#tests/support/handheld.ts'
import { expectSoundScreen, smallTargets } from '#tests/support/screen-audit.ts'
import { doubleTap, tapAsPerson, typeAsScanner } from '#tests/support/wedge.ts'
import { calm, prepareWorkshop } from '#tests/support/workshop.ts'
import { takePicture } from '#tests/support/pictures.ts'

const { app, product, stockId, stored, history, ready } = prepareWorkshop()

test('a product is diagnosed and refurbished offline, by scanner alone, through a killed browser', async () => {
  test.setTimeout(240_000)
  const item = await product(`status = 'item_completed'`)
  const bench = await stockId('Établi réparation')
  const finish = await stockId('Nettoyage et emballage')
  const theirs = await stockId('À contrôler', app().warehouses[1])
  const device = await ready('warehouse_operator')
  try {
    await device.offline(true)
    let page = device.page()
    await page.goto('/refurb-diagnosis/start')
    await expect(page.getByText('Scannez le produit à diagnostiquer')).toBeVisible()
    await typeAsScanner(page, item.code)
    await expect(page.getByText('Question 1 sur 5')).toBeVisible()
    await typeAsScanner(page, 'RPR:B')
    await expect(page.getByRole('heading', { name: 'Santé de la batterie' })).toBeVisible()
    await typeAsScanner(page, 'RPR:C')
    await expect(page.getByRole('heading', { name: 'État de l’écran' })).toBeVisible()

    await device.kill()
    page = await device.start({ offline: true })
    await page.goto(`/warehouse/refurb-diagnosis/${item.id}`)
    await expect(page.getByRole('heading', { name: 'État de l’écran' })).toBeVisible({ timeout: 30_000 })
    await typeAsScanner(page, 'RPR:CANCEL')
    await expect(page.getByRole('button', { name: 'Moins de 70 %, ou gonflée' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await typeAsScanner(page, 'RPR:NEXT')
    await typeAsScanner(page, 'RPR:A')
    await expect(page.getByText('Plusieurs réponses possibles')).toBeVisible()
    await typeAsScanner(page, 'RPR:B')
    await expect(page.getByRole('button', { name: 'Coque ou grilles sales' })).toHaveAttribute('aria-pressed', 'true')
    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByText('Question 5 sur 5')).toBeVisible()
    await typeAsScanner(page, 'RPR:A')

    await expect(page.getByRole('heading', { name: '3 étapes à réaliser' })).toBeVisible()
    await expect(page.getByText('28,90')).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Où posez-vous le produit ?')).toBeVisible()
    await typeAsScanner(page, stockCode(bench))
    await expect(page.getByRole('heading', { name: 'Diagnostic terminé' })).toBeVisible()
    await typeAsScanner(page, 'RPR:START')

    await expect(page.getByRole('button', { name: 'Remplacement de la batterie' })).toBeVisible()
    await typeAsScanner(page, 'RPR:A')
    await expect(page.getByRole('heading', { name: 'Effacement des données' })).toBeVisible()
    // Another bench and another product stop the operator before anything is captured.
    await typeAsScanner(page, stockCode(finish))
    await expect(page.getByRole('alert')).toContainText('Mauvais stock')
    await typeAsScanner(page, stockCode(theirs))
    await expect(page.locator('[data-tone="elsewhere"][data-stays]')).toContainText('Autre entrepôt')
    await expect(page.getByRole('alert')).toContainText('Atelier Lille')
    await typeAsScanner(page, '12345670')
    await expect(page.getByRole('alert')).toContainText('Autre produit')
    await typeAsScanner(page, stockCode(bench))
    await expect(page.getByText('En cours', { exact: true })).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText('0:02', { timeout: 10_000 })
    await typeAsScanner(page, 'RPR:PAUSE')
    await expect(page.getByText('En pause', { exact: true }).first()).toBeVisible()
    await calm(page)
    await typeAsScanner(page, 'RPR:START')
    await expect(page.getByText('En cours', { exact: true })).toBeVisible()
    await validateStep(page, 'Effacement des données')

    await askToCancelStep(page, 'Remplacement de la batterie')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Un motif est nécessaire.')).toBeVisible()
    await typeAsScanner(page, 'RPR:A')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByRole('button', { name: 'Remplacement de la batterie' })).toContainText('Annulée')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByRole('alert')).toContainText('Étapes non confirmées')
    // What stands over the screen is answered before the screen is.
    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Remplacement de la batterie' })).toBeVisible()

    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByRole('heading', { name: 'Nettoyage et désinfection' })).toBeVisible()
    await typeAsScanner(page, 'RPR:START')
    await expect(page.getByText('En cours', { exact: true })).toBeVisible()
    // The latest action is put back, and done again.
    await typeAsScanner(page, 'RPR:UNDO')
    await expect(page.getByText('À faire', { exact: true })).toBeVisible()
    await typeAsScanner(page, stockCode(finish))
    await expect(page.getByText('En cours', { exact: true })).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await typeAsScanner(page, stockCode(finish))
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByRole('button', { name: 'Confirmer les étapes' })).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/completed?*')
    await expect(page.getByRole('heading', { name: 'Reconditionnement terminé' })).toBeVisible()
    // The next product is in the hand already.
    const next = await product(`status = 'item_refurb_in_progress'`)
    await typeAsScanner(page, next.code)
    await page.waitForURL(`**/items/${next.id}`)

    expect((await stored(item.id)).status).toBe('item_completed')
    await device.offline(false)
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 30_000 })
    await expect.poll(async () => (await stored(item.id)).status).toBe('item_refurb_completed')
    const { steps } = await stored(item.id)
    expect(steps?.map(({ name, status, comment }) => [name, status, comment])).toEqual([
      ['Effacement des données', 'completed', null],
      ['Remplacement de la batterie', 'cancelled', 'Pièce indisponible'],
      ['Nettoyage et désinfection', 'completed', null],
    ])
    expect(steps?.[0]?.workedMs).toBeGreaterThanOrEqual(2000)
    expect(steps?.[0]?.workedMs).toBeLessThan(60_000)
    expect((await history(item.id)).slice(-11)).toEqual(
      [
        'refurb_diagnosis_start',
        'refurb_diagnosis_end',
        'refurb_step_start',
        'refurb_step_pause',
        'refurb_step_resume',
        'refurb_step_complete',
        'refurb_step_cancel',
        'refurb_step_start',
        'undo_refurb_step',
        'refurb_step_start',
        'refurb_step_complete',
        'refurb_confirm',
      ].slice(-11),
    )
  } finally {
    await device.close()
  }
})

test('two operators on one step: the second is told, sees the present state, and goes on', async () => {
  test.setTimeout(180_000)
  const item = await product(`status = 'item_refurb_in_progress' and jsonb_array_length(facts -> 'steps') > 1`)
  const { rows: people } = await app().owner.query<{ name: string }>(
    `select first_name || ' ' || last_name as name from user_account where email = 'warehouse_operator@demo.example'`,
  )
  const faster = people[0]!.name
  const first = await ready('warehouse_operator')
  const second = await ready('warehouse_operator_2')
  try {
    for (const device of [first, second]) {
      await navigateInApp(device.page(), `/warehouse/item-refurb-steps/items/${item.id}`)
      await tapAsPerson(device.page().getByRole('list', { name: 'Étapes du produit' }).getByRole('button').first())
      await expect(device.page().getByRole('button', { name: 'Je suis à ce stock' })).toBeVisible()
    }
    await second.offline(true)
    await tapAsPerson(second.page().getByRole('button', { name: 'Je suis à ce stock' }))
    await expect(second.page().getByText('En cours', { exact: true })).toBeVisible()
    await tapAsPerson(second.page().getByRole('button', { name: 'Pause' }))

    await tapAsPerson(first.page().getByRole('button', { name: 'Annuler l’étape' }))
    await tapAsPerson(first.page().getByRole('button', { name: 'Étape inutile' }))
    await tapAsPerson(first.page().getByRole('dialog').getByRole('button', { name: 'Annuler l’étape' }))
    await expect.poll(async () => (await stored(item.id)).steps?.[0]?.status).toBe('cancelled')

    await second.offline(false)
    const page = second.page()
    await expect(page.getByRole('heading', { name: '« Démarrer » n’a pas été appliqué' })).toBeVisible({
      timeout: 30_000,
    })
    await expectSoundScreen(page, 'item-refurb-step: the stop')
    await page.getByRole('button', { name: 'J’ai compris' }).click()
    await expect(page.getByText('Annulée', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(`Par ${faster}, le`, { exact: false })).toBeVisible()
    await calm(page)
    await takePicture(page, 'item-refurb-step-conflict-360.png')
    await expectSoundScreen(page, 'item-refurb-step: the conflict')
    expect(await smallTargets(page)).toEqual([])
    await tapAsPerson(page.getByRole('button', { name: 'Écarter mon action' }))
    await expect(page.getByRole('heading', { name: '« Démarrer » n’a pas été appliqué' })).toBeHidden()
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 20_000 })

    // While the second looks on, the first acts: the second sees who was faster without asking.
    await page.getByRole('button', { name: 'Voir les étapes' }).click()
    for (const device of [first, second]) {
      await navigateInApp(device.page(), `/warehouse/item-refurb-steps/items/${item.id}`)
      await tapAsPerson(device.page().getByRole('list', { name: 'Étapes du produit' }).getByRole('button').nth(1))
      await expect(device.page().getByRole('button', { name: 'Je suis à ce stock' })).toBeVisible()
    }
    await expect(page.getByText('À faire', { exact: true })).toBeVisible()
    await tapAsPerson(first.page().getByRole('button', { name: 'Je suis à ce stock' }))
    await expect(page.getByRole('alert')).toContainText(`${faster} vient de modifier`, { timeout: 40_000 })
    await expect(page.getByText(faster, { exact: true })).toBeVisible()
  } finally {
    await first.close()
    await second.close()
  }
})

test('every screen passes axe, fits 360 × 640 and is pictured, and takes a double tap for one', async () => {
  test.setTimeout(240_000)
  const device = await ready('warehouse_operator')
  const page = device.page()
  const check = async (screen: string): Promise<void> => {
    await calm(page)
    await takePicture(page, `${screen}-360.png`)
    await expectSoundScreen(page, screen)
    expect(await smallTargets(page), screen).toEqual([])
  }
  const chosen = page.getByRole('main').locator('[aria-pressed=true]')
  /** Taps twice; the second tap answers nothing of the question that comes next. */
  const tapTwice = async (answer: string, next: string): Promise<void> => {
    await doubleTap(page.getByRole('button', { name: answer }))
    await expect(page.getByText(next)).toBeVisible()
    await page.waitForTimeout(300)
    await expect(page.getByText(next)).toBeVisible()
    await expect(chosen).toHaveCount(0)
  }
  try {
    const item = await product(`status = 'item_completed'`)
    await navigateInApp(page, '/refurb-diagnosis/start')
    await expect(page.getByText('Scannez le produit à diagnostiquer')).toBeVisible()
    await check('refurb-diagnosis-start')
    await typeAsScanner(page, '29999993')
    await page.getByRole('button', { name: 'J’ai compris' }).click()
    await check('refurb-diagnosis-unknown')
    await typeAsScanner(page, item.code)
    await expect(page.getByText('Question 1 sur 5')).toBeVisible()
    await check('refurb-diagnosis-questions')
    await tapTwice('Données ou compte présents', 'Question 2 sur 5')
    await tapTwice('Moins de 70 %, ou gonflée', 'Question 3 sur 5')
    await tapTwice('Micro-rayures', 'Question 4 sur 5')
    await tapAsPerson(page.getByRole('button', { name: 'Charge instable' }))
    await check('refurb-diagnosis-several')
    // A question of several answers is not passed by the second tap on the way to it.
    await tapTwice('Suivant', 'Question 5 sur 5')
    await doubleTap(page.getByRole('button', { name: 'À emballer' }))
    await expect(page.getByRole('heading', { name: '5 étapes à réaliser' })).toBeVisible()
    await check('refurb-diagnosis-summary')
    await doubleTap(page.getByRole('button', { name: 'Choisir le stock' }))
    await expect(page.getByText('Où posez-vous le produit ?')).toBeVisible()
    await check('refurb-diagnosis-stock')
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 20_000 })
    expect((await stored(item.id)).status).toBe('item_refurb_diagnostic_in_progress')

    // Its start is undone once, by a hand that has read what goes with it.
    await navigateInApp(page, `/refurb-diagnosis/${item.id}/questions`)
    await calm(page)
    await doubleTap(page.getByRole('button', { name: 'Annuler le démarrage' }))
    await expect(page.getByText('5 réponses sont effacées')).toBeVisible()
    await doubleTap(page.getByRole('button', { name: 'Effacer les réponses' }))
    await expect(page.getByText('Scannez le produit à diagnostiquer')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 20_000 })
    await expect.poll(async () => (await stored(item.id)).status).toBe('item_completed')

    await typeAsScanner(page, item.code)
    for (const answer of ['Données ou compte présents', 'Moins de 70 %, ou gonflée', 'Micro-rayures'])
      await tapAsPerson(page.getByRole('button', { name: answer }))
    await tapAsPerson(page.getByRole('button', { name: 'Suivant' }))
    await tapAsPerson(page.getByRole('button', { name: 'À emballer' }))
    await tapAsPerson(page.getByRole('button', { name: 'Choisir le stock' }))
    await tapAsPerson(page.getByRole('button', { name: 'Valider le diagnostic' }))
    await expect(page.getByRole('heading', { name: 'Diagnostic terminé' })).toBeVisible()
    await check('refurb-diagnosis-finalized')
    await navigateInApp(page, '/warehouse/item-refurb-steps')
    await page.waitForURL('**/search')
    await expect(page.getByText('Scannez le produit à reconditionner')).toBeVisible()
    await check('item-refurb-steps-search')
    await typeAsScanner(page, item.code)
    await expect(page.getByRole('button', { name: 'Étape suivante' })).toBeVisible()
    await check('item-refurb-steps')
    await tapAsPerson(page.getByRole('button', { name: 'Étape suivante' }))
    await expect(page.getByRole('heading', { name: 'Effacement des données' })).toBeVisible()
    await expect(page.getByText('À faire', { exact: true })).toBeVisible()
    await check('item-refurb-step-to-do')
    await tapAsPerson(page.getByRole('button', { name: 'Je suis à ce stock' }))
    await expect(page.getByText('En cours', { exact: true })).toBeVisible()
    await check('item-refurb-step')
    await tapAsPerson(page.getByRole('button', { name: 'Annuler l’étape' }))
    await expect(page.getByRole('textbox', { name: 'Motif' })).toBeVisible()
    await check('item-refurb-step-cancel')
    await page.keyboard.press('Escape')
    await tapAsPerson(page.getByRole('button', { name: 'Valider l’étape' }))
    await check('item-refurb-step-complete')
    await navigateInApp(
      page,
      `/warehouse/item-refurb-steps/completed?identificationNumber=${item.code}&stockName=Bac%2012`,
    )
    await expect(page.getByText('Bac 12')).toBeVisible()
    await check('item-refurb-steps-completed')
  } finally {
    await device.close()
  }
})
