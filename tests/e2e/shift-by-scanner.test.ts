import { expect, test, type Page } from 'playwright/test'
import { stockCode } from '#domain/item/resolve-code.ts'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import {
  addStock,
  answerAsDeclared,
  everythingSent,
  packageNumber,
  phonesInTransit,
  startWarehouseShift,
  stockNamed,
  taken,
  type DeclaredPhone,
} from '#tests/support/floor-story.ts'
import { badgeOf, linesOf } from '#tests/support/handheld.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

let app: AppServer

prepareApp(3000, (started) => (app = started))

interface Stored {
  readonly status: string
  readonly actions: readonly string[]
}

async function stored(phone: DeclaredPhone): Promise<Stored> {
  const { rows } = await app.owner.query<Stored>(
    `select i.status, (select array_agg(h.action order by h.server_at, h.id) from item_history h
       where h.item_id = i.id and h.op_id is not null) as actions from item i where i.id = $1`,
    [phone.id],
  )
  return rows[0]!
}

/** Counts touches and clicks of a page, whichever screen it shows. */
async function countTouches(page: Page): Promise<() => number> {
  let touches = 0
  await page.exposeFunction('countTouch', () => void touches++)
  await page.addInitScript(() => {
    const told = globalThis as unknown as { readonly countTouch: () => void }
    addEventListener('pointerdown', () => told.countTouch(), { capture: true })
  })
  return () => touches
}

const sees = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

test('a shift is done by scanner alone, and so is what goes wrong in it', async () => {
  test.setTimeout(400_000)
  const phones = await phonesInTransit(app, 4)
  const others = (await app.itemsInTransit(app.warehouses[0], 40)).filter(({ id }) =>
    phones.every((it) => it.id !== id),
  )
  const [gone, received] = [others.slice(0, 10), others.slice(10, 12)]
  const bin = await addStock(app, 'Bac du soir')
  const [first, second, third, mistaken] = phones
  const [foreign] = await app.itemsInTransit(app.warehouses[1], 1)
  const bench = await stockNamed(app, 'Établi réparation')
  const finish = await stockNamed(app, 'Nettoyage et emballage')
  const device = await startWarehouseShift(app, 'warehouse_operator')
  const page = device.page()
  const touches = await countTouches(page)
  const scan = (...codes: readonly string[]): Promise<void> =>
    codes.reduce((before, code) => before.then(() => typeAsScanner(page, code)), Promise.resolve())
  try {
    // The only address of the shift: where an operator is after signing in.
    await page.goto('/home')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await test.step('check-in: three products, one of another warehouse, and one scan undone', async () => {
      await scan('RPR:GO:CHECKIN')
      await sees(page, 'Scannez le premier produit')
      await scan(first!.code, second!.buybackCode, third!.code, mistaken!.code)
      await expect(linesOf(page)).toHaveCount(4)
      await scan('RPR:UNDO')
      await expect(linesOf(page).first()).toContainText('Annulé')
      await expect(page.getByTestId('count-codes')).toHaveText(/^3\D/)
      await scan(foreign!.code)
      await expect(page.getByRole('alert')).toContainText('Atelier Lille')
      await scan('RPR:CONFIRM')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await everythingSent(page)
      expect((await stored(mistaken!)).status).toBe('item_in_transit')
      expect((await stored(mistaken!)).actions).toEqual(['check_in', 'undo_check_in'])

      // The network is gone for the rest of the shift.
      await device.offline(true)
      await scan('RPR:END')
      await expect(page.getByRole('dialog', { name: 'Terminer la série' })).toBeVisible()
      await scan('RPR:5', 'RPR:UNDO', 'RPR:1')
      await expect(page.getByLabel('Nombre de produits comptés')).toHaveValue('1')
      await scan('RPR:CONFIRM')
      await sees(page, '3 produits de moins que de codes scannés')
      await scan('RPR:UNDO', 'RPR:4', 'RPR:CONFIRM')
      await sees(page, 'Série terminée')
    })

    await test.step('test: as declared, scanned while the screen is still on its way', async () => {
      await scan('RPR:GO:TEST', first!.code)
      await expect(page.getByRole('button', { name: 'Commencer le diagnostic' })).toBeVisible()
      await scan('RPR:CONFIRM')
      await answerAsDeclared(page, first!)
      await expect(page.getByText('Le prix déclaré est confirmé', { exact: false })).toBeVisible()
      // Another product has to be looked at first: the test waits where it was left.
      await scan('RPR:GO:TEST', second!.code, 'RPR:CONFIRM')
      await expect(page.getByRole('heading', { name: second!.questions[0]!.title })).toBeVisible()
      await scan('RPR:GO:TEST')
      await sees(page, 'Scannez le produit à contrôler')
      await scan(first!.code)
      await expect(page.getByText('Le prix déclaré est confirmé', { exact: false })).toBeVisible()
      await scan('RPR:CONFIRM')
      await expect(page.getByRole('button', { name: 'Produit suivant' })).toBeVisible()
    })

    await test.step('refurbishment: diagnosis, one step with a pause, confirmation', async () => {
      await scan('RPR:GO:REFURB', first!.code)
      for (const [question, command] of [
        ['Données et comptes', 'B'],
        ['Santé de la batterie', 'A'],
        ['État de l’écran', 'A'],
        ['Autres travaux à prévoir', 'NEXT'],
        ['Conditionnement', 'A'],
      ] as const) {
        await expect(page.getByRole('heading', { name: question })).toBeVisible()
        await scan(`RPR:${command}`)
      }
      await expect(page.getByRole('heading', { name: '1 étape à réaliser' })).toBeVisible()
      await scan('RPR:CONFIRM')
      await sees(page, 'Où posez-vous le produit ?')
      await scan(stockCode(bench))
      await expect(page.getByRole('heading', { name: 'Diagnostic terminé' })).toBeVisible()
      // The step is found again from its own station.
      await scan('RPR:GO:STEPS', first!.code)
      await expect(page.getByRole('button', { name: 'Effacement des données' })).toBeVisible()
      await scan('RPR:NEXT')
      await expect(page.getByRole('heading', { name: 'Effacement des données' })).toBeVisible()
      await scan(stockCode(bench))
      await sees(page, 'En cours')
      await scan('RPR:PAUSE')
      await sees(page, 'En pause')
      await scan('RPR:START')
      await sees(page, 'En cours')
      await scan('RPR:CONFIRM')
      const complete = page.getByRole('dialog', { name: 'Valider l’étape' })
      await expect(complete).toBeVisible()
      // Leaving is asked about while something is open, and staying loses nothing.
      await scan(stockCode(finish), 'RPR:GO:PACK')
      await expect(page.getByRole('dialog', { name: 'Changer de poste ?' })).toBeVisible()
      await scan('RPR:CANCEL')
      await expect(page.getByRole('dialog', { name: 'Changer de poste ?' })).toBeHidden()
      await expect(complete).toBeVisible()
      await scan('RPR:CONFIRM')
      await expect(page.getByRole('button', { name: 'Confirmer les étapes' })).toBeVisible()
      await scan('RPR:CONFIRM')
      await expect(page.getByRole('heading', { name: 'Reconditionnement terminé' })).toBeVisible()
    })

    let number = ''
    await test.step('packing for the other warehouse', async () => {
      await scan('RPR:GO:PACK', first!.code)
      await expect(page.getByRole('dialog', { name: 'Où va ce produit testé ?' })).toBeVisible()
      await scan('RPR:A')
      await sees(page, 'Dans le colis')
      await scan(foreign!.code)
      await sees(page, 'Dans le colis')
      await scan('RPR:CONFIRM')
      await page.waitForURL('**/packing-with-label?packageId=*')
      const content = page.getByRole('region', { name: 'Contenu du colis' })
      await expect(content.getByRole('listitem')).toHaveCount(2)
      await expect(content).toContainText(groupCode(first!.code))
      await scan('RPR:CONFIRM')
      await page.waitForURL('**/expedition/confirmation?packageId=*')
      number = await packageNumber(page)
    })

    await test.step('the work queue leads to the next product, and the day counts', async () => {
      await scan('RPR:GO:WORK', third!.code)
      await expect(page.getByRole('button', { name: 'Commencer le diagnostic' })).toBeVisible()
      await scan('RPR:GO:WORK')
      await expect(page.getByRole('list', { name: 'Travail par type' })).toBeVisible()
      await expect(page.getByText(/\d+ actions aujourd’hui/)).toBeVisible()
    })

    await test.step('a stolen product is set aside amid its test', async () => {
      await scan('RPR:GO:TEST', third!.code, 'RPR:CONFIRM')
      await expect(page.getByRole('heading', { name: third!.questions[0]!.title })).toBeVisible()
      await scan('RPR:ASIDE')
      await expect(page.getByRole('dialog', { name: 'Pourquoi mettre de côté ?' })).toBeVisible()
      await scan('RPR:B')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Mis de côté' })).toBeVisible()
      await scan('RPR:CONFIRM')
      await sees(page, 'Rangez le produit en quarantaine')
    })

    await test.step('a product too much in a count is moved there, and the count ends', async () => {
      await scan('RPR:GO:COUNT')
      await sees(page, 'Quel stock compter')
      await scan(stockCode(bin))
      await expect(page.getByTestId('count-expected')).toHaveText('0')
      await scan(second!.code)
      await expect(page.getByRole('alert')).toContainText('En trop ici')
      await scan('RPR:CONFIRM')
      await expect(page.getByTestId('count-unexpected')).toHaveText('1')
      await scan('RPR:END')
      await sees(page, '1 écart reste à résoudre.')
      await scan('RPR:CONFIRM')
      const differences = page.getByRole('dialog', { name: 'Produits en trop' })
      await expect(differences.getByRole('listitem')).toHaveCount(1)
      await scan('RPR:A', 'RPR:CONFIRM')
      await expect(differences.getByText('Déplacé ici')).toBeVisible()
      await scan('RPR:CANCEL')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await scan('RPR:END')
      await expect(page.getByRole('dialog')).toBeVisible()
      await scan('RPR:CONFIRM')
      await sees(page, 'Inventaire terminé : Bac du soir')
    })

    await test.step('of twelve scans ten are refused, and two were made by a colleague: the tray is emptied at once', async () => {
      await scan('RPR:GO:CHECKIN')
      await sees(page, 'La série commence au premier scan')
      await scan(...[...gone, ...received].map(({ code }) => code))
      await expect(linesOf(page)).toHaveCount(12)
      await taken(app, gone, { warehouse: app.warehouses[1], status: 'item_completed', native: 'to_refurbish' })
      await taken(app, received, {
        warehouse: app.warehouses[0],
        status: 'item_awaiting_compliancy_tests',
        native: 'awaiting_control',
      })
      await device.offline(false)
      await expect(badgeOf(page)).toContainText('10 à traiter', { timeout: 60_000 })
      await everythingSent(page)
      await scan('RPR:END')
      await sees(page, '10 scans refusés dans cette série')
      await scan('RPR:CONFIRM')
      await expect(page.getByRole('button', { name: /Tout traiter \(10\)/ })).toBeVisible()
      await scan('RPR:A')
      await expect(page.getByRole('button', { name: /Tout écarter \(10\)/ })).toBeVisible()
      await scan('RPR:A')
      await expect(page.getByRole('dialog', { name: 'Écarter ces 10 actions ?' })).toBeVisible()
      await scan('RPR:D', 'RPR:CONFIRM')
      await sees(page, 'Rien à traiter')
      await scan('RPR:CANCEL')
      // What a colleague has received counts in this round too, and asks nothing.
      await expect(page.getByTestId('count-codes')).toHaveText(/^2\D/)
      await scan('RPR:END')
      await expect(page.getByRole('dialog', { name: 'Terminer la série' })).toBeVisible()
      await scan('RPR:2', 'RPR:CONFIRM')
      await sees(page, 'Série terminée')
    })

    await everythingSent(page)
    expect((await stored(first!)).status).toBe('item_in_transit')
    expect((await stored(first!)).actions).toEqual([
      'check_in',
      'compliance_test',
      'refurb_diagnosis_start',
      'refurb_diagnosis_end',
      'refurb_step_start',
      'refurb_step_pause',
      'refurb_step_resume',
      'refurb_step_complete',
      'refurb_confirm',
      'put_in_package',
      'close_package',
    ])
    expect((await stored(second!)).status).toBe('item_awaiting_compliancy_tests')
    expect((await stored(third!)).actions).toEqual(['check_in', 'compliance_test'])
    const placed = await app.owner.query(`select stock_id as stock from item where id = $1`, [second!.id])
    expect(placed.rows).toEqual([{ stock: bin }])
    const { rows } = await app.owner.query(
      `select status, item_ids as items, destination_warehouse_id as destination from package where number = $1`,
      [number],
    )
    expect(rows).toEqual([{ status: 'closed', items: [first!.id, foreign!.id], destination: app.warehouses[1] }])
    expect(touches()).toBe(0)
  } finally {
    await device.close()
  }
})
