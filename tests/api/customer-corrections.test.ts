// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSecrets } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { sweepCorrections } from '#api/features/buyback/correction-queries.ts'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { createSaleWorld, outcomeOf, postAs, saleOf, type Asker, type SaleWorld } from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

let world: SaleWorld
let visitor: Asker
const host = 'retailer.example'
const hour = 3_600_000

beforeAll(async () => {
  world = await createSaleWorld()
  visitor = await world.visitor()
})
beforeEach(async () => {
  world.clock.now = world.startedAt
  await world.sql('delete from throttle')
  await world.sql('delete from mail_message')
})
afterAll(() => world.close())

interface Sold {
  readonly id: string
  readonly trackingToken: string
}
const sell = async (circuit: 'web_post' | 'web_collect' | 'web_drop' = 'web_post', change: object = {}) => {
  const sold = await postAs(visitor, '/api/buybacks', saleOf(world, circuit, change as Record<string, unknown>))
  expect([sold.status, sold.code]).toEqual([200, undefined])
  await world.sql('delete from mail_message')
  return sold.body as unknown as Sold
}
const bank = { iban: 'DE89 3704 0044 0532 0130 00', accountHolder: 'Anna Martin' }
const address = { clientStreet: '3 rue Haute', clientZipCode: '69002', clientCity: 'Lyon', clientCountry: 'FR' }
const ask = (token: string, json: object = { bank }) => postAs(world.api, `/api/tracking/${token}/corrections`, json)
const mails = (kind: string) =>
  world.sql(
    `select recipient, subject, body_text as text, body_html as html, status, last_error as error from mail_message
      where kind = $1 order by created_at, id`,
    kind,
  )
/** The token of the newest mail's link. */
const linkOf = async (kind = 'bank_correction'): Promise<string> => {
  const link = /https?:\/\/(\S+)\/buyback\/tracking\/(c_\S+)/.exec(String((await mails(kind)).at(-1)?.['text']))
  expect(link?.[1]).toBe(host)
  return link![2]!
}
const asked = async (token: string, json: object = { bank }): Promise<string> => {
  expect(await ask(token, json)).toMatchObject({ status: 200, body: { isSent: true } })
  return linkOf('bank' in json ? 'bank_correction' : 'address_correction')
}
const read = async (link: string, at = host) =>
  outcomeOf(await world.api.request(`/api/corrections/${link}`, { headers: { host: at } }))
const confirm = async (link: string, at = host) =>
  outcomeOf(await world.api.request(`/api/corrections/${link}/confirm`, { method: 'POST', headers: { host: at } }))
const customerOf = async (id: string) =>
  (
    await world.sql(
      `select c.id, c.email, c.street, c.zip_code, c.city, c.account_holder, c.account_bic from customer c
        join buyback b on b.customer_id = c.id where b.id = $1`,
      id,
    )
  )[0]!
const ibanOf = async (id: string) => {
  const customerId = String((await customerOf(id))['id'])
  const { accountId } = world
  return inAccount(
    world.api.db,
    accountId,
    async (tx) => (await openSecrets(tx, testVault, { accountId, customerId })).iban,
  )
}
const former = 'FR7630006000011234567890189'
const corrected = 'DE89370400440532013000'
const actionsOf = async (id: string) =>
  (
    await world.sql(
      `select h.action, h.details, h.actor_id from item_history h join item i on i.id = h.item_id
        where i.buyback_id = $1 and h.action like 'customer\\_%'`,
      id,
    )
  ).map((row) => row)

describe('a bank account', () => {
  it('changes by the link of a mail alone, when it is confirmed, once, and a note says so', async () => {
    const { id, trackingToken } = await sell()
    const answer = await ask(trackingToken)
    expect(answer).toMatchObject({ status: 200, body: { isSent: true, mailbox: 'a•••@e•••.fr' } })
    const [mail] = await mails('bank_correction')
    expect(mail).toMatchObject({ recipient: 'anna.martin@exemple.fr', status: 'queued' })
    const told = `${String(mail?.['text'])}${String(mail?.['html'])}`
    expect(told).toContain('DE•• •••• 3000')
    expect(told).not.toMatch(/DE89|0532|37040044/)
    const link = await linkOf()
    expect((await read(link)).body).toMatchObject({
      state: 'open',
      kind: 'bank',
      bank: { iban: 'DE•• •••• 3000', accountHolder: 'Anna Martin', bic: null },
      address: null,
    })
    for (const _program of [1, 2, 3]) await read(link)
    expect(await ibanOf(id)).toBe(former)
    expect(await confirm(link)).toMatchObject({ status: 200, body: { state: 'applied', bank: null } })
    expect(await ibanOf(id)).toBe(corrected)
    expect(await confirm(link)).toMatchObject({ status: 409, code: 'CORRECTION_USED' })
    expect((await read(link)).body).toMatchObject({ state: 'applied', bank: null })
    const [note, ...more] = await mails('bank_corrected')
    expect([note?.['recipient'], more]).toEqual(['anna.martin@exemple.fr', []])
    expect(String(note?.['text'])).toContain('DE•• •••• 3000')
    expect(await actionsOf(id)).toEqual([{ action: 'customer_bank', details: {}, actor_id: null }])
    const office = await world.api.signIn('root_management_unit_manager')
    const seller = await outcomeOf(await office.request(`/api/buybacks/${id}/additional-infos`))
    expect(seller.body).toMatchObject({ iban: '3000', accountHolder: 'Anna Martin' })
    expect(world.api.logLines.join('\n')).not.toContain(link.slice(2, 40))
  })

  it('lies sealed until then, and nowhere once it has ended', async () => {
    const { trackingToken } = await sell()
    const link = await asked(trackingToken)
    const open = `select 1 from customer_correction c where strpos(c::text, $1) > 0 or strpos(c::text, $2) > 0`
    const hex = Buffer.from(corrected).toString('hex')
    expect(await world.sql(open, corrected, hex)).toEqual([])
    await confirm(link)
    expect(
      await world.sql('select 1 from customer_correction where outcome is not null and sealed is not null'),
    ).toEqual([])
  })

  it.each([
    [{ ...bank, iban: 'DE89370400440532013001' }, ['iban', 'ibanInvalid']],
    [{ ...bank, iban: 'UA213223130000026007233566001' }, ['iban', 'ibanOutsideSepa']],
    [{ ...bank, iban: 'CH9300762011623852957' }, ['bic', 'bicRequired']],
    [{ ...bank, accountHolder: 'Анна Мартин' }, ['accountHolder', 'latinLetters']],
    [{ ...bank, accountHolder: '' }, ['accountHolder', 'requiredBetween']],
  ])('keeps the rules of the form: %j', async (wrong, [field, error]) => {
    const { trackingToken } = await sell()
    const refused = await ask(trackingToken, { bank: wrong })
    expect(refused).toMatchObject({ status: 422, code: 'CUSTOMER_INVALID' })
    expect((refused.body['details'] as { faults: object[] }).faults).toMatchObject([{ field, error }])
    expect(await mails('bank_correction')).toEqual([])
  })

  it('may be a Swiss one with its bank, and keeps the bank of none that needs no name', async () => {
    const { id, trackingToken } = await sell()
    const swiss = { iban: 'CH9300762011623852957', bic: 'POFICHBEXXX', accountHolder: 'Anna Martin' }
    await confirm(await asked(trackingToken, { bank: swiss }))
    expect(await customerOf(id)).toMatchObject({ account_bic: 'POFICHBEXXX' })
    await confirm(await asked(trackingToken))
    expect([await ibanOf(id), (await customerOf(id))['account_bic']]).toEqual([corrected, null])
  })

  it('takes the customer’s own name where a Latin spelling of it was confirmed', async () => {
    const names = { clientFirstname: 'Юрий', clientLastname: 'Щербаков', clientLatinName: 'Yuriy Shcherbakov' }
    const customer = { ...saleOf(world).customer, ...names }
    const own = { iban: former, accountHolder: 'Yuriy Shcherbakov' }
    const { trackingToken } = await sell('web_post', { customer, bank: own })
    expect((await ask(trackingToken, { bank: { ...bank, accountHolder: 'Юрий Щербаков' } })).status).toBe(200)
    expect((await ask(trackingToken, { bank: { ...bank, accountHolder: 'Анна Мартин' } })).status).toBe(422)
  })

  it.each(['payment_initiated', 'payment_completed', 'payment_cancel_failed'])(
    'stays where it is once the payment has begun, and the page says why: %s',
    async (payment) => {
      const { id, trackingToken } = await sell()
      const link = await asked(trackingToken)
      await world.sql('update buyback set payment_status = $2 where id = $1', id, payment)
      expect(await confirm(link)).toMatchObject({ status: 409, code: 'CORRECTION_PAYMENT_BEGUN' })
      expect((await read(link)).body).toMatchObject({ state: 'closed', closure: 'payment_begun', bank: null })
      expect(await ask(trackingToken)).toMatchObject({ status: 409, code: 'CORRECTION_PAYMENT_BEGUN' })
      expect(await ibanOf(id)).toBe(former)
    },
  )

  it('is corrected by nobody after the buyback was cancelled, or of a gift card', async () => {
    const { trackingToken } = await sell()
    const link = await asked(trackingToken)
    await postAs(world.api, `/api/tracking/${trackingToken}/cancel`, { reason: 'mistake' })
    expect(await confirm(link)).toMatchObject({ status: 409, body: { details: { cause: 'ended' } } })
    const { body } = await outcomeOf(await world.api.request(`/api/tracking/${trackingToken}`))
    expect(body['corrections']).toMatchObject({ bank: 'ended', address: 'ended' })
  })
})

describe('the link of a mail', () => {
  it('works no more once a later one was asked for', async () => {
    const { id, trackingToken } = await sell()
    const first = await asked(trackingToken)
    world.clock.now = new Date(world.startedAt.getTime() + 1000)
    const second = await asked(trackingToken, { bank: { ...bank, iban: 'BE68539007547034' } })
    expect(await confirm(first)).toMatchObject({ status: 409, code: 'CORRECTION_REPLACED' })
    expect((await read(first)).body).toMatchObject({ state: 'replaced', bank: null })
    expect((await confirm(second)).status).toBe(200)
    expect(await ibanOf(id)).toBe('BE68539007547034')
  })

  it('is confirmed once by two tabs', async () => {
    const { id, trackingToken } = await sell()
    const link = await asked(trackingToken)
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => confirm(link)))
    expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
    expect(await actionsOf(id)).toHaveLength(1)
    expect(await mails('bank_corrected')).toHaveLength(1)
  })

  it('ends after a day, and its content with it', async () => {
    const { id, trackingToken } = await sell()
    const link = await asked(trackingToken)
    world.clock.now = new Date(world.startedAt.getTime() + 24 * hour)
    expect(await confirm(link)).toMatchObject({ status: 410, code: 'CORRECTION_EXPIRED' })
    expect((await read(link)).body).toMatchObject({ state: 'expired', bank: null })
    expect(await ibanOf(id)).toBe(former)
    const sweep = (before: Date) =>
      sweepCorrections(world.api.db, { now: new Date(world.clock.now.getTime() + 1), before })
    const rows = () => world.sql('select sealed from customer_correction where buyback_id = $1', id)
    await sweep(world.startedAt)
    expect(await rows()).toEqual([{ sealed: null }])
    expect((await read(link)).body).toMatchObject({ state: 'expired' })
    await sweep(new Date(world.clock.now.getTime() + 1))
    expect(await rows()).toEqual([])
    expect(await read(link)).toMatchObject({ status: 404, code: 'CORRECTION_LINK_INVALID' })
  })

  it('works under the host that it leads to alone, and not for one that was made up', async () => {
    const { id, trackingToken } = await sell()
    const link = await asked(trackingToken)
    for (const other of ['other.example', 'localhost'])
      for (const call of [read, confirm])
        expect(await call(link, other)).toMatchObject({ status: 404, code: 'CORRECTION_LINK_INVALID' })
    for (const made of [`${link.slice(0, -3)}AAA`, trackingToken, 'c_x'])
      expect(await confirm(made)).toMatchObject({ status: 404 })
    expect(await ibanOf(id)).toBe(former)
    expect((await confirm(link)).status).toBe(200)
  })

  it('confirms nothing where the office has corrected the mailbox since', async () => {
    const { id, trackingToken } = await sell()
    const link = await asked(trackingToken)
    await world.sql(`update customer set email = 'new@exemple.fr' where id = $1`, (await customerOf(id))['id'])
    expect(await confirm(link)).toMatchObject({ status: 409, code: 'CORRECTION_REPLACED' })
    expect(await ibanOf(id)).toBe(former)
  })

  it('is mailed a few times a day to one mailbox, and the page is told when no more go out', async () => {
    const { attempts } = throttleLimits.visitorMailByRecipient
    const { trackingToken } = await sell()
    await world.sql('delete from throttle')
    for (let each = 0; each < attempts; each++) expect((await ask(trackingToken)).body['isSent']).toBe(true)
    expect((await ask(trackingToken)).body['isSent']).toBe(false)
    expect((await mails('bank_correction')).at(-1)).toMatchObject({ status: 'failed', error: 'MAIL_LIMIT_RECIPIENT' })
  })

  it('ends with its customer, whose mails and corrections are destroyed', async () => {
    const { id, trackingToken } = await sell()
    const link = await asked(trackingToken)
    await postAs(world.api, `/api/tracking/${trackingToken}/cancel`, { reason: 'other' })
    const office = await world.api.signIn('root_management_unit_manager')
    const customerId = String((await customerOf(id))['id'])
    await world.sql(`update customer set email = 'later@exemple.fr' where id = $1`, customerId)
    const erased = await postAs(office, `/api/customers/${customerId}/erase`, {})
    expect([erased.status, erased.code]).toEqual([200, undefined])
    expect(await read(link)).toMatchObject({ status: 404, code: 'CORRECTION_LINK_INVALID' })
    expect(await world.sql('select 1 from customer_correction where buyback_id = $1', id)).toEqual([])
    expect(await mails('bank_correction')).toEqual([])
  })
})

describe('an address', () => {
  it('changes by its own link, and the papers that are made say the new one', async () => {
    const { id, trackingToken } = await sell()
    await world.sql(
      `update buyback_document set state = 'ready', ready_at = now(), bytes = '\\x25' where buyback_id = $1`,
      id,
    )
    const link = await asked(trackingToken, { address })
    const text = String((await mails('address_correction'))[0]?.['text'])
    expect(text).not.toMatch(/Haute|69002|Lyon/)
    const place = { street: '3 rue Haute', streetMore: null, zipCode: '69002', city: 'Lyon', country: 'FR' }
    expect((await read(link)).body).toMatchObject({ state: 'open', kind: 'address', bank: null, address: place })
    expect((await confirm(link)).status).toBe(200)
    expect(await customerOf(id)).toMatchObject({ street: '3 rue Haute', zip_code: '69002', city: 'Lyon' })
    expect(await actionsOf(id)).toEqual([{ action: 'customer_address', details: {}, actor_id: null }])
    const papers = await world.sql(`select kind, state from buyback_document where buyback_id = $1 order by kind`, id)
    const states = Object.fromEntries(papers.map(({ kind, state }) => [String(kind), state]))
    expect(states).toMatchObject({ shipping_label: 'awaiting', tracking_sheet: 'awaiting', transfer_order: 'ready' })
    expect(await mails('address_corrected')).toHaveLength(1)
  })

  it.each([
    [{ ...address, clientZipCode: 'ABC' }, ['clientZipCode', 'zipCodeInvalid']],
    [{ ...address, clientZipCode: '10115', clientCountry: 'DE' }, ['clientCountry', 'countryNotServed']],
    [{ ...address, clientStreet: '' }, ['clientStreet', 'requiredBetween']],
  ])('keeps the rules of the form, and is one that the product may be sent from: %j', async (wrong, [field, error]) => {
    const { trackingToken } = await sell()
    const refused = await ask(trackingToken, { address: wrong })
    expect((refused.body['details'] as { faults: object[] }).faults).toMatchObject([{ field, error }])
  })

  it('is asked for alone, or not at all', async () => {
    const { trackingToken } = await sell()
    for (const json of [{}, { bank, address }]) expect((await ask(trackingToken, json)).status).toBe(422)
    expect((await ask(trackingToken, { bank: { ...bank, more: 1 } })).status).toBe(400)
  })
})
