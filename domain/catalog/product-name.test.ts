import { expect, it } from 'vitest'
import { productName } from './product-name.ts'

it('names a product by brand and model, the brand once', () => {
  const nameOf = (brand: string | null, productLabel: string | null) => productName({ brand, productLabel })
  expect(nameOf('Brand', 'Phone 12')).toBe('Brand Phone 12')
  expect(nameOf('Brand', 'BRAND Phone 12')).toBe('BRAND Phone 12')
  expect([nameOf(null, 'Phone 12'), nameOf('Brand', null), nameOf(null, null)]).toEqual(['Phone 12', 'Brand', null])
})
