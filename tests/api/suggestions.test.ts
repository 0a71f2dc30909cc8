import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { luhnDigit } from '#domain/kernel/check-digit.ts'
import type { Suggestions } from '#sync/calls/search-suggestions.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld

beforeAll(async () => {
  world = await createPublicWorld()
})
afterAll(() => world.close())

describe('suggestions for what is being typed', () => {
  const suggest = (query: string, headers = {}) =>
    world
      .ask(`/api/public/suggestions?${new URLSearchParams({ query })}`, { headers })
      .then(async (response) => (await response.json()) as Suggestions)

  it.each([
    ['ip', ['iPhone 13', 'iPhone 14', 'iPhone 13 mini'], [], []],
    ['iphone 13', ['iPhone 13', 'iPhone 13 mini'], [], []],
    ["l'ipho", ['iPhone 13', 'iPhone 14', 'iPhone 13 mini'], [], []],
    ['app', ['iPhone 13', 'iPhone 14', 'iPhone 13 mini'], ['Apple'], []],
    ['ecout', ['WF-1000XM4'], [], ['Écouteurs']],
    ['samsng', ['Galaxy S21'], ['Samsung'], []],
    ['8806090886713', ['Galaxy S21'], [], []],
    ['qwertz', [], [], []],
    ['i', [], [], []],
    ['😀😀', [], [], []],
  ])('«%s» proposes %j', async (query, products, brands, categories) => {
    const found = await suggest(query)
    expect(found.products.map(({ label }) => label)).toEqual(products)
    expect(found.brands.map(({ value }) => value)).toEqual(brands)
    expect(found.categories.map(({ name }) => name)).toEqual(categories)
    expect(found.total).toBe(products.length)
  })

  it('say how many products a brand has, and where they lead', async () => {
    const found = await suggest('sony')
    expect(found.brands).toEqual([{ value: 'Sony', count: 2 }])
    expect(found.products[0]).toMatchObject({ slug: 'sony-wf-1000xm4', bestPriceCents: 6_500 })
  })

  it('propose nothing for a device’s number, which is looked up once', async () => {
    expect(await suggest(`35123456000000${luhnDigit('35123456000000')}`)).toEqual({
      products: [],
      brands: [],
      categories: [],
      total: 0,
    })
  })

  it('name categories in the reader’s language', async () => {
    await world.change(
      `update category set translations = '{"en-GB":{"name":"Earphones"}}' where account_id = $1 and identifier = 'ecouteurs'`,
    )
    const found = await suggest('ecouteurs', { 'accept-language': 'en-GB' })
    expect(found.categories.map(({ name }) => name)).toEqual(['Earphones'])
    await world.change(`update category set translations = '{}' where account_id = $1 and identifier = 'ecouteurs'`)
  })

  it('follow a product that leaves the catalog', async () => {
    await world.change(`update product set status = 'draft' where account_id = $1 and label = 'P30 Pro'`)
    expect((await suggest('huaw')).products).toEqual([])
    await world.change(`update product set status = 'published' where account_id = $1 and label = 'P30 Pro'`)
    expect((await suggest('huaw')).products).toHaveLength(1)
  })

  it('are limited for a visitor', async () => {
    const { attempts } = throttleLimits.suggestionByVisitor
    const ask = async () => (await world.ask('/api/public/suggestions?query=ip', {}, 'typist')).status
    expect(await ask()).toBe(200)
    await world.owner.query('update throttle set hits = $1', [attempts])
    // What the process has taken at once is still spent.
    let last = 200
    for (let at = 0; at <= attempts / 10 && last === 200; at++) last = await ask()
    expect(last).toBe(429)
  })
})
