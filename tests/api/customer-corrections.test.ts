// @module-tag slow
import { describe, expect, it } from 'vitest'
import { sweepCorrections } from '#api/features/buyback/correction-queries.ts'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { address, bank, corrected, former, prepareCorrections } from '#tests/support/correction-world.ts'
import { outcomeOf, plainPrices, postAs, saleOf } from '#tests/support/sale-world.ts'

const { world, sell, ask, mails, linkOf, asked, read, confirm, customerOf, ibanOf, actionsOf } = prepareCorrections()
const hour = 3_600_000

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
    const office = await world().api.signIn('root_management_unit_manager')
    const seller = await outcomeOf(await office.request(`/api/buybacks/${id}/additional-infos`))
    expect(seller.body).toMatchObject({ iban: '3000', accountHolder: 'Anna Martin' })
    expect(world().api.logLines.join('\n')).not.toContain(link.slice(2, 40))
  })

  it('lies sealed until then, and nowhere once it has ended', async () => {
    const { trackingToken } = await sell()
    const link = await asked(trackingToken)
    const open = `select 1 from customer_correction c where strpos(c::text, $1) > 0 or strpos(c::text, $2) > 0`
    const hex = Buffer.from(corrected).toString('hex')
    expect(await world().sql(open, corrected, hex)).toEqual([])
    await confirm(link)
    expect(
      await world().sql('select 1 from customer_correction where outcome is not null and sealed is not null'),
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
    const customer = { ...saleOf(world()).customer, ...names }
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
      await world().sql('update buyback set payment_status = $2 where id = $1', id, payment)
      expect(await confirm(link)).toMatchObject({ status: 409, code: 'CORRECTION_PAYMENT_BEGUN' })
      expect((await read(link)).body).toMatchObject({ state: 'closed', closure: 'payment_begun', bank: null })
      expect(await ask(trackingToken)).toMatchObject({ status: 409, code: 'CORRECTION_PAYMENT_BEGUN' })
      expect(await ibanOf(id)).toBe(former)
    },
  )

  it('is corrected by nobody after the buyback was cancelled, or of a gift card', async () => {
    const { trackingToken } = await sell()
    const link = await asked(trackingToken)
    await postAs(world().api, `/api/tracking/${trackingToken}/cancel`, { reason: 'mistake' })
    expect(await confirm(link)).toMatchObject({ status: 409, body: { details: { cause: 'ended' } } })
    const { body } = await outcomeOf(await world().api.request(`/api/tracking/${trackingToken}`))
    expect(body['corrections']).toMatchObject({ bank: 'ended', address: 'ended' })
  })
})

describe('the link of a mail', () => {
  it('works no more once a later one was asked for', async () => {
    const { id, trackingToken } = await sell()
    const first = await asked(trackingToken)
    world().clock.now = new Date(world().startedAt.getTime() + 1000)
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
    world().clock.now = new Date(world().startedAt.getTime() + 24 * hour)
    expect(await confirm(link)).toMatchObject({ status: 410, code: 'CORRECTION_EXPIRED' })
    expect((await read(link)).body).toMatchObject({ state: 'expired', bank: null })
    expect(await ibanOf(id)).toBe(former)
    const sweep = (before: Date) =>
      sweepCorrections(world().api.db, { now: new Date(world().clock.now.getTime() + 1), before })
    const rows = () => world().sql('select sealed from customer_correction where buyback_id = $1', id)
    await sweep(world().startedAt)
    expect(await rows()).toEqual([{ sealed: null }])
    expect((await read(link)).body).toMatchObject({ state: 'expired' })
    await sweep(new Date(world().clock.now.getTime() + 1))
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
    await world().sql(`update customer set email = 'new@exemple.fr' where id = $1`, (await customerOf(id))['id'])
    expect(await confirm(link)).toMatchObject({ status: 409, code: 'CORRECTION_REPLACED' })
    expect(await ibanOf(id)).toBe(former)
  })

  it('is mailed a few times a day to one mailbox, and the page is told when no more go out', async () => {
    const { attempts } = throttleLimits.visitorMailByRecipient
    const { id, trackingToken } = await sell()
    await world().sql('delete from throttle')
    for (let each = 0; each < attempts; each++) expect((await ask(trackingToken)).body['isSent']).toBe(true)
    const link = await linkOf()
    const sent = await mails('bank_correction')
    const other = { ...bank, iban: 'BE68539007547034' }
    expect(await ask(trackingToken, { bank: other })).toMatchObject({
      status: 200,
      body: { isSent: false, mailbox: 'a•••@e•••.fr' },
    })
    // Neither is the valid link ended, nor does a mail wait for the office.
    expect(await mails('bank_correction')).toEqual(sent)
    expect((await confirm(link)).status).toBe(200)
    expect(await ibanOf(id)).toBe(corrected)
  })

  it('is mailed by no later attempt once it has ended', async () => {
    const { trackingToken } = await sell()
    await asked(trackingToken)
    await world().sql(`update mail_message set status = 'failed', last_error = 'down'`)
    const office = await world().api.signIn('root_management_unit_manager')
    const retry = async () => {
      const [mail] = await world().sql(`select id from mail_message where kind = 'bank_correction'`)
      return mail === undefined ? 'gone' : (await postAs(office, `/api/jobs/${String(mail['id'])}/retry`, {})).status
    }
    await world().sql(`update customer_correction set sealed = null where outcome is null`)
    expect(await retry()).toBeGreaterThanOrEqual(400)
    expect(await mails('bank_correction')).toMatchObject([{ status: 'failed' }])
    await asked(trackingToken, { bank: { ...bank, iban: 'BE68539007547034' } })
    expect(await mails('bank_correction')).toMatchObject([{ status: 'queued' }])
    await world().sql(`update mail_message set status = 'failed', last_error = 'down'`)
    expect(await retry()).toBe(200)
    expect(await mails('bank_correction')).toMatchObject([{ status: 'queued' }])
  })

  it('writes nothing over what the office has corrected since', async () => {
    const { id, trackingToken } = await sell()
    const [ofBank, ofAddress] = [await asked(trackingToken), await asked(trackingToken, { address })]
    const office = await world().api.signIn('root_management_unit_manager')
    const corrects = async (json: object) =>
      outcomeOf(
        await office.request(`/api/buybacks/${id}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/merge-patch+json' },
          json,
        }),
      )
    const changed = await corrects({ bank: { ...bank, iban: 'BE68539007547034' } })
    expect([changed.status, changed.code]).toEqual([200, undefined])
    expect(await confirm(ofBank)).toMatchObject({ status: 409, code: 'CORRECTION_REPLACED' })
    expect(await ibanOf(id)).toBe('BE68539007547034')
    expect((await read(ofAddress)).body).toMatchObject({ state: 'open' })
    await world().sql(`update customer set zip_code = null where id = $1`, (await customerOf(id))['id'])
    const place = { ...address, clientStreet: '5 rue Basse', clientStreetMore: '' }
    const completed = await corrects({ address: place })
    expect([completed.status, completed.code]).toEqual([200, undefined])
    expect(await confirm(ofAddress)).toMatchObject({ status: 409, code: 'CORRECTION_REPLACED' })
    expect(await customerOf(id)).toMatchObject({ street: '5 rue Basse' })
  })

  it('writes nothing over what a counter has settled since', async () => {
    const { id, trackingToken } = await sell('web_drop')
    const link = await asked(trackingToken)
    const { questionnaireId, answers, transferId, api } = world()
    const finalized = await postAs(
      await api.signIn('store_seller'),
      `/api/store/${api.accounts.retailer.northStoreId}/buybacks/${id}/finalize`,
      {
        questionnaireId,
        answers: answers.best,
        paymentModeId: transferId,
        prices: plainPrices(20_000),
        termsAccepted: true,
      },
    )
    expect([finalized.status, finalized.code]).toEqual([200, undefined])
    expect(await confirm(link)).toMatchObject({ status: 409, code: 'CORRECTION_REPLACED' })
    expect(await ibanOf(id)).toBe(former)
  })

  it('ends with its customer, whose mails and corrections are destroyed', async () => {
    const { id, trackingToken } = await sell()
    const link = await asked(trackingToken)
    await postAs(world().api, `/api/tracking/${trackingToken}/cancel`, { reason: 'other' })
    const office = await world().api.signIn('root_management_unit_manager')
    const customerId = String((await customerOf(id))['id'])
    await world().sql(`update customer set email = 'later@exemple.fr' where id = $1`, customerId)
    const erased = await postAs(office, `/api/customers/${customerId}/erase`, {})
    expect([erased.status, erased.code]).toEqual([200, undefined])
    expect(await read(link)).toMatchObject({ status: 404, code: 'CORRECTION_LINK_INVALID' })
    expect(await world().sql('select 1 from customer_correction where buyback_id = $1', id)).toEqual([])
    expect(await mails('bank_correction')).toEqual([])
  })
})
