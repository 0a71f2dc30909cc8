import { expect, test } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import { checkoutWords, fillCustomer } from '#tests/support/public-checkout.ts'
import { predeclare } from '#tests/support/tracking-story.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'
import { officeSizes, takePictures } from '#tests/support/pictures.ts'

const { open, server } = prepareShell()
const buybacks = readTexts('fr-FR', 'buyback')

/** The store of the demo in which this user works. */
async function storeOf(user: string): Promise<{ readonly id: string; readonly name: string }> {
  const { rows } = await server().owner.query<{ id: string; name: string }>(
    `select o.id, o.common_name as name from user_account u join user_module m on m.user_id = u.id
       join organization o on o.account_id = m.account_id and o.id = m.organization_id and o.type = 'store'
     where u.email = $1 limit 1`,
    [`${user}@demo.example`],
  )
  return rows[0]!
}

test('a product that is brought to a store is expected there, by its sellers', async ({ browser }) => {
  const store = await storeOf('store_seller')
  const { context, page, text, problems } = await visitSite(browser, server().url)
  const say = checkoutWords('fr-FR')
  await chooseFirst(page, 'nikon')
  await answerAll(page, text, 'options.circuitText.web_drop')
  await page.getByRole('button', { name: text('options.circuitText.web_drop') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('options.store'))
  await expect(page.getByRole('button', { name: store.name })).toBeVisible()
  await takePictures(page, 'journey-store', {
    sizes: officeSizes,
    inView: true,
    audited: ['phone', 'desk'],
    fitting: ['tablet'],
  })
  await page.setViewportSize(officeSizes.phone)
  await page.getByRole('button', { name: store.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('options.payment'))
  await answerAll(page, text)
  await expect(page.getByRole('listitem').filter({ hasText: text('options.store') })).toContainText(store.name)
  await page.getByRole('button', { name: text('offer.add') }).click()
  await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()
  await openPage(page, '/cart/customer-informations')
  await fillCustomer({ page }, 'depot@exemple.fr')
  await page.getByRole('button', { name: say('form.next') }).click()
  await expect(page.getByRole('main')).toContainText(`, ${store.name}`)
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await page.waitForURL('**/buyback/confirmation?**')
  const { rows } = await server().owner.query<{ code: string; storeId: string }>(
    `select b.identification_number as code, b.store_id as "storeId" from buyback b
       join customer c on c.account_id = b.account_id and c.id = b.customer_id where c.email = 'depot@exemple.fr'`,
  )
  expect(rows.map(({ storeId }) => storeId)).toEqual([store.id])
  expect(problems).toEqual([])
  await context.close()

  const shop = await open(browser)
  await signIn(shop.page, 'store_seller', '/buybacks-predeclared')
  await expect(shop.page.getByRole('row').filter({ hasText: groupCode(rows[0]!.code) })).toBeVisible()
  await expect(shop.page.getByRole('heading', { level: 1 })).toHaveText(buybacks('predeclared.title'))
  await shop.context.close()
})

test('who goes on at today’s price declares the product again, and the former buyback gives way (PUB-16)', async ({
  browser,
}) => {
  const store = await storeOf('store_seller')
  const { trackingToken, buybackId } = await predeclare(server(), 'nikon')
  const age = async (interval: string): Promise<void> => {
    for (const [table, key] of [
      ['buyback', 'id'],
      ['item', 'buyback_id'],
    ])
      await server().owner.query(`update ${table} set created_at = now() - $2::interval where ${key} = $1`, [
        buybackId,
        interval,
      ])
  }
  const { context, page, text } = await visitSite(browser, server().url)
  const say = checkoutWords('fr-FR')
  const follow = readTexts('fr-FR', 'tracking')
  const today = page.getByRole('link', { name: follow('tracking.priceToday') })
  await age('14 days 23 hours')
  await openPage(page, `/buyback/tracking/${trackingToken}`)
  await expect(page.getByText(follow('tracking.stateText.to_drop_until').split('{{')[0]!.trim())).toBeVisible()
  await expect(today).toHaveCount(0)
  await age('15 days 1 hour')
  await openPage(page, `/buyback/tracking/${trackingToken}`)
  await expect(page.getByText(follow('tracking.stateText.to_drop_ended').split('{{')[0]!.trim())).toBeVisible()
  await takePictures(page, 'tracking-ended', { sizes: officeSizes, audited: ['phone'] })
  await page.setViewportSize(officeSizes.phone)
  await today.click()
  const warning = page.getByRole('dialog', { name: text('predeclared.title') })
  await expect(warning).toContainText('remplacera la première')
  await warning.getByRole('button', { name: text('predeclared.continue') }).click()
  await answerAll(page, text, 'options.circuitText.web_drop')
  await page.getByRole('button', { name: text('options.circuitText.web_drop') }).click()
  await page.getByRole('button', { name: store.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('options.payment'))
  await answerAll(page, text)
  await page.getByRole('button', { name: text('offer.add') }).click()
  await openPage(page, '/cart/customer-informations')
  await fillCustomer({ page }, 'encore@exemple.fr')
  await page.getByRole('button', { name: say('form.next') }).click()
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await page.waitForURL('**/buyback/confirmation?**')
  const { rows } = await server().owner.query<{ status: string; reason: string; successor: string }>(
    `select b.status, b.cancel_comment as reason, n.identification_number as successor from buyback b
       join item i on i.account_id = b.account_id and i.buyback_id = b.id
       join item_history h on h.account_id = i.account_id and h.item_id = i.id and h.action = 'replace'
       join buyback n on n.account_id = b.account_id and n.id = (h.details ->> 'replacedById')::uuid
         and n.status = 'bb_awaiting_store_drop'
      where b.id = $1`,
    [buybackId],
  )
  expect(rows).toEqual([{ status: 'bb_cancelled', reason: rows[0]?.successor, successor: rows[0]?.successor }])
  await context.close()
})
