import { expect, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { fillCustomer, numbersOn, signSale } from '#tests/support/counter-sale.ts'
import { answerDiag, startCounterTablet } from '#tests/support/counter-tablet.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

const buybacks = readTexts('fr-FR', 'buyback')
let app: AppServer

prepareApp(600, (started) => (app = started))

// The demo's seller works there.
const ownStore = `s.external_id = 'MR-LYO-01'`

interface Predeclared {
  readonly id: string
  readonly number: string
  readonly itemId: string
}

/** Two products that the web has declared two days ago for a store, below the least value of a cart. */
async function expectTwo(store: string): Promise<readonly [Predeclared, Predeclared]> {
  const { rows } = await app.owner.query<Predeclared>(
    `update buyback b set created_at = now() - interval '2 days' from item i, organization s, product p
      where i.account_id = b.account_id and i.buyback_id = b.id and i.status = 'item_awaiting_store_drop'
        and s.account_id = b.account_id and s.id = b.store_id and ${store}
        and p.account_id = b.account_id and p.id = b.product_id and p.status = 'published' and not p.simple
      returning b.id, b.identification_number as number, i.id as "itemId"`,
  )
  const ids = rows.map(({ id }) => id)
  await app.owner.query(`update item set created_at = now() - interval '2 days' where buyback_id = any ($1::uuid[])`, [
    ids,
  ])
  await app.owner.query('update organization_root_detail set cart_min_value = 500000')
  const [one, other] = rows
  expect(rows.length).toBeGreaterThan(1)
  return [one!, other!]
}

/** Takes the products of what was predeclared out of the catalogue. */
async function withdraw(...those: readonly Predeclared[]): Promise<void> {
  await app.owner.query(
    `update product p set status = 'draft' from item i
      where p.account_id = i.account_id and p.id = i.product_id and i.id = any ($1::uuid[])`,
    [those.map(({ itemId }) => itemId)],
  )
}

const statusOf = async (itemId: string) =>
  (await app.owner.query<{ status: string }>('select status from item where id = $1', [itemId])).rows[0]?.status

async function expectFinalising(page: Page, { itemId }: Predeclared): Promise<void> {
  await page.waitForURL(`**/diag/**/${itemId}`)
  await expect(page.locator('[data-screen]')).toBeVisible()
}

/** Answers again at the promised price, with the customer's details asked again, up to the signature. */
async function finalise(page: Page): Promise<void> {
  await answerDiag(page)
  await expect(page.getByText('Prix promis sur le web')).toBeVisible()
  await typeAsScanner(page, 'RPR:CONFIRM')
  await page.waitForURL('**/cart/customer-infos')
  await page.getByRole('checkbox', { name: 'Garder les coordonnées données sur le web' }).uncheck()
  await fillCustomer(page)
  await signSale(page)
}

async function expectMissing(page: Page, text: string): Promise<void> {
  await page.waitForURL('**/diag/**')
  await expect(page.getByRole('main')).toContainText(text)
}

test('what the web predeclared is found and finalised without a network at the promised price until that ends, whether its product is still sold or not; what another store expects, or none, is taken in where it is brought', async () => {
  test.setTimeout(300_000)
  const [one, ended] = await expectTwo(ownStore)
  const [nobodys, others] = await expectTwo(`not (${ownStore})`)
  await withdraw(one, ended, others)
  for (const [table, key] of [
    ['buyback', 'id'],
    ['item', 'buyback_id'],
  ])
    await app.owner.query(`update ${table} set created_at = now() - interval '16 days' where ${key} = $1`, [ended.id])
  await app.owner.query('update item set store_id = null where id = $1', [nobodys.itemId])
  await app.owner.query('update buyback set store_id = null where id = $1', [nobodys.id])
  const { handheld, page } = await startCounterTablet(app.url)
  const toSearch = async (): Promise<void> => {
    await navigateInApp(page, '/buyback/create')
    await expect(page.locator('[data-search]')).toBeVisible()
  }
  try {
    await handheld.offline(true)
    await navigateInApp(page, '/buybacks-predeclared')
    await expect(page.getByText(buybacks('predeclared.away')).first()).toBeVisible({ timeout: 60_000 })
    const row = page.getByRole('row').filter({ hasText: groupCode(one.number) })
    await expect(row.getByText(/encore \d+ jours/)).toBeVisible()
    await expectSoundScreen(page, 'predeclared here')
    await row.getByRole('button', { name: /Finaliser/ }).click()
    await expectFinalising(page, one)
    const { pathname } = new URL(page.url())
    const first = await page.locator('[data-screen]').getAttribute('data-screen')

    // The address may name the buyback too (BB-11).
    await page.goto('/buyback/create')
    await expect(page.locator('[data-search]')).toBeVisible()
    await page.goto(`${pathname}/${one.id}`)
    await page.waitForURL(`**/diag/**/${one.itemId}/${one.id}`)
    await expect(page.locator('[data-screen]')).toHaveAttribute('data-screen', first!)
    await expect(page.getByText('Prix promis sur le web')).toBeVisible()

    await toSearch()
    await page.locator('[data-search]').fill(one.number)
    await page.keyboard.press('Enter')
    await expectFinalising(page, one)

    await toSearch()
    await typeAsScanner(page, ended.number)
    await expectMissing(page, 'valait 15 jours')
    await expectSoundScreen(page, 'predeclared, ended and withdrawn')

    await toSearch()
    await typeAsScanner(page, others.number)
    const unknown = page.getByRole('alert').filter({ hasText: others.number })
    await expect(unknown).toContainText('Sans réseau')

    await typeAsScanner(page, one.number)
    await expectFinalising(page, one)
    await finalise(page)
    expect(await statusOf(one.itemId)).toBe('item_awaiting_store_drop')
    await navigateInApp(page, '/buybacks-predeclared')
    await expect(page.getByRole('row').filter({ hasText: groupCode(ended.number) })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: groupCode(one.number) })).toBeHidden()
    await handheld.offline(false)
    await expect.poll(() => statusOf(one.itemId), { timeout: 60_000 }).toBe('item_awaiting_inventory')
    const basis = await app.owner.query(
      `select details ->> 'priceBasis' as basis from item_history where item_id = $1 and action = 'finalize'`,
      [one.itemId],
    )
    expect(basis.rows).toEqual([{ basis: 'predeclared' }])
    expect(await statusOf(ended.itemId)).toBe('item_awaiting_store_drop')

    await toSearch()
    await expect(async () => {
      await typeAsScanner(page, nobodys.number)
      await page.waitForURL(`**/diag/**/${nobodys.itemId}`, { timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await finalise(page)
    expect(await numbersOn(page)).toEqual([nobodys.number])
    await expect(page.getByText('Confirmée', { exact: true })).toBeVisible({ timeout: 60_000 })
    const { rows } = await app.owner.query(
      `select i.status, s.external_id as store from item i
        left join organization s on s.account_id = i.account_id and s.id = i.store_id where i.id = $1`,
      [nobodys.itemId],
    )
    expect(rows).toEqual([{ status: 'item_awaiting_inventory', store: 'MR-LYO-01' }])
    await toSearch()
    await typeAsScanner(page, nobodys.number)
    await expect(page.getByRole('alert').filter({ hasText: nobodys.number })).toContainText('aucun dossier du web')
    await typeAsScanner(page, others.number)
    await expectFinalising(page, others)
    await expect(page.getByText('Prix promis sur le web')).toBeVisible()
  } finally {
    await handheld.close()
  }
})
