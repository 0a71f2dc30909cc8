import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { impactOfModifier } from '#domain/circuit/modifier.ts'
import { newId } from '#api/db/new-id.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld
let change: PublicWorld['change']
let features: PublicWorld['features']
let refusal: PublicWorld['refusal']

beforeAll(async () => {
  world = await createPublicWorld()
  ;({ change, features, refusal } = world)
})
afterAll(() => world.close())

describe('the options of a category', () => {
  const ids = {
    post: newId(),
    drop: newId(),
    store: newId(),
    byPost: newId(),
    byStore: newId(),
    transfer: newId(),
    card: newId(),
  }
  const path = (rest = '') => `/api/public/options?categoryId=${world.categories['smartphones']}${rest}`
  const offered = async (rest = '') => (await world.read<{ circuits: readonly CircuitOption[] }>(path(rest))).circuits

  beforeAll(async () => {
    await change(
      `insert into circuit (account_id, id, type, name, modifier_type, modifier_value) values
         ($1, $2, 'web_post', 'Envoi', 'fixed', -200), ($1, $3, 'web_drop', 'Dépôt', 'none', 0),
         ($1, $4, 'store_drop', 'Comptoir', 'none', 0)`,
      ids.post,
      ids.drop,
      ids.store,
    )
    await change(
      `insert into circuit_instruction (account_id, id, circuit_id, sequence, type, label)
       values ($1, $2, $4, 2, 'post', 'Postez'), ($1, $3, $4, 1, 'protect', 'Emballez')`,
      newId(),
      newId(),
      ids.post,
    )
    await change(
      `insert into shipping_method (account_id, id, type, description, available_countries) values
         ($1, $2, 'web_post', 'Par la poste', '{FR,BE}'), ($1, $3, 'web_drop', 'En magasin', '{}')`,
      ids.byPost,
      ids.byStore,
    )
    await change(
      `insert into payment_mode (account_id, id, type, label, position, modifier_type, modifier_value,
         modifier_cap_cents) values ($1, $2, 'bank_transfer', 'Virement', 1, 'none', 0, null),
         ($1, $3, 'gift_card', 'Carte', 2, 'percentage', 10, 5000)`,
      ids.transfer,
      ids.card,
    )
    for (const circuit of [ids.post, ids.drop, ids.store]) {
      const rule = newId()
      await change(
        `insert into dispatch_circuit_rule (account_id, id, circuit_id, terms) values ($1, $2, $3, 'Conditions')`,
        rule,
        circuit,
      )
      await change(
        'insert into dispatch_circuit_rule_category (account_id, rule_id, category_id) values ($1, $2, $3)',
        rule,
        world.categories['telephonie'],
      )
      for (const mode of [ids.transfer, ids.card])
        await change(
          'insert into circuit_payment_mode (account_id, circuit_id, payment_mode_id) values ($1, $2, $3)',
          circuit,
          mode,
        )
    }
    for (const [circuit, method] of [
      [ids.post, ids.byPost],
      [ids.drop, ids.byStore],
      [ids.store, ids.byStore],
    ])
      await change(
        'insert into circuit_shipping_method (account_id, circuit_id, shipping_method_id) values ($1, $2, $3)',
        circuit,
        method,
      )
  })

  it('say what their rules say in the visitor’s language, and fall back to the account’s (CIRC-14)', async () => {
    const translated = (texts: object) =>
      change(
        `update dispatch_circuit_rule set highlighted_instruction = 'Videz-le', translations = $2
         where account_id = $1 and circuit_id = '${ids.post}'`,
        texts,
      )
    await translated({ 'de-DE': { terms: 'Bedingungen', description: 'Mit der Post' } })
    const saidIn = async (language: string) => {
      const answer = await world.ask(path('&channel=web'), { headers: { 'accept-language': language } })
      const { circuits } = (await answer.json()) as { circuits: readonly CircuitOption[] }
      const post = circuits.find(({ id }) => id === ids.post)
      return [post?.terms, post?.highlightedInstruction, post?.description]
    }
    expect(await saidIn('de-DE')).toEqual(['Bedingungen', 'Videz-le', 'Mit der Post'])
    expect((await saidIn('nl-BE')).slice(0, 2)).toEqual(['Conditions', 'Videz-le'])
    await translated({})
    expect(await saidIn('de-DE')).toEqual(['Conditions', 'Videz-le', null])
  })

  it('are the web’s circuits of the rules of the category and of those above it (CIRC-20)', async () => {
    const [drop, post] = await offered()
    expect([drop?.type, post?.type]).toEqual(['web_drop', 'web_post'])
    expect(post).toMatchObject({
      id: ids.post,
      name: 'Envoi',
      terms: 'Conditions',
      modifier: { type: 'fixed', value: -200, cappedAmount: null },
      instructions: [{ label: 'Emballez' }, { label: 'Postez' }],
      shippingMethods: [
        {
          id: ids.byPost,
          channel: 'web',
          modifier: null,
          paymentMethods: [ids.transfer, ids.card],
          availableCountries: ['FR', 'BE'],
        },
      ],
      paymentModes: [
        { type: 'bank_transfer', iban: true },
        { type: 'gift_card', iban: false, modifier: null },
      ],
    })
    expect(Object.keys(post!.paymentModes[0]!)).toEqual(
      expect.arrayContaining(['id', 'type', 'description', 'longDescription', 'label', 'modifier', 'iban']),
    )
    expect(impactOfModifier(post?.modifier ?? null)).toEqual({ type: 'amount', amountCents: -200 })
  })

  it('carry the bonus of a payment mode with the premium feature (CIRC-30)', async () => {
    await features('payment_bonus')
    const [, post] = await offered()
    await features()
    const modifier = post?.paymentModes[1]?.modifier ?? null
    expect(modifier).toEqual({ type: 'percentage', value: 10, cappedAmount: 5_000 })
    expect(impactOfModifier(modifier)).toEqual({ type: 'percentage', percent: 10, capCents: 5_000 })
  })

  it('are those of the country', async () => {
    expect((await offered('&country=FR')).map(({ type }) => type)).toEqual(['web_drop', 'web_post'])
    expect((await offered('&country=DE')).map(({ type }) => type)).toEqual(['web_drop'])
  })

  it('are none of which the rule and the circuit have no country in common', async () => {
    const set = async (rule: readonly string[], circuit: readonly string[]) => {
      await change(
        'update dispatch_circuit_rule set eligible_countries = $3 where account_id = $1 and circuit_id = $2',
        ids.post,
        rule,
      )
      await change('update circuit set eligible_countries = $3 where account_id = $1 and id = $2', ids.post, circuit)
    }
    const before = await world.change(
      'select eligible_countries from circuit where account_id = $1 and id = $2',
      ids.post,
    )
    const [was] = (before as { readonly rows: readonly { readonly eligible_countries: readonly string[] }[] }).rows
    await set(['FR'], ['BE'])
    const apart = await offered()
    await set(['FR', 'BE'], ['BE', 'DE'])
    const common = await offered()
    await set([], was?.eligible_countries ?? [])
    expect(apart.map(({ type }) => type)).toEqual(['web_drop'])
    expect(common.find(({ id }) => id === ids.post)?.eligibleCountries).toEqual(['BE'])
  })

  it('of a drop need a store that takes the category', async () => {
    const set = (status: string) =>
      change('update circuit set status = $3 where account_id = $1 and id = $2', ids.store, status)
    await set('disabled')
    const found = await offered()
    await set('enabled')
    expect(found.map(({ type }) => type)).toEqual(['web_post'])
  })

  it('of the store are for sellers alone', async () => {
    expect(await refusal(path('&channel=store'))).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    const seller = await world.api.signIn('store_seller')
    const found = await seller.request(path('&channel=store'))
    expect(((await found.json()) as { circuits: readonly CircuitOption[] }).circuits.map(({ id }) => id)).toEqual([
      ids.store,
    ])
  })

  it('say what is missing: payment modes, transport, a warehouse, the category itself (PUB-32, PUB-33)', async () => {
    await change(`update payment_mode set status = 'inactive' where account_id = $1`)
    expect(await refusal(path())).toEqual([409, 'CIRCUIT_NO_PAYMENT_MODE'])
    await change(`update shipping_method set status = 'inactive' where account_id = $1`)
    expect(await refusal(path())).toEqual([409, 'CIRCUIT_NO_TRANSPORT_MODE'])
    await change(`update payment_mode set status = 'active' where account_id = $1`)
    await change(`update shipping_method set status = 'active' where account_id = $1`)
    expect(await refusal(`/api/public/options?categoryId=${world.categories['cameras']}`)).toEqual([
      409,
      'CIRCUIT_NO_TRANSPORT_MODE',
    ])
    await change(`update organization set status = 'inactive' where account_id = $1 and type = 'warehouse'`)
    expect(await refusal(path())).toEqual([409, 'CIRCUIT_NO_WAREHOUSE'])
    await change(`update organization set status = 'active' where account_id = $1 and type = 'warehouse'`)
    // The buyer is that of a category above.
    await change(
      `update category set buyer_account_id = $2 where account_id = $1 and identifier = 'telephonie'`,
      world.api.accounts.buyer.id,
    )
    expect((await world.ask(path())).status).toBe(200)
    await change(`update account_link set status = 'inactive' where account_id = $1`)
    expect(await refusal(path())).toEqual([422, 'BUYBACK_BUYER_UNREACHABLE'])
    await change(`update account_link set status = 'active' where account_id = $1`)
    expect((await world.ask(path())).status).toBe(200)
    await change(
      `update account set status = 'inactive' where id = $2 and $1::uuid is not null`,
      world.api.accounts.buyer.id,
    )
    expect(await refusal(path())).toEqual([422, 'BUYBACK_BUYER_UNREACHABLE'])
    await change(
      `update account set status = 'active' where id = $2 and $1::uuid is not null`,
      world.api.accounts.buyer.id,
    )
    await change(`update category set buyer_account_id = null where account_id = $1 and identifier = 'telephonie'`)
    expect(await refusal(`/api/public/options?categoryId=${newId()}`)).toEqual([404, 'REQUEST_NOT_FOUND'])
    expect(await refusal('/api/public/options')).toEqual([422, 'REQUEST_INVALID'])
  })
})

describe('who buys a product', () => {
  const buyerOf = async () => (await world.read<PublicProduct>(`/api/public/products/${world.products['IP13']}`)).buyer

  it('is the account, or who the nearest category names, as the contract says', async () => {
    const { rows } = await world.owner.query<{ name: string }>('select name from account where id = $1', [
      world.accountId,
    ])
    expect(await buyerOf()).toBe(rows[0]!.name)
    const id = newId()
    await change(
      `insert into organization (account_id, id, type, common_name, corporate_name, module_type)
       values ($1, $2, 'buyer', 'Atelier', 'Atelier Nord SAS', 'lcm')`,
      id,
    )
    const buys = (identifier: string, buyer: string | null) =>
      change(
        'update category set buyer_organization_id = $3 where account_id = $1 and identifier = $2',
        identifier,
        buyer,
      )
    await buys('telephonie', id)
    expect(await buyerOf()).toBe('Atelier Nord SAS')
    await buys('telephonie', null)
  })
})
