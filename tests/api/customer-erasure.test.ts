import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import { verifyRegisters } from '#api/db/verify-register.ts'
import { createBuybackDocuments } from '#api/jobs/buyback-documents.ts'
import { createPaymentJobs } from '#api/features/payment/payment-jobs.ts'
import type { RegisterEntryAnswer } from '#sync/calls/register.ts'
import { testTrackingLink, type TestSession } from '#tests/support/api.ts'
import { createSaleWorld, outcomeOf, postAs, saleOf, type SaleWorld } from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

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
  '59280',
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
async function tablesThatName(): Promise<readonly string[]> {
  const tables = await world.sql(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind = 'r' order by 1`,
  )
  const needles = traces.flatMap((trace) => [trace, Buffer.from(trace).toString('hex')])
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
  await world.sql(
    `update buyback set status = 'bb_completed', settled_at = $2, validated_price_cents = 20000 where id = $1`,
    id,
    world.clock.now,
  )
  const [payment] = await world.sql('select account_id, id from payment where buyback_id = $1', id)
  const start = createPaymentJobs({ ...deps, publicHolidays: createPublicHolidays(), http: null }).find(
    ({ queue }) => queue === 'payment-start',
  )
  await start!.run({ accountId: String(payment!['account_id']), paymentId: String(payment!['id']) })
  expect((await postAs(manager, `/api/buybacks/${id}/mark-as-paid`, {})).status).toBe(200)
  const [row] = await world.sql('select customer_id from buyback where id = $1', id)
  return { id, customerId: String(row!['customer_id']) }
}

async function register(): Promise<readonly RegisterEntryAnswer[]> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const response = await manager.request(`/api/register?from=${day(-1)}&to=${day(1)}`)
  return ((await response.json()) as { 'hydra:member': RegisterEntryAnswer[] })['hydra:member']
}

describe('erasing a customer who has been paid', () => {
  it('leaves nothing that names the person in any table but the register, whose line stays whole', async () => {
    const { id, customerId } = await sellAndPay()
    const before = await register()
    expect(before).toMatchObject([
      {
        sellerName: 'Ysoline Quennesson',
        sellerAddress: '7 impasse des Houblonnières, Bâtiment Glycine, 59280 Armentières, FR',
        sellerIdentity: 'passport, 19ZK86420, 2020-02-29, Sous-préfecture de Dunkerque',
        priceCents: 20_000,
      },
    ])
    const named = ['public.customer', 'public.mail_message', recorded]
    expect(await tablesThatName()).toEqual(expect.arrayContaining(named))

    const erased = await postAs(manager, `/api/customers/${customerId}/erase`)
    expect([erased.status, erased.code]).toEqual([200, undefined])
    expect(await tablesThatName()).toEqual([recorded])
    const [line] = await world.sql('select content from purchase_register where buyback_id = $1', id)
    for (const secret of ['19ZK86420', 'Dunkerque', 'BE68', 'ysoline.q@', '98765432'])
      expect(line?.['content']).not.toContain(secret)

    expect(await register()).toEqual(before)
    expect(await verifyRegisters(world.api.testDatabase.ownerUrl)).toEqual([
      { accountId: world.accountId, lines: 1, fault: null },
    ])
    const { body } = await outcomeOf(await manager.request(`/api/buybacks/${id}`))
    expect(body).toMatchObject({ status: 'bb_completed', paymentStatus: 'payment_completed', customer: null })
  })
})
