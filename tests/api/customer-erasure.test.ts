import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import { verifyRegisters } from '#api/db/verify-register.ts'
import { createBuybackDocuments } from '#api/jobs/buyback-document-jobs.ts'
import { createPaymentJobs } from '#api/features/payment/payment-jobs.ts'
import type { RegisterEntryAnswer } from '#sync/calls/register.ts'
import { testTrackingLink, type TestSession } from '#tests/support/api.ts'
import { createSaleWorld, outcomeOf, plainPrices, postAs, saleOf, type SaleWorld } from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'
import { noServiceOfAccounts } from '#tests/support/payout-server.ts'

/** What names this person; none of it occurs anywhere else in the account. */
const person = {
  clientLastname: 'Quennesson',
  clientFirstname: 'Ysoline',
  clientEmail: 'ysoline.q@exemple.fr',
  clientPhone: '0698765432',
  clientStreet: '7 impasse des Houblonnières',
  clientStreetMore: 'Bâtiment Glycine',
  clientZipCode: '59280',
  clientCity: 'Armentières',
  clientCountry: 'FR',
}
const identification = {
  clientNationalIdentificationType: 'passport',
  clientNationalIdentification: '19ZK86420',
  clientNationalIdentificationDeliveryDate: '2020-02-29',
  clientNationalIdentificationAutorityDelivery: 'Sous-préfecture de Dunkerque',
}
const bank = { iban: 'BE68 5390 0754 7034', accountHolder: 'Ysoline Quennesson' }
const former = 'quennesson-former@exemple.fr'
const traces = [
  'Quennesson',
  'Ysoline',
  'ysoline.q@',
  former,
  '33698765432',
  '0698765432',
  'Houblonnières',
  'Glycine',
  // Five digits alone stand in many a row of bytes by chance: as a column, as JSON, and before the town.
  ',59280,',
  '"59280"',
  '59280 Arment',
  'Armentières',
  '19ZK86420',
  'Dunkerque',
  'BE68539007547034',
  '39007547034',
]
/** What stands in the register itself: name and address, as the law asks. */
const recorded = 'public.purchase_register'

let world: SaleWorld
let manager: TestSession

beforeAll(async () => {
  world = await createSaleWorld()
  manager = await world.api.signIn('root_management_unit_manager')
  await world.sql('update organization_root_detail set customer_identity_document_required = true')
})
afterAll(() => world.close())

/** Each table of the database, of jobs too, in which something that names the person stands open, as text or as bytes. */
async function tablesThatName(words: readonly string[] = traces): Promise<readonly string[]> {
  const tables = await world.sql(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind = 'r' order by 1`,
  )
  const needles = words.flatMap((trace) => [trace, Buffer.from(trace).toString('hex')])
  const naming: string[] = []
  for (const { name } of tables as { name: string }[]) {
    const found = await world.sql(
      `select 1 from ${name} t where exists (select from unnest($1::text[]) n where strpos(t::text, n) > 0) limit 1`,
      needles,
    )
    if (found.length > 0) naming.push(name)
  }
  return naming
}

/** The customer's buyback: sold in a cart, its papers made and its mails queued, settled and paid. */
async function sellAndPay(): Promise<{ readonly id: string; readonly customerId: string }> {
  const visitor = await world.visitor()
  const cartId = randomUUID()
  const body = { ...saleOf(world), cartId, inCartId: randomUUID(), identification, bank }
  const sold = await postAs(visitor, '/api/buybacks', { ...body, customer: { ...person, clientEmail: former } })
  expect([sold.status, sold.code]).toEqual([200, undefined])
  expect((await postAs(visitor, `/api/cart/${cartId}/validate`)).status).toBe(200)
  const id = String(sold.body['id'])
  const deps = { database: world.api.db, vault: testVault, now: () => world.clock.now, trackingLink: testTrackingLink }
  const papers = () =>
    createBuybackDocuments({ ...deps, log: { warn: () => undefined }, mailQueued: () => undefined })()
  await papers()
  // The mails so far went to an address that is corrected now.
  const corrected = await manager.request(`/api/buybacks/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { contact: { clientEmail: person.clientEmail, clientPhone: person.clientPhone } },
  })
  expect(corrected.status).toBe(200)
  await settleAndPay(id)
  return { id, customerId: await customerOf(id) }
}

async function settleAndPay(id: string): Promise<void> {
  const deps = { database: world.api.db, vault: testVault, now: () => world.clock.now, trackingLink: testTrackingLink }
  await world.sql(
    `update buyback set status = 'bb_completed', settled_at = $2, validated_price_cents = 20000 where id = $1`,
    id,
    world.clock.now,
  )
  const [payment] = await world.sql('select account_id, id from payment where buyback_id = $1', id)
  const start = createPaymentJobs({
    ...deps,
    publicHolidays: createPublicHolidays(),
    http: null,
    ...noServiceOfAccounts,
  }).find(({ queue }) => queue === 'payment-start')
  await start!.run({ accountId: String(payment!['account_id']), paymentId: String(payment!['id']) })
  expect((await postAs(manager, `/api/buybacks/${id}/mark-as-paid`, {})).status).toBe(200)
}

/** Has a store take in a buyback of a web cart: from the person who declared it, or from another seller. */
async function takeIn(id: string, seller: object = {}): Promise<void> {
  const { questionnaireId, answers, transferId: paymentModeId } = world
  const body = { questionnaireId, answers: answers.best, paymentModeId, prices: plainPrices(20_000), ...seller }
  const path = `/api/store/${world.api.accounts.retailer.northStoreId}/buybacks/${id}/finalize`
  const outcome = await postAs(await world.api.signIn('store_seller'), path, { ...body, termsAccepted: true })
  expect([outcome.status, outcome.code]).toEqual([200, undefined])
}

async function customerOf(id: string): Promise<string> {
  const [row] = await world.sql('select customer_id from buyback where id = $1', id)
  return String(row!['customer_id'])
}

/** Sells the same product as another seller. */
async function sellAnother(): Promise<string> {
  const [visitor, cartId] = [await world.visitor(), randomUUID()]
  const ofAnother = {
    ...identification,
    clientNationalIdentification: '20AB11111',
    clientNationalIdentificationAutorityDelivery: 'Lille',
  }
  const body = { ...saleOf(world), cartId, inCartId: randomUUID(), identification: ofAnother }
  const sold = await postAs(visitor, '/api/buybacks', body)
  expect([sold.status, sold.code]).toEqual([200, undefined])
  expect((await postAs(visitor, `/api/cart/${cartId}/validate`)).status).toBe(200)
  return String(sold.body['id'])
}

async function register(): Promise<readonly RegisterEntryAnswer[]> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const response = await manager.request(`/api/register?from=${day(-1)}&to=${day(1)}`)
  return ((await response.json()) as { 'hydra:member': RegisterEntryAnswer[] })['hydra:member']
}

/** Tables in which people, carriers and payment services write what they like about a buyback. */
const wordy = [
  'public.buyback',
  'public.delivery_event',
  'public.item',
  'public.item_history',
  'public.parcel',
  'public.payment',
  'public.payment_attempt',
  'public.payment_release',
  'public.sync_op',
]

/** Writes words into each place of a buyback that takes them. */
async function writeAbout(buybackId: string, words: string): Promise<void> {
  const scope = [world.accountId, buybackId]
  const inStep = JSON.stringify({ refurb: { steps: [{ comment: words }, { comment: null }] } })
  await world.sql('update buyback set cancel_comment = $3 where account_id = $1 and id = $2', ...scope, words)
  await world.sql(
    'update payment set complementary_information = $3 where account_id = $1 and buyback_id = $2',
    ...scope,
    words,
  )
  await world.sql(
    `insert into payment_attempt (account_id, id, payment_id, number, key, provider, state, started_at, ended_at, failure)
     select account_id, gen_random_uuid(), id, 9, left(id::text, 30), 'http', 'failed', now(), now(), $3
     from payment where account_id = $1 and buyback_id = $2`,
    ...scope,
    words,
  )
  await world.sql(
    `insert into payment_release (account_id, id, subject, state, payment_id, amount_cents, currency, note, reason, made_at,
       decided_at)
     select account_id, gen_random_uuid(), 'mark', 'refused', id, amount_cents, currency, $3, $3, now(), now()
     from payment where account_id = $1 and buyback_id = $2`,
    ...scope,
    words,
  )
  const [item] = await world.sql(
    `insert into item (account_id, id, buyback_id, identification_number, product_id, status, destination_warehouse_id,
       comment, facts)
     select b.account_id, gen_random_uuid(), b.id, b.identification_number, b.product_id, 'item_in_transit', w.organization_id,
       $3, $4
     from buyback b join organization_warehouse w on w.account_id = b.account_id where b.account_id = $1 and b.id = $2
     limit 1
     on conflict (account_id, buyback_id) do update set comment = excluded.comment, facts = excluded.facts
     returning id`,
    ...scope,
    words,
    inStep,
  )
  const [user] = await world.sql('select id from user_account where account_id = $1 limit 1', world.accountId)
  const [opId, deviceId] = [randomUUID(), randomUUID()]
  await world.sql(
    `insert into item_history (account_id, id, item_id, action, op_id, comment, details)
     values ($1, gen_random_uuid(), $2, 'cancel', $3, $4, $5)`,
    world.accountId,
    item!['id'],
    opId,
    words,
    inStep,
  )
  await world.sql(
    `insert into sync_device (account_id, device_id, user_id, module) values ($1, $2, $3, 'rps')`,
    world.accountId,
    deviceId,
    user!['id'],
  )
  // One that a line of the item's history tells of, and one that was refused and only names the item.
  for (const [seq, args] of [{}, { itemId: item!['id'] }].entries()) {
    await world.sql(
      `insert into sync_op (account_id, op_id, device_id, user_id, module, seq, type, v, args, lanes, payload_hash, status,
         code, captured_at)
       values ($1, $2, $3, $4, 'rps', $5, 'item.test', 1, $6, '{}', sha256(''), 'rejected', 'REFUSED', now())`,
      world.accountId,
      seq === 0 ? opId : randomUUID(),
      deviceId,
      user!['id'],
      seq + 1,
      { ...args, comment: words },
    )
  }
  await world.sql(
    `with known as (
       insert into parcel (account_id, id, buyback_id, state, failure)
       values ($1, gen_random_uuid(), $2, 'program', $3)
       on conflict (account_id, buyback_id) do update set failure = excluded.failure returning account_id, id
     )
     insert into delivery_event (account_id, id, parcel_id, event_id, at, status, place, text, source,
       entered_by)
     select account_id, gen_random_uuid(), id, id::text, now(), 'DELIVERY_PICKED_UP', $3, $3, 'csv', $4 from known`,
    ...scope,
    words,
    user!['id'],
  )
}

describe('erasing a customer who has been paid', () => {
  it(
    'leaves nothing that names the person in any table but the register, whose line stays whole',
    { tags: ['slow'] },
    async () => {
      const { id, customerId } = await sellAndPay()
      const before = await register()
      expect(before).toMatchObject([
        {
          sellerName: 'Ysoline Quennesson',
          sellerAddress: '7 impasse des Houblonnières, Bâtiment Glycine, 59280 Armentières',
          sellerCountry: 'FR',
          sellerIdentity: {
            type: 'passport',
            number: '19ZK86420',
            issuedOn: '2020-02-29',
            authority: 'Sous-préfecture de Dunkerque',
          },
          priceCents: 20_000,
        },
      ])
      await writeAbout(id, `Sonner chez ${person.clientLastname}`)
      const other = await sellAnother()
      await writeAbout(other, 'Sonnette en panne')
      const named = ['public.customer', 'public.mail_message', recorded, ...wordy]
      expect(await tablesThatName()).toEqual(expect.arrayContaining(named))

      const erased = await postAs(manager, `/api/customers/${customerId}/erase`)
      expect([erased.status, erased.code]).toEqual([200, undefined])
      expect(await tablesThatName()).toEqual([recorded])
      // Of a buyback that has no payment yet.
      const unpaid = wordy.filter((name) => !name.startsWith('public.payment'))
      expect(await tablesThatName(['Sonnette en panne'])).toEqual(unpaid)
      expect(await tablesThatName(['Sonner chez'])).toEqual([])
      const [step] = await world.sql('select facts from item where buyback_id = $1', id)
      expect(step?.['facts']).toEqual({ refurb: { steps: [{ comment: '—' }, { comment: null }] } })
      const [line] = await world.sql('select content from purchase_register where buyback_id = $1', id)
      for (const secret of ['19ZK86420', 'Dunkerque', 'BE68', 'ysoline.q@', '98765432'])
        expect(line?.['content']).not.toContain(secret)

      expect(await register()).toEqual(before)
      expect(await verifyRegisters(world.api.testDatabase.ownerUrl)).toEqual([
        { accountId: world.accountId, lines: 1, fault: null, rewritten: null },
      ])
      const { body } = await outcomeOf(await manager.request(`/api/buybacks/${id}`))
      expect(body).toMatchObject({ status: 'bb_completed', paymentStatus: 'payment_completed', customer: null })
    },
  )

  it('has devices read the history again, from which words alone are gone', { tags: ['slow'] }, async () => {
    const { id, customerId } = await sellAndPay()
    await writeAbout(id, 'Sonner deux fois')
    await world.sql('update item set comment = null, facts = null where buyback_id = $1', id)
    const version = async () =>
      Number((await world.sql('select version from item where buyback_id = $1', id))[0]?.['version'])
    const before = await version()
    expect((await postAs(manager, `/api/customers/${customerId}/erase`)).status).toBe(200)
    expect(await tablesThatName(['Sonner deux fois'])).toEqual([])
    expect(await version()).toBeGreaterThan(before)
  })

  it(
    'finds all that the buybacks of one cart know of the person, and leaves who else brought one of them',
    { tags: ['slow'] },
    async () => {
      const [visitor, cartId] = [await world.visitor(), randomUUID()]
      const ids: string[] = []
      for (let at = 0; at < 3; at++) {
        const body = { ...saleOf(world, 'web_drop'), cartId, inCartId: randomUUID(), identification, bank }
        const sold = await postAs(visitor, '/api/buybacks', { ...body, customer: person })
        ids.push(String(sold.body['id']))
      }
      expect((await postAs(visitor, `/api/cart/${cartId}/validate`)).status).toBe(200)
      const [own, others, last] = ids as [string, string, string]
      const corrected = { ...person, clientEmail: former, clientLastname: 'QUENNESSON' }
      await takeIn(own, { customer: corrected })
      const odile = { ...person, clientLastname: 'Vandamme', clientFirstname: 'Odile', clientEmail: 'odile@exemple.be' }
      const elsewhere = { clientStreet: '3 quai du Port', clientStreetMore: undefined, clientZipCode: '59140' }
      const document = { ...identification, clientNationalIdentificationAutorityDelivery: 'Roubaix' }
      await takeIn(others, {
        customer: { ...odile, ...elsewhere, clientCity: 'Dunkirk', clientPhone: '0611223344' },
        identification: { ...document, clientNationalIdentification: '20AB22222' },
        bank: { iban: 'FR76 3000 6000 0112 3456 7890 189', accountHolder: 'Odile Vandamme' },
      })
      const erase = async (id: string) => postAs(manager, `/api/customers/${await customerOf(id)}/erase`)
      await settleAndPay(own)
      // One of the cart still needs the person.
      expect(await erase(own)).toMatchObject({ status: 409, code: 'CUSTOMER_IN_USE' })
      await takeIn(last)
      for (const id of [others, last]) await settleAndPay(id)
      expect(await tablesThatName()).toContain('public.customer')
      expect(await erase(own)).toMatchObject({ status: 200 })
      expect(await tablesThatName()).toEqual([recorded])
      expect(await tablesThatName(['QUENNESSON'])).toEqual([recorded])
      expect(await tablesThatName(['Odile'])).toContain('public.customer')
      expect(await erase(others)).toMatchObject({ status: 200 })
      expect(await tablesThatName(['Odile'])).toEqual([recorded])
    },
  )
})
