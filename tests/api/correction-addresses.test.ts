// @module-tag slow
import { describe, expect, it } from 'vitest'
import { address, bank, prepareCorrections, type Sold } from '#tests/support/correction-world.ts'
import { outcomeOf, postAs } from '#tests/support/sale-world.ts'

const { world, sell, ask, mails, asked, read, confirm, customerOf, actionsOf } = prepareCorrections()

describe('the other buybacks of a customer', () => {
  /** Two buybacks of one customer. */
  const siblings = async (circuit: 'web_post' | 'web_collect' = 'web_post') => {
    const [own, other] = [await sell(), await sell(circuit)]
    await world().sql(`update buyback set customer_id = $2 where id = $1`, other.id, (await customerOf(own.id))['id'])
    return { own, other }
  }
  const offered = async ({ trackingToken }: Sold) =>
    (await outcomeOf(await world().api.request(`/api/tracking/${trackingToken}`))).body['corrections']

  it('tell of the correction in their histories, unless they are over', async () => {
    const { own, other } = await siblings()
    const { other: over } = await siblings()
    await world().sql(`update buyback set customer_id = $2 where id = $1`, over.id, (await customerOf(own.id))['id'])
    await postAs(world().api, `/api/tracking/${over.trackingToken}/cancel`, { reason: 'mistake' })
    await confirm(await asked(own.trackingToken))
    const told = [{ action: 'customer_bank', details: {}, actor_id: null }]
    expect([await actionsOf(own.id), await actionsOf(other.id)]).toEqual([told, told])
    expect((await actionsOf(over.id)).filter(({ action }) => action === 'customer_bank')).toEqual([])
  })

  it('hold the address to which a carrier is ordered for one of them', async () => {
    const { own, other } = await siblings('web_collect')
    const link = await asked(own.trackingToken, { address })
    await world().sql(
      `with made as (insert into carrier (account_id, id, name, url, api_key, event_secret)
         values ($1, gen_random_uuid(), 'Carrier', 'https://carrier.example', 'x', 'x') returning id)
       insert into parcel (account_id, id, carrier_id, buyback_id, state)
       select $1, gen_random_uuid(), id, $2, 'ready' from made`,
      world().accountId,
      other.id,
    )
    expect(await offered(own)).toMatchObject({ bank: null, address: 'carrier_comes' })
    expect(await ask(own.trackingToken, { address })).toMatchObject({ body: { details: { cause: 'carrier_comes' } } })
    expect(await confirm(link)).toMatchObject({ status: 409, body: { details: { cause: 'carrier_comes' } } })
  })

  it('leave the countries from which all of them may be sent', async () => {
    const { own, other } = await siblings('web_collect')
    const methodOf = async ({ id }: Sold) =>
      (
        await world().sql(
          `select s.id, s.available_countries as countries from shipping_method s
            join buyback b on b.shipping_method_id = s.id where b.id = $1`,
          id,
        )
      )[0]!
    const before = [await methodOf(own), await methodOf(other)]
    const serves = async (id: unknown, countries: unknown) =>
      world().sql('update shipping_method set available_countries = $2 where id = $1', id, countries)
    const [ofOwn, ofOther] = before.map(({ id }) => id)
    await serves(ofOwn, ['FR', 'BE', 'DE'])
    await serves(ofOther, ['DE', 'FR'])
    const { address: closure, countries } = (await offered(own)) as { address: unknown; countries: readonly string[] }
    expect([closure, countries.toSorted()]).toEqual([null, ['DE', 'FR']])
    const belgian = { ...address, clientZipCode: '1000', clientCity: 'Bruxelles', clientCountry: 'BE' }
    const refused = await ask(own.trackingToken, { address: belgian })
    expect((refused.body['details'] as { faults: object[] }).faults).toMatchObject([{ error: 'countryNotServed' }])
    const link = await asked(own.trackingToken, { address })
    await serves(ofOther, ['DE'])
    expect(await confirm(link)).toMatchObject({ status: 409, body: { details: { cause: 'not_served' } } })
    await serves(ofOwn, ['BE'])
    expect(await offered(own)).toMatchObject({ bank: null, address: 'not_served' })
    for (const { id, countries: former } of before) await serves(id, former)
  })
})

describe('an address', () => {
  it('changes by its own link, and the papers that are made say the new one', async () => {
    const { id, trackingToken } = await sell()
    await world().sql(
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
    const papers = await world().sql(`select kind, state from buyback_document where buyback_id = $1 order by kind`, id)
    const states = Object.fromEntries(papers.map(({ kind, state }) => [String(kind), state]))
    expect(states).toMatchObject({ shipping_label: 'awaiting', tracking_sheet: 'awaiting', transfer_order: 'ready' })
    const [note, ...more] = await mails('address_corrected')
    expect([more, String(note?.['text'])]).toEqual([[], expect.stringContaining('La fiche de suivi et l’étiquette')])
  })

  /** A carrier that takes the parcels of the circuit from now on. */
  const serve = async () => {
    const [made] = await world().sql(
      `with made as (insert into carrier (account_id, id, name, url, api_key, event_secret)
         values ($1, gen_random_uuid(), 'Later', 'https://later.example', 'x', 'x') returning id)
       insert into carrier_service (account_id, carrier_id, circuit_id) select $1, id, $2 from made
       returning carrier_id as id`,
      world().accountId,
      world().circuits.web_post.id,
    )
    return async () => {
      await world().sql('delete from carrier_service where carrier_id = $1', made!['id'])
      await world().sql('delete from parcel where carrier_id = $1', made!['id'])
      await world().sql('delete from carrier where id = $1', made!['id'])
    }
  }
  const parcelsOf = (id: string) => world().sql('select state from parcel where buyback_id = $1', id)

  it('orders no carrier that serves the circuit since, where the program has made the label', async () => {
    const { id, trackingToken } = await sell()
    await world().sql(
      `update buyback_document set state = 'ready', ready_at = now(), bytes = '\\x25' where buyback_id = $1`,
      id,
    )
    const end = await serve()
    await confirm(await asked(trackingToken, { address }))
    expect(await parcelsOf(id)).toEqual([{ state: 'program' }])
    expect(
      await world().sql(
        `select state, next_attempt_at < now() + interval '1 day' as due from buyback_document
          where buyback_id = $1 and kind = 'shipping_label'`,
        id,
      ),
    ).toEqual([{ state: 'awaiting', due: true }])
    await end()
  })

  it('tells that a carrier’s label stays, and that papers stay once the product has left', async () => {
    const end = await serve()
    const [served, left] = [await sell(), await sell()]
    expect(await parcelsOf(served.id)).toEqual([{ state: 'ordering' }])
    await world().sql(`update item set status = 'item_in_transit' where buyback_id = $1`, left.id)
    const notes: string[] = []
    for (const { trackingToken } of [served, left]) {
      await world().sql('delete from mail_message')
      await confirm(await asked(trackingToken, { address }))
      notes.push(String((await mails('address_corrected'))[0]?.['text']))
    }
    expect(notes).toEqual([
      expect.stringContaining('La fiche de suivi porte la nouvelle adresse'),
      expect.stringContaining('Les documents que vous avez déjà restent tels quels.'),
    ])
    await end()
  })

  it('shows no whole IMEI behind the private link', async () => {
    const { id, trackingToken } = await sell()
    await world().sql(`update item set imei = '356938035643809' where buyback_id = $1`, id)
    const { body } = await outcomeOf(await world().api.request(`/api/tracking/${trackingToken}`))
    expect(body['declared']).toMatchObject({ imei: '•••• 3809' })
    expect(JSON.stringify(body)).not.toContain('356938035643809')
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
