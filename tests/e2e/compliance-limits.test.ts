import { expect, test } from 'playwright/test'
import { luhnDigit } from '#domain/kernel/check-digit.ts'
import { answerAsDeclared, button, sent, prepareComplianceBench, type Phone } from '#tests/support/compliance-bench.ts'
import { goWithin } from '#tests/support/go-within.ts'
import { groupCode } from '#web/lib/format.ts'
import { pressAsPerson, tapAsPerson, typeAsPerson, typeAsScanner } from '#tests/support/wedge.ts'
import { takePicture } from '#tests/support/pictures.ts'

const { app, phones, stored, shareBench } = prepareComplianceBench()

let sold: Phone
let several: readonly Phone[]
test.beforeAll(async () => {
  ;[sold] = (await phones(1)) as [Phone]
  several = await phones(2)
  await app().owner.query(
    `with sold as (update item set status = 'item_to_return', stock_id = (select id from stock
         where account_id = item.account_id and warehouse_id = item.warehouse_id and native = 'customer_return')
       where id = $1 returning account_id, buyback_id)
     update buyback b set status = 'bb_cancelled', cancel_reason = 'other' from sold where b.account_id = sold.account_id and b.id = sold.buyback_id`,
    [sold.id],
  )
  await app().owner.query('update item set imei = $1 where id = $2', [several[0]!.imei, several[1]!.id])
})
const bench = shareBench()

test('each reason against a test has its own words, and another code stops a test that goes on', async () => {
  const [phone, other] = await phones(2)
  const [foreign] = await app().itemsInTransit(app().warehouses[1], 1)
  const [coming] = await phones(1, `i.status = 'item_in_transit' and not i.tested`)
  const there = await app().owner.query<{ code: string; status: string }>(
    `select distinct on (status) identification_number as code, status from item
     where warehouse_id = $1 and status in ('item_completed', 'item_in_quarantine') order by status, id`,
    [app().warehouses[1]],
  )
  expect(there.rows).toHaveLength(2)
  const page = bench.page()
  const alert = page.getByRole('alert')
  await typeAsScanner(page, '29999993')
  await expect(alert).toContainText('Code non reconnu')
  await typeAsScanner(page, '2999999')
  await expect(alert).toContainText('n’a pas la longueur d’un code')
  await typeAsScanner(page, foreign!.code)
  await expect(alert).toContainText('Non attribué à cet atelier')
  await takePicture(page, `check-not-assigned.png`)
  for (const { code } of there.rows) {
    await typeAsScanner(page, code)
    const stop = page.locator('[data-tone="elsewhere"][data-stays]')
    await expect(stop).toContainText('Autre entrepôt')
    await expect(stop).toContainText(code.slice(-4))
  }
  await typeAsScanner(page, coming!.code)
  await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
  await page.goto('/warehouse/check')
  await expect(page.getByText('Scannez le produit à contrôler')).toBeVisible()
  await typeAsScanner(page, phone!.code)
  await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
  await typeAsScanner(page, other!.code)
  await expect(alert).toContainText('Autre produit')
  await takePicture(page, `check-wrong-item.png`)
  await typeAsScanner(page, 'RPR:CONFIRM')
  await expect(alert).toHaveCount(0)
  await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
})

test('a product whose status is not eligible is refused by it (WH-12)', async () => {
  const page = bench.page()
  const alert = page.getByRole('alert')
  await typeAsScanner(page, sold.code)
  await expect(alert).toContainText('Statut non compatible')
  await expect(alert).toContainText('son statut est « À rendre au client »')
  await expect(button(page, 'Commencer le diagnostic')).toHaveCount(0)
  await takePicture(page, `check-not-eligible.png`)
  await typeAsScanner(page, 'RPR:CONFIRM')
  await expect(alert).toHaveCount(0)
  expect((await stored(sold.id)).status).toBe('item_to_return')
})

test('a product among several of one code, and why one is set aside, are chosen by scanner', async () => {
  const [imei] = several.map((phone) => phone.imei)
  const page = bench.page()
  const question = page.getByRole('dialog')
  const choices = question.getByRole('listitem')
  const chosen = async (at: number): Promise<string> => {
    await expect(choices).toHaveCount(2)
    const text = (await choices.nth(at).textContent()) ?? ''
    return several.find(({ code }) => text.includes(groupCode(code)))!.id
  }
  await goWithin(page, '/warehouse/work')
  await expect(page.getByText('produits à traiter')).toBeVisible()
  await typeAsScanner(page, imei!)
  const second = await chosen(1)
  await typeAsScanner(page, 'RPR:CONFIRM')
  await expect(question).toBeVisible()
  await typeAsScanner(page, 'RPR:B')
  await page.waitForURL(`**/warehouse/check/${second}`)
  await expect(button(page, 'Commencer le diagnostic')).toBeVisible()

  await tapAsPerson(button(page, 'Mettre de côté'))
  await expect(question).toContainText('Verrouillé par un compte')
  await typeAsScanner(page, 'RPR:CONFIRM')
  await typeAsScanner(page, 'RPR:CANCEL')
  await expect(question).toHaveCount(0)
  await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
  await tapAsPerson(button(page, 'Mettre de côté'))
  await pressAsPerson(page, 'b')
  await expect(button(page, 'Valider le contrôle')).toBeVisible()
})

test('an IMEI of another model’s type warns while it is typed, and the test goes on', async () => {
  const [phone] = await phones(1)
  const { rows } = await app().owner.query<{ own: string; theirs: string }>(
    `with own as (select account_id, tac from product_tac where product_id = $1)
     select min(own.tac) as own, (select min(t.tac) from product_tac t where t.account_id = min(own.account_id::text)::uuid
       and t.tac not in (select tac from own)) as theirs from own`,
    [phone!.productId],
  )
  const { own, theirs } = rows[0]!
  const imeiOf = (tac: string): string => `${tac}123456${luhnDigit(`${tac}123456`)}`
  const page = bench.page()
  await typeAsScanner(page, phone!.code)
  const field = page.getByLabel('IMEI', { exact: true })
  await expect(field).toHaveValue(phone!.imei)
  const doubt = page.getByText('Cet IMEI est celui d’un autre modèle', { exact: false })
  for (const [tac, count] of [
    [own, 0],
    [theirs, 1],
  ] as const) {
    await field.fill('')
    await field.focus()
    await typeAsPerson(page, imeiOf(tac))
    await expect(doubt).toHaveCount(count)
  }
  await expect(page.getByText('ne désigne aucun modèle', { exact: false })).toHaveCount(0)
  await tapAsPerson(button(page, 'Commencer le diagnostic'))
  await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
})

test('the IMEI of a product under test is read by the camera as well, and no other code beside it', async () => {
  const [phone, other] = await phones(2)
  const page = bench.page()
  const panel = page.getByRole('region', { name: 'Scanner' })
  const field = page.getByRole('textbox', { name: 'IMEI', exact: true }).last()
  const read = async (code: string): Promise<void> => {
    await panel.getByLabel('IMEI').focus()
    await typeAsPerson(page, code)
  }
  await typeAsScanner(page, phone!.code)
  await tapAsPerson(button(page, 'Lire l’IMEI à la caméra'))
  await expect(panel).toBeVisible()
  await read(other!.code)
  await expect(page.getByText('Autre produit')).toHaveCount(0)
  await expect(field).toHaveValue(phone!.imei)
  await read(other!.imei)
  await expect(panel).toHaveCount(0)
  await expect(field).toHaveValue(other!.imei)
  await tapAsPerson(button(page, 'Lire l’IMEI à la caméra'))
  await tapAsPerson(button(page, 'Commencer le diagnostic'))
  await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
  await expect(panel).toHaveCount(0)
})

test('another model is searched over the network, remembered, and found again without it', async () => {
  const [phone, second] = await phones(2)
  const { rows } = await app().owner.query<{ label: string; brand: string; id: string }>(
    `select p.id, p.label, p.brand from product p join product d on d.account_id = p.account_id and d.id = $1
     where p.main_category_id = d.main_category_id and p.status = 'published' and p.id <> d.id and not p.simple
     order by p.id limit 1`,
    [phone!.productId],
  )
  const other = rows[0]!
  const { device, page } = { device: bench.device(), page: bench.page() }
  await typeAsScanner(page, phone!.code)
  await tapAsPerson(button(page, 'Autre modèle ou capacité'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Marque et modèle').fill(other.label)
  await dialog.getByRole('button', { name: other.label }).first().click()
  await expect(page.getByText(/^Modèle déclaré\s:/)).toBeVisible()
  await tapAsPerson(button(page, 'Commencer le diagnostic'))
  await answerAsDeclared(page, phone!)
  await expect(page.getByText('Autre produit que celui déclaré', { exact: false })).toBeVisible()
  await tapAsPerson(button(page, 'Valider le contrôle'))
  await expect(button(page, 'Produit suivant')).toBeVisible()
  await sent(page)
  const { rows: tested } = await app().owner.query(
    `select facts -> 'control' ->> 'productId' as id from item where id = $1`,
    [phone!.id],
  )
  expect(tested[0]).toEqual({ id: other.id })

  await device.offline(true)
  await page.keyboard.press('Escape')
  await typeAsScanner(page, second!.code)
  await tapAsPerson(button(page, 'Autre modèle ou capacité'))
  await dialog.getByLabel('Marque et modèle').fill(other.label.slice(0, 6))
  await expect(dialog.getByText('Sans réseau, seuls les modèles', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: other.label }).first().click()
  await tapAsPerson(button(page, 'Commencer le diagnostic'))
  await answerAsDeclared(page, second!)
  await tapAsPerson(button(page, 'Valider le contrôle'))
  await expect(button(page, 'Produit suivant')).toBeVisible()
  await device.offline(false)
  await sent(page)
  expect((await stored(second!.id)).facts?.control).toMatchObject({ productId: other.id })
})
