import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSecrets, openSignature } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { layOutDocument } from '#api/documents/make-buyback-document.ts'
import { catalogKeptMs, catalogPromiseMs } from '#domain/buyback/catalog-promise.ts'
import { confided, createCounterDevice, said, type CounterDevice } from '#tests/support/counter-world.ts'
import { createSaleWorld, plainPrices, priceThePhone, type SaleWorld } from '#tests/support/sale-world.ts'
import type { Operation } from '#sync/wire/operation.ts'
import { testVault } from '#tests/support/vault.ts'

let world: SaleWorld
let device: CounterDevice
const iban = 'FR7630006000011234567890189'

beforeAll(async () => {
  world = await createSaleWorld()
  device = await createCounterDevice(world)
})
afterAll(() => world.close())

interface Line {
  readonly itemId: string
  readonly buybackId: string
  readonly number: string
}

function lineOf({ args }: Operation): Line {
  return (args['lines'] as readonly Line[])[0]!
}

const price = (cents: number) => priceThePhone(world, cents)

async function countOf(table: string, buybackId: string): Promise<number> {
  const column = table === 'buyback' ? 'id' : 'buyback_id'
  return (await world.sql(`select 1 from ${table} where ${column} = $1`, buybackId)).length
}

describe('a sale at a counter', () => {
  it('makes the buyback with its number, its customer and its history', async () => {
    const sale = await device.sale()
    const { itemId, buybackId, number } = lineOf(sale)
    const [outcome] = await device.push(sale)
    expect(outcome).toMatchObject({ status: 'applied', result: { totalPriceCents: 20_000, numbers: [number] } })
    const [row] = await world.sql(
      `select b.identification_number, b.status, b.store_id, b.declared_price_cents, b.predeclared_price_cents,
        i.id as item_id, i.status as item_status, i.version, i.destination_warehouse_id, c.last_name, b.customer_id
       from buyback b join item i on i.buyback_id = b.id join customer c on c.id = b.customer_id where b.id = $1`,
      buybackId,
    )
    expect(row).toMatchObject({
      identification_number: number,
      status: 'bb_awaiting_inventory',
      store_id: device.storeId,
      declared_price_cents: 20_000,
      predeclared_price_cents: null,
      item_id: itemId,
      item_status: 'item_awaiting_inventory',
      version: 1,
      destination_warehouse_id: world.api.accounts.retailer.warehouseId,
      last_name: 'Martin',
    })
    const [line] = await world.sql('select action, op_id, details from item_history where item_id = $1', itemId)
    expect(line).toMatchObject({
      action: 'create',
      op_id: sale.opId,
      details: { cartId: sale.args['cartId'], priceVersion: device.catalog.version },
    })
    const customerId = String(row!['customer_id'])
    const secrets = await inAccount(world.api.db, world.accountId, (tx) =>
      openSecrets(tx, testVault, { accountId: world.accountId, customerId }),
    )
    expect(secrets).toEqual({ identityNumber: null, iban })
  })

  it('happens once, whatever comes again, with its papers and its one mail', async () => {
    const sale = await device.sale()
    const { buybackId, number } = lineOf(sale)
    const [first] = await device.push(sale)
    const [again] = await device.push(sale)
    expect(again).toEqual(first)
    expect(await countOf('buyback', buybackId)).toBe(1)
    expect(await countOf('buyback_document', buybackId)).toBeGreaterThan(0)
    const mails = await world.sql(
      `select 1 from mail_message where kind = 'buyback_confirmation' and body_text like $1`,
      `%${number}%`,
    )
    expect(mails).toHaveLength(1)
  })

  it('brings all products of a cart to life together, or none', async () => {
    const one = await device.sale()
    const first = lineOf(one)
    const second = { ...first, itemId: newId(), buybackId: newId(), number: device.nextNumber() }
    const wrong = { ...second, prices: plainPrices(19_999) }
    const refused = await device.push({ ...one, args: { ...one.args, lines: [first, wrong] } })
    expect(refused.map(said)).toEqual(['rejected BUYBACK_PRICE_CHANGED'])
    expect(refused[0]?.result).toMatchObject({ line: 1, current: { totalPriceCents: 20_000 } })
    expect(await countOf('buyback', first.buybackId)).toBe(0)
    const whole = await device.sale()
    const lines = [lineOf(whole), { ...lineOf(whole), ...second, number: device.nextNumber() }]
    expect((await device.push({ ...whole, args: { ...whole.args, lines } })).map(said)).toEqual(['applied'])
    const [{ customers } = { customers: 0 }] = await world.sql(
      'select count(distinct customer_id)::int as customers from buyback where id = any ($1::uuid[])',
      lines.map(({ buybackId }) => buybackId),
    )
    expect(customers).toBe(1)
  })

  it('shows what was confided to nobody: not in the ledger, and in no log', async () => {
    const sale = await device.sale()
    const held = await device.sale({ catalog: { version: device.catalog.version, ageMs: 0 } })
    await device.push(sale, { ...held, v: 9 })
    const [row] = await world.sql('select args from sync_op where op_id = $1', sale.opId)
    expect(row!['args']).not.toHaveProperty('sealed')
    const everything = JSON.stringify(await world.sql('select args, result from sync_op')) + world.api.logLines.join('')
    for (const secret of [iban, 'Martin', 'anna.martin@exemple.fr', 'FR76 3000'])
      expect(everything).not.toContain(secret)
  })

  it('keeps what the customer signed with under the key of the customer', async () => {
    const sale = await device.sale()
    const cartId = String(sale.args['cartId'])
    const signature = { width: 300, height: 100, path: 'M 1 2 L 3 4 5.5 6' }
    const sealed = await device.seal({ kind: 'sale', id: cartId }, { signature })
    await device.push({ ...sale, args: { ...sale.args, sealed } })
    const [{ customer_id } = { customer_id: '' }] = await world.sql(
      'select customer_id from buyback where id = $1',
      lineOf(sale).buybackId,
    )
    const scope = { accountId: world.accountId, customerId: String(customer_id) }
    const kept = await inAccount(world.api.db, world.accountId, (tx) => openSignature(tx, testVault, scope))
    expect(JSON.parse(kept?.text ?? '')).toEqual(signature)
  })

  it('shows the signature on the transfer order that it makes', async () => {
    await world.sql('update circuit set transfer_order_number_of_copy = 2')
    const sale = await device.sale()
    const cartId = String(sale.args['cartId'])
    const signature = { width: 300, height: 100, path: 'M10 10l20 30l20 -30' }
    const sealed = await device.seal({ kind: 'sale', id: cartId }, { signature })
    await device.push({ ...sale, args: { ...sale.args, sealed } })
    const claimed = {
      accountId: world.accountId,
      id: newId(),
      buybackId: lineOf(sale).buybackId,
      kind: 'transfer_order',
      attempts: 1,
    } as const
    const laidOut = await inAccount(world.api.db, world.accountId, (tx) => layOutDocument(tx, testVault, claimed))
    const strokes = laidOut?.sheet.pages.flat().filter(({ kind }) => kind === 'strokes')
    expect(strokes).toHaveLength(2)
    expect(strokes?.[0]).toMatchObject({ strokes: [[[0, expect.any(Number)], expect.anything(), expect.anything()]] })
  })
})

describe('prices of a counter', () => {
  it('are those of the version that was sold by, after another one was published', async () => {
    const sale = await device.sale()
    await price(17_500)
    const newer = await device.refetch()
    expect(newer.version).not.toBe(device.catalog.version)
    expect(newer.parts.filter((part) => !device.catalog.parts.includes(part))).toHaveLength(1)
    const late = { version: device.catalog.version, ageMs: catalogPromiseMs }
    expect((await device.push({ ...sale, args: { ...sale.args, catalog: late } })).map(said)).toEqual(['applied'])
    const [row] = await world.sql('select declared_price_cents from buyback where id = $1', lineOf(sale).buybackId)
    expect(row).toEqual({ declared_price_cents: 20_000 })
  })

  it('are withdrawn where the device had not heard of the version for longer than it was promised', async () => {
    const sale = await device.sale()
    const late = { version: device.catalog.version, ageMs: catalogPromiseMs + 1 }
    expect((await device.push({ ...sale, args: { ...sale.args, catalog: late } })).map(said)).toEqual([
      'rejected COUNTER_PRICES_WITHDRAWN',
    ])
  })

  describe('at an age that the device claims (OP-6)', () => {
    const daysAgo = (days: number) => new Date(world.startedAt.getTime() - days * 86_400_000)

    /** A tablet that was signed in and sent two sales these days ago, with an old sale by prices replaced 12 days ago. */
    async function tabletOf({ signedIn, sent }: { readonly signedIn: number; readonly sent: readonly number[] }) {
      await price(20_000)
      const tablet = await createCounterDevice(world)
      const { version } = tablet.catalog
      await world.sql(
        'update device_grant set created_at = $2 where device_id = $1',
        tablet.deviceId,
        daysAgo(signedIn),
      )
      for (const days of sent) {
        const sold = await tablet.sale()
        expect((await tablet.push(sold)).map(said)).toEqual(['applied'])
        await world.sql('update sync_op set received_at = $2 where op_id = $1', sold.opId, daysAgo(days))
      }
      const old = await tablet.sale({ catalog: { version, ageMs: 0 } })
      await price(14_000)
      await tablet.refetch()
      await world.sql('update counter_catalog set replaced_at = $2 where version = $1', version, daysAgo(12))
      return { tablet, old, restore: () => price(20_000).then(() => tablet.refetch()) }
    }

    it.each([
      ['was away since', { signedIn: 29, sent: [20, 16] }, 'applied'],
      ['was away since its first sale of all', { signedIn: 29, sent: [] }, 'applied'],
      ['came back just now, and is not through with its queue', { signedIn: 29, sent: [20, 0.01] }, 'applied'],
      ['has sent other work for days', { signedIn: 29, sent: [3, 2] }, 'rejected COUNTER_AGE_DOUBTED'],
      ['was signed in for the first time after that', { signedIn: 1, sent: [] }, 'rejected COUNTER_AGE_DOUBTED'],
    ])('count, or do not, of a device that %s', async (_what, of, answer) => {
      const { tablet, old, restore } = await tabletOf(of)
      expect((await tablet.push(old)).map(said)).toEqual([answer])
      // Whatever was answered once is the answer, and the same work at today's prices is taken.
      expect((await tablet.push(old)).map(said)).toEqual([answer])
      await restore()
      expect((await tablet.push(await tablet.sale())).map(said)).toEqual(['applied'])
    })

    it('count of a device that got a new id, by what it knew under the earlier one', async () => {
      const { tablet, old, restore } = await tabletOf({ signedIn: 29, sent: [20] })
      const renamed = await createCounterDevice(world)
      const sentAs = { ...old, deviceId: renamed.deviceId }
      expect((await renamed.push(sentAs)).map(said)).toEqual(['applied'])
      await restore()
      expect((await tablet.push(await tablet.sale())).map(said)).toEqual(['applied'])
    })

    it('do not hang on what the same device has sent in another module', async () => {
      const { tablet, old, restore } = await tabletOf({ signedIn: 29, sent: [3, 2] })
      const asOther = `select (jsonb_populate_record(d, '{"module":"rps"}')).* from sync_device d where device_id = $1`
      await world.sql(`insert into sync_device ${asOther}`, tablet.deviceId)
      await world.sql(`update sync_op set module = 'rps' where device_id = $1`, tablet.deviceId)
      expect((await tablet.push(old)).map(said)).toEqual(['applied'])
      await restore()
    })
  })

  it('do not depend on the clock of the device', async () => {
    const far = await device.sale()
    expect((await device.push({ ...far, capturedAt: '2001-01-01T00:00:00.000Z' })).map(said)).toEqual(['applied'])
  })

  it('are unknown of a version that nobody published', async () => {
    const sale = await device.sale()
    const unknown = { version: 'f'.repeat(32), ageMs: 0 }
    expect((await device.push({ ...sale, args: { ...sale.args, catalog: unknown } })).map(said)).toEqual([
      'rejected COUNTER_PRICES_UNKNOWN',
    ])
  })

  it('are the same version again where a change is taken back', async () => {
    await price(20_000)
    expect((await device.refetch()).version).toBe(device.catalog.version)
    const sale = await device.sale()
    const old = { version: device.catalog.version, ageMs: catalogPromiseMs * 3 }
    expect((await device.push({ ...sale, args: { ...sale.args, catalog: old } })).map(said)).toEqual(['applied'])
  })

  it('are forgotten once no sale can name them any more', async () => {
    await price(16_000)
    await device.refetch()
    const past = new Date(world.startedAt.getTime() - catalogKeptMs - 1000)
    await world.sql(`update counter_catalog set replaced_at = $2 where version = $1`, device.catalog.version, past)
    await price(15_500)
    await device.refetch()
    const sale = await device.sale()
    expect((await device.push(sale)).map(said)).toEqual(['rejected COUNTER_PRICES_UNKNOWN'])
    await price(20_000)
    await device.refetch()
  })
})

describe('what a customer confides', () => {
  const flipped = (text: string): string => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`

  it.each([
    [
      'changed on the way',
      (sealed: Record<string, string>) => ({ ...sealed, body: flipped(sealed['body']!) }),
      'COUNTER_DETAILS_UNREADABLE',
    ],
    [
      'under another vector',
      (sealed: Record<string, string>) => ({ ...sealed, iv: flipped(sealed['iv']!) }),
      'COUNTER_DETAILS_UNREADABLE',
    ],
    [
      'with a point of no curve',
      (sealed: Record<string, string>) => ({ ...sealed, point: 'AAAA' }),
      'COUNTER_DETAILS_UNREADABLE',
    ],
    ['to an unknown key', (sealed: Record<string, string>) => ({ ...sealed, keyId: newId() }), 'COUNTER_KEY_UNKNOWN'],
  ])('is refused %s', async (_name, change, code) => {
    const sale = await device.sale()
    const sealed = change(sale.args['sealed'] as Record<string, string>)
    expect((await device.push({ ...sale, args: { ...sale.args, sealed } })).map(said)).toEqual([`rejected ${code}`])
    expect(await countOf('buyback', lineOf(sale).buybackId)).toBe(0)
  })

  it('opens for its own sale alone', async () => {
    const [one, other] = [await device.sale(), await device.sale()]
    const moved = { ...one, args: { ...one.args, sealed: other.args['sealed'] } }
    expect((await device.push(moved)).map(said)).toEqual(['rejected COUNTER_DETAILS_UNREADABLE'])
  })

  it('passes the rules of the form', async () => {
    const sale = await device.sale()
    const about = { kind: 'sale', id: String(sale.args['cartId']) } as const
    const sealed = await device.seal(about, { bank: { iban: 'FR00', accountHolder: 'Anna' }, termsAccepted: false })
    const [outcome] = await device.push({ ...sale, args: { ...sale.args, sealed } })
    expect(said(outcome!)).toBe('rejected CUSTOMER_INVALID')
    expect(JSON.stringify(outcome?.result)).toContain('iban')
    expect(JSON.stringify(outcome?.result)).not.toContain('FR00')
  })
})

describe('numbers of a counter', () => {
  it('belong to the device that drew them', async () => {
    const other = await createCounterDevice(world, {
      who: 'south@retailer.example',
      storeId: world.api.accounts.retailer.southStoreId,
    })
    const stolen = await device.sale({}, { number: other.nextNumber() })
    const invented = await device.sale({}, { number: '2999999999990' })
    expect((await device.push(stolen)).map(said)).toEqual(['rejected COUNTER_NUMBER_NOT_RESERVED'])
    expect((await device.push(invented)).map(said)).toEqual(['rejected COUNTER_NUMBER_NOT_RESERVED'])
  })

  it('are given once', async () => {
    const [one, other] = [await device.sale(), await device.sale()]
    const again = { ...lineOf(other), number: lineOf(one).number }
    const both = [one, { ...other, args: { ...other.args, lines: [again] } }]
    expect((await device.push(...both)).map(said)).toEqual(['applied', 'rejected COUNTER_NUMBER_TAKEN'])
    const later = await device.sale({}, { number: lineOf(one).number })
    expect((await device.push(later)).map(said)).toEqual(['rejected COUNTER_NUMBER_TAKEN'])
  })
})

describe('the scope of a counter', () => {
  it('is the own store', async () => {
    const sale = await device.sale({ storeId: world.api.accounts.retailer.southStoreId })
    expect((await device.push(sale)).map(said)).toEqual(['rejected SYNC_OUT_OF_SCOPE'])
  })

  it('takes a seller', async () => {
    const analyst = await world.api.signIn('management_unit_analyst')
    for (const path of ['/api/counter/catalog', `/api/counter/catalog/${device.catalog.version}`])
      expect((await analyst.request(path)).status).toBe(403)
    const operator = await world.api.signIn('warehouse_operator', { deviceId: newId() })
    const json = { deviceId: newId() }
    expect((await operator.request('/api/counter/number-blocks', { method: 'POST', json })).status).toBe(403)
    expect(
      (
        await operator.request('/api/counter/parts', {
          method: 'POST',
          json: { ids: device.catalog.parts.slice(0, 1) },
        })
      ).status,
    ).toBe(403)
  })

  it('holds the catalog of the own account', async () => {
    const stranger = await world.api.signIn('admin@other.example')
    const ids = device.catalog.parts.slice(0, 2)
    const parts = await stranger.request('/api/counter/parts', { method: 'POST', json: { ids } })
    expect(await parts.json()).toEqual({ parts: [] })
    expect((await stranger.request(`/api/counter/catalog/${device.catalog.version}`)).status).toBe(404)
  })
})

it('sells by what a device can read: rules and parts', async () => {
  const rules = await device.session.request(`/api/counter/catalog/${device.catalog.version}`)
  expect(await rules.json()).toMatchObject({
    settings: { cartMinCents: 0, features: ['multi_product_cart', 'payment_bonus'] },
    categories: [{ id: world.categoryId, questionnaireId: world.questionnaireId }],
    questionnaires: [{ id: world.questionnaireId }],
  })
  const parts = await device.session.request('/api/counter/parts', {
    method: 'POST',
    json: { ids: [...new Set(device.catalog.parts)] },
  })
  const { parts: found } = (await parts.json()) as { parts: { products: { id: string; prices: object }[] }[] }
  const products = found.flatMap((part) => part.products)
  expect(products.find(({ id }) => id === world.phoneId)).toMatchObject({
    prices: { grade_a: 20_000, grade_b: 15_000 },
  })
  expect(products).toHaveLength(device.catalog.productCount)
  expect(confided.termsAccepted).toBe(true)
})
