import { describe, expect, it } from 'vitest'
import { productSearch, toggledBrand } from './product-search.ts'

const category = '0197a3b0-0000-7000-8000-000000000001'

describe('the address of the results', () => {
  it.each([
    [{ query: '  iphone 13 ' }, { query: 'iphone 13' }],
    [{ query: '   ' }, {}],
    [{ query: 'x'.repeat(300) }, { query: 'x'.repeat(200) }],
    [{ category }, { category }],
    [{ category: 'phones' }, {}],
    [{ imei: '356938035643809' }, { imei: '356938035643809' }],
    [{ brand: 'Apple' }, { brand: ['Apple'] }],
    [{ brand: ['Apple', 'Sony', ''] }, { brand: ['Apple', 'Sony'] }],
    [{ page: '3' }, { page: 3 }],
    [{ page: '1' }, {}],
    [{ page: '-2' }, {}],
    [{ page: 'two' }, {}],
    [{ other: '1' }, {}],
  ])('%o is read as %o', (given, read) => {
    expect(productSearch(given)).toEqual(read)
  })

  it('puts a brand in and takes it out, and begins at the first page again', () => {
    expect(toggledBrand({ query: 'a', page: 3 }, 'Sony')).toEqual({ query: 'a', brand: ['Sony'] })
    expect(toggledBrand({ brand: ['Apple', 'Sony'] }, 'Apple')).toEqual({ brand: ['Sony'] })
    expect(toggledBrand({ query: 'a', brand: ['Sony'] }, 'Sony')).toEqual({ query: 'a' })
  })
})
