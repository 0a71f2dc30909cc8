import { expect, test, type Page } from 'playwright/test'
import { luhnDigit } from '#domain/kernel/check-digit.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { phoneGtin as gtin, phoneWithGtin } from '#tests/support/counter-facts.ts'
import { draw, fillCustomer, numbersOn, scanToCustomer, signSale } from '#tests/support/counter-sale.ts'
import { answerDiag, startCounterTablet, tablet } from '#tests/support/counter-tablet.ts'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import { effortTable, startEffort, takeHand } from '#tests/support/effort.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { badgeOf, rememberStorage } from '#tests/support/handheld.ts'
import { keepPaper, keepPictures, officeSizes } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectFits, expectSoundScreen } from '#tests/support/screen-audit.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

const lying = { width: 1180, height: 820 }
let app: AppServer

prepareApp(600, (started) => (app = started))

/** Keeps pictures of a screen, which is sound on a tablet that stands, and fits one that lies and a phone. */
async function shown(page: Page, name: string): Promise<void> {
  await expectSoundScreen(page, name)
  for (const [size, viewport] of Object.entries({ lying, phone: officeSizes.phone })) {
    await page.setViewportSize(viewport)
    await expectFits(page, `${name} ${size}`)
  }
  await keepPictures(page, `counter-${name}`, [], { back: tablet })
}

const soldWith = async (number: string) =>
  (
    await app.owner.query<{ status: string; total: number; customer: string }>(
      `select b.status, b.declared_price_cents as total, b.customer_id as customer from buyback b
        where b.identification_number = $1`,
      [number],
    )
  ).rows

/** An IMEI of a phone that its type allocation code alone tells. */
async function knownImei(): Promise<string> {
  const { rows } = await app.owner.query<{ tac: string }>(
    `select t.tac from product_tac t
     join user_account u on u.account_id = t.account_id and u.email = 'store_seller@demo.example'
     join product p on p.account_id = t.account_id and p.id = t.product_id and p.status = 'published'
       and not p.simple and p.imei_collect
     join product_price r on r.account_id = p.account_id and r.product_id = p.id and r.grade = 'grade_a'
       and r.price_cents > 20000
     where (select count(*) from product_tac o where o.account_id = t.account_id and o.tac = t.tac) = 1
     order by t.tac limit 1`,
  )
  const body = `${rows[0]!.tac}771239`
  return `${body}${luhnDigit(body)}`
}

const secretsOf = async (customerId: string): Promise<readonly string[]> => {
  const { rows } = await app.owner.query<{ kind: string }>(
    'select kind from customer_secret where customer_id = $1 order by kind',
    [customerId],
  )
  return rows.map(({ kind }) => kind)
}

/** Everything that this browser has written, as one text; bytes of IndexedDB values are read as JSON. */
async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [JSON.stringify({ ...localStorage })]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, failed) => {
        const request = indexedDB.open(name!)
        request.onsuccess = () => done(request.result)
        request.onerror = () => failed(request.error)
      })
      for (const store of Array.from(database.objectStoreNames)) {
        const rows = await new Promise<unknown[]>((done, failed) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => done(request.result as unknown[])
          request.onerror = () => failed(request.error)
        })
        texts.push(JSON.stringify(rows))
      }
      database.close()
    }
    return texts.join('\n')
  })
}

/** A product that the web has declared long ago for the seller's store, by a customer without an identity document. */
async function expectLongAgo(): Promise<{ readonly id: string; readonly number: string }> {
  const { rows } = await app.owner.query<{ id: string; number: string }>(
    `update buyback b set created_at = now() - interval '40 days' from item i, organization s, product p
      where i.account_id = b.account_id and i.buyback_id = b.id and i.status = 'item_awaiting_store_drop'
        and s.account_id = b.account_id and s.id = b.store_id and s.external_id = 'MR-LYO-01'
        and p.account_id = b.account_id and p.id = b.product_id and p.status = 'published' and not p.simple
      returning b.id, b.identification_number as number`,
  )
  const [found] = rows
  expect(found).toBeDefined()
  await app.owner.query(`update item set created_at = now() - interval '40 days' where buyback_id = any ($1::uuid[])`, [
    rows.map(({ id }) => id),
  ])
  await app.owner.query(
    `update customer c set identification_type = null from buyback b
      where b.account_id = c.account_id and b.customer_id = c.id and b.id = $1`,
    [found!.id],
  )
  return found!
}

test('a store sells online with a drawn signature, finalises what was predeclared long ago at today’s prices after a warning, and is told what the server refuses', async () => {
  test.setTimeout(420_000)
  const label = await phoneWithGtin(app)
  const found = await expectLongAgo()
  const { handheld, page } = await startCounterTablet(app.url)
  try {
    await page.locator('[data-search]').fill('iphnoe13')
    await expect(page.getByRole('status').filter({ hasText: 'iphone 13' })).toBeVisible({ timeout: 20_000 })
    await shown(page, 'search')
    await page.locator('[data-search]').fill('')
    await page.locator('h1').click()
    await typeAsScanner(page, gtin)
    await page.waitForURL('**/diag/**')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(label)
    await answerDiag(page, { byKeys: true })
    await shown(page, 'offer')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.waitForURL('**/cart/customer-infos')
    await page.getByRole('button', { name: 'Continuer vers le récapitulatif' }).click()
    await expect(page.getByText('Ce champ est obligatoire').first()).toBeVisible()
    await shown(page, 'customer')
    await page.getByRole('checkbox', { name: /^Le client accepte d’être retrouvé/ }).check()
    await fillCustomer(page)
    await expect(page.getByRole('button', { name: 'Tourner vers le client' })).toBeVisible()
    await shown(page, 'summary')
    await page.getByRole('link', { name: /^Modifier : / }).click()
    await expect(page.locator('[data-screen="offer"]')).toBeVisible()
    await page
      .getByRole('button', { name: /^Modifier/ })
      .last()
      .click()
    await page.locator('[data-screen]:not([data-screen="offer"])').waitFor()
    await answerDiag(page)
    await page.getByRole('button', { name: 'Remplacer dans le panier' }).click()
    await page.waitForURL('**/cart/summary')
    await expect(page.getByRole('link', { name: /^Modifier : / })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Tourner vers le client' })).toBeVisible()
    await page.getByRole('button', { name: 'Tourner vers le client' }).click()
    await draw(page)
    await page.getByRole('button', { name: 'Effacer' }).click()
    await expect(page.getByRole('button', { name: 'Signer et vendre' })).toBeDisabled()
    await page.getByRole('checkbox').check()
    await draw(page)
    await shown(page, 'hand-over')
    await page.getByRole('button', { name: 'Signer et vendre' }).click()
    await page.waitForURL('**/buyback-confirmation?ids=*')
    const [number = ''] = await numbersOn(page)
    await expect(page.getByText('Confirmée', { exact: true })).toBeVisible({ timeout: 30_000 })
    await shown(page, 'confirmation')
    expect(await soldWith(number)).toMatchObject([{ status: 'bb_awaiting_inventory' }])
    await expect(page.getByRole('button', { name: 'Panier, 0 reprise' })).toBeVisible()
    await page.getByRole('link', { name: 'Documents' }).click()
    await page.waitForURL('**/buyback-confirmation-docs?ids=*')
    const order = page.getByRole('link', { name: 'Bon de cession (PDF)' })
    await expect(order).toBeVisible({ timeout: 30_000 })
    const pdf = await page.request.get((await order.getAttribute('href'))!)
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await keepPaper('counter-transfer_order', await pdf.body())
    await shown(page, 'documents')

    await test.step('a customer who agreed to it sells a second phone within a minute, of whom one field is typed', async () => {
      const imei = await knownImei()
      await navigateInApp(page, '/buyback/create')
      await expect(page.locator('[data-search]')).toBeVisible()
      await page.locator('h1').click()
      const effort = startEffort()
      const hand = takeHand(page, effort)
      hand.count('clicks', 1)
      await typeAsScanner(page, imei)
      await page.waitForURL('**/diag/**')
      // Model and IMEI are known: the questions begin with the first that is open.
      await expect(page.locator('[data-screen]')).toHaveAttribute('data-screen', /^question:/)
      await answerDiag(page, { onScreen: () => Promise.resolve(hand.count('clicks', 1)) })
      await typeAsScanner(page, 'RPR:CONFIRM')
      await page.waitForURL('**/cart/customer-infos')
      const search = page.getByRole('search', { name: 'Retrouver un client' })
      await hand.write(search.getByRole('textbox'), '0612345678')
      hand.count('keys', 1)
      await page.keyboard.press('Enter')
      const found = search.getByRole('button', { name: /C••• M•••/ })
      await expect(found).toBeVisible()
      for (const whole of ['Claire', 'claire.martin@example.fr', 'Tilleuls'])
        await expect(page.getByText(whole)).toHaveCount(0)
      await hand.press(found)
      await expect(page.getByRole('region', { name: 'Client retrouvé' })).toContainText('Passeport •••• 567')
      // Nothing is left to be asked.
      await expect(page.locator('form[data-customer] input:not([type="checkbox"])')).toHaveCount(0)
      await effort.apart(() => shown(page, 'found-customer'))
      await hand.press(page.getByRole('button', { name: 'Continuer vers le récapitulatif' }))
      await page.waitForURL('**/cart/summary')
      await hand.press(page.getByRole('button', { name: 'Tourner vers le client' }))
      await hand.press(page.getByRole('checkbox'))
      hand.count('clicks', 1)
      await draw(page)
      const stored = await effort.apart(() => storedText(page))
      for (const secret of ['Tilleuls', 'claire.martin@example.fr', 'B34567']) expect(stored).not.toContain(secret)
      await hand.press(page.getByRole('button', { name: 'Signer et vendre' }))
      await page.waitForURL('**/buyback-confirmation?ids=*')
      effort.end()
      await expect(page.getByText('Confirmée', { exact: true })).toBeVisible({ timeout: 30_000 })
      test.info().annotations.push({ type: 'one-minute intake', description: effortTable({ intake: effort }) })
      expect(effort.counts.fields).toBe(1)
      // What the program takes hangs on the machine; the person's part is the screens'.
      expect(effort.seconds() - effort.waitMs() / 1000).toBeLessThanOrEqual(60)
      const [number = ''] = await numbersOn(page)
      const sold = await soldWith(number)
      expect(sold).toMatchObject([{ status: 'bb_awaiting_inventory' }])
      expect(await secretsOf(sold[0]!.customer)).toEqual(['iban', 'identity_number'])
    })

    await test.step('a buyback predeclared long ago is finalised at today’s prices, after a warning', async () => {
      await navigateInApp(page, `/buybacks-predeclared?q=${found.number}`)
      await expect(page.getByRole('button', { name: /Finaliser/ })).toHaveCount(1, { timeout: 30_000 })
      await page.getByRole('button', { name: /Finaliser/ }).click()
      await page.waitForURL('**/diag/**')
      const warning = page.getByRole('dialog', { name: 'Les prix ont pu changer' })
      await expect(warning).toBeVisible({ timeout: 20_000 })
      await shown(page, 'stale')
      await warning.getByRole('button', { name: 'Continuer aux prix du jour' }).click()
      await answerDiag(page)
      await expect(page.getByText('Ancien prix du web')).toBeVisible()
      await shown(page, 'predeclared')
      await typeAsScanner(page, 'RPR:CONFIRM')
      await page.waitForURL('**/cart/customer-infos')
      // This customer gave no identity document on the web, which the law wants of a purchase.
      await expect(page.getByRole('alert').filter({ hasText: 'la pièce d’identité' })).toBeVisible()
      await expect(page.getByRole('checkbox', { name: 'Garder les coordonnées données sur le web' })).toBeHidden()
      await shown(page, 'web-incomplete')
      await fillCustomer(page)
      await signSale(page)
      await expect(page.getByText('Confirmée', { exact: true })).toBeVisible({ timeout: 60_000 })
      await page.getByRole('link', { name: 'Documents' }).click()
      await page.waitForURL(`**/buyback-confirmation-docs?ids=*${found.id}*`)
      await expect(page.getByRole('link', { name: 'Bon de cession (PDF)' })).toBeVisible({ timeout: 30_000 })
    })

    await test.step('what the server refuses is said beside the sale and lies in the tray', async () => {
      await navigateInApp(page, '/buyback/create')
      await expect(page.locator('[data-search]')).toBeVisible()
      await handheld.offline(true)
      await scanToCustomer(page)
      await signSale(page)
      const [refused = ''] = await numbersOn(page)
      // The server has lost the block that the number comes from.
      await app.owner.query('delete from counter_number_block')
      await handheld.offline(false)
      await expect(page.getByText('Refusée', { exact: true })).toBeVisible({ timeout: 60_000 })
      await shown(page, 'refused')
      expect(await soldWith(refused)).toEqual([])
      await navigateInApp(page, '/buyback/create')
      await page.getByRole('link', { name: 'Voir ce qui est à traiter' }).click()
      await page.waitForURL('**/warehouse/attention')
      await expect(badgeOf(page)).toBeVisible()
    })
  } finally {
    await handheld.close()
  }
})

test('a sale made offline outlives a killed browser, leaves nothing of the customer on it, and reaches the server once; neither its cart nor a user who has left comes back with the local storage of before a kill', async () => {
  test.setTimeout(300_000)
  const label = await phoneWithGtin(app)
  const { handheld, page } = await startCounterTablet(app.url, { isOwn: true })
  const cart = (on: Page, count: string) => on.getByRole('button', { name: `Panier, ${count}` })
  try {
    await handheld.offline(true)
    await scanToCustomer(page)
    await expect(cart(page, '1 reprise')).toBeVisible()
    const toBeforeSale = await rememberStorage(page)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await page.getByText('Au clavier').click()
    await page.getByRole('textbox', { name: 'Prénom et nom' }).fill('Claire Martin Dupond')
    await page.getByRole('checkbox', { name: 'Je signe en saisissant mon nom.' }).check()
    await page.getByRole('checkbox', { name: /J’accepte/ }).check()
    await page.keyboard.press('F8')
    await page.waitForURL('**/buyback-confirmation?ids=*')
    await expect(page.getByText('En attente d’envoi')).toBeVisible()
    const [number = ''] = await numbersOn(page)
    expect(await soldWith(number)).toEqual([])
    const stored = await storedText(page)
    expect(stored).toContain(number)
    for (const secret of ['FR7630006000011234567890189', '12AB34567', 'Tilleuls', 'claire.martin@example.fr'])
      expect(stored).not.toContain(secret)
    // Chromium writes local storage to the disk up to a minute late: the oldest that a kill can leave is what was there
    // before the sale.
    await toBeforeSale()
    await handheld.kill()

    const again = await handheld.start({ offline: true })
    // A killed browser loses the cookies of its last half minute: sometimes that of the session, and here always.
    await again.context().clearCookies()
    await again.goto('/buyback/create')
    const sales = again.getByRole('region', { name: 'Reprises du jour' })
    await expect(sales.getByText('En attente d’envoi')).toBeVisible({ timeout: 30_000 })
    await expect(cart(again, '0 reprise')).toBeVisible()
    // The index of the catalog was kept with it.
    await again.locator('[data-search]').fill('iphone13')
    await expect(again.getByRole('link', { name: new RegExp(label) })).toBeVisible()
    await again.locator('[data-search]').fill('')
    await shown(again, 'desk')
    await navigateInApp(again, '/cart/summary')
    await expect(again.getByText('Le panier est vide')).toBeVisible()
    await navigateInApp(again, '/buyback/create')
    await sales.getByRole('link', { name: 'Voir le reçu' }).click()
    await expect(again.getByRole('img', { name: new RegExp(number) })).toBeVisible()
    await handheld.offline(false)
    await expect(again.getByText('Confirmée', { exact: true })).toBeVisible({ timeout: 60_000 })
    expect(await soldWith(number)).toHaveLength(1)
    await again.getByRole('link', { name: 'Documents' }).click()
    await again.waitForURL('**/buyback-confirmation-docs?ids=*')
    // The device sends what it has captured by its own grant; papers are for a person, who signs in again.
    const expired = again.getByRole('dialog', { name: 'Session expirée' })
    await expired.locator('input[type="password"]').fill(demoPassword)
    await expired.getByRole('button', { name: 'Se reconnecter' }).click()
    await expect(again.getByRole('link', { name: 'Bon de cession (PDF)' })).toBeVisible({ timeout: 30_000 })

    // Without a network the server does not hear of it, and the device must know by itself that nobody is signed in.
    await handheld.offline(true)
    const toBeforeSignOut = await rememberStorage(again)
    await again.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    await again.getByRole('button', { name: 'Se déconnecter' }).click()
    await again.waitForURL('**/login**')
    await toBeforeSignOut()
    await handheld.kill()
    const last = await handheld.start({ offline: true })
    await last.goto('/buyback/create')
    await last.waitForURL('**/login**')
  } finally {
    await handheld.close()
  }
})
