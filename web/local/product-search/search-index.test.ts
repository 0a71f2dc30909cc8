import { beforeAll, describe, expect, it } from 'vitest'
import { buildIndex, openIndex, type ProductIndex, type SearchableProduct } from './search-index.ts'

const phones = {
  categoryId: 'c1',
  categoryName: 'Smartphones',
  categoryIds: ['c0', 'c1'],
  categoryNames: ['Téléphonie', 'Smartphones'],
}
const consoles = { categoryId: 'c2', categoryName: 'Consoles', categoryIds: ['c2'], categoryNames: ['Consoles'] }

function product(id: string, facts: Partial<SearchableProduct>): SearchableProduct {
  return { id, label: id, brand: null, model: null, image: null, bestPriceCents: 1000, codes: [], ...phones, ...facts }
}

const catalog = [
  product('a', { label: 'iPhone 13', brand: 'Apple', codes: ['0194252707296', '35693803'] }),
  product('b', { label: 'iPhone 13 Pro Max', brand: 'Apple' }),
  product('c', { label: 'Galaxy S22', brand: 'Samsung', model: 'SM-S901B', codes: ['SM-S901B'] }),
  product('d', { label: 'Switch OLED', brand: 'Nintendo', ...consoles }),
  product('e', { label: 'Étui de téléphone', brand: 'Apple' }),
  product('f', { label: 'Switchbot', brand: 'Apple', ...phones }),
]

describe('the search on the device', () => {
  let index: ProductIndex
  beforeAll(async () => {
    index = await buildIndex(catalog)
  })
  const idsOf = async (text: string, more = {}) =>
    (await index.find({ text, limit: 10, ...more })).products.map(({ id }) => id)

  it('finds words written together, and puts the shorter name first', async () => {
    expect(await idsOf('iphone13')).toEqual(['a', 'b'])
    expect(await idsOf('IPHONE 13 pro')).toEqual(['b'])
  })

  it('takes no notice of accents, and knows words of categories', async () => {
    expect(await idsOf('etui')).toEqual(['e'])
    expect(await idsOf('telephonie samsung')).toEqual(['c'])
  })

  it('takes the last word for the beginning of one, the whole word first', async () => {
    expect(await idsOf('gal')).toEqual(['c'])
    expect(await idsOf('switch')).toEqual(['d', 'f'])
  })

  it('mends mistyped words where nothing else is found', async () => {
    expect(await index.find({ text: 'samsng', limit: 10 })).toMatchObject({ correctedQuery: 'samsung', total: 1 })
    expect(await index.find({ text: 'iphnoe 13', limit: 10 })).toMatchObject({ correctedQuery: 'iphone 13', total: 2 })
    expect(await idsOf('qwertz')).toEqual([])
  })

  it('answers a code by what has it, and never by what is near', async () => {
    expect(await idsOf('194252707296')).toEqual(['a'])
    expect(await idsOf('sm s901b')).toEqual(['c'])
    expect(await idsOf('356938035643809')).toEqual(['a'])
    expect(await idsOf('SM-S902B')).toEqual([])
  })

  it('narrows by category and brand, and counts what each would give', async () => {
    expect(await idsOf('', { categoryId: 'c2' })).toEqual(['d'])
    const found = await index.find({ text: '', brands: ['Apple'], limit: 2 })
    expect(found.total).toBe(4)
    expect(found.products).toHaveLength(2)
    expect(found.brands).toContainEqual({ value: 'Samsung', count: 1 })
    expect(found.categories).toEqual([{ id: 'c1', name: 'Smartphones', count: 4 }])
  })

  it('gives the next part of what was found', async () => {
    const all = await idsOf('')
    expect([...(await idsOf('', { limit: 2 })), ...(await idsOf('', { limit: 10, offset: 2 }))]).toEqual(all)
  })

  it('is the same after it was kept', async () => {
    const again = openIndex(structuredClone(index.kept))
    for (const text of ['iphone13', 'samsng', 'gal', '35693803', 'consoles'])
      expect(await again.find({ text, limit: 10 })).toEqual(await index.find({ text, limit: 10 }))
  })
})
