import { expect, it } from 'vitest'
import type { Predeclared } from '../catalog/sale-facts.ts'
import type { CustomerDraft } from './customer-draft.ts'
import { confidedOf } from './sell-cart.ts'
import type { PricedCart } from './use-priced-cart.ts'

const draft: CustomerDraft = {
  customer: {},
  identification: {},
  bank: {},
  language: null,
  former: null,
  mayBeFound: false,
  keepsWeb: false,
  checkedFor: null,
  faults: [],
}

const sealedFor = (changed: Partial<CustomerDraft>) =>
  confidedOf({
    draft: { ...draft, ...changed },
    priced: {
      catalog: { rules: { settings: { language: 'fr-FR' } } },
      predeclared: {} as Predeclared,
      asked: { identification: false, bank: false },
    } as PricedCart,
    signed: { kind: 'typed', name: 'Claire Martin' },
  })

it('seals the language that the form shows: the one that is chosen, or else that of the account', () => {
  expect(sealedFor({})).toMatchObject({ language: 'fr-FR' })
  expect(sealedFor({ language: 'nl-BE' })).toMatchObject({ language: 'nl-BE' })
})

it('seals no language over what the web was told', () => {
  expect(sealedFor({ keepsWeb: true, language: 'nl-BE' })).not.toHaveProperty('language')
})

it('names the customer who was found, though all of it was typed: a no has to reach the earlier sale', () => {
  const id = '00000000-0000-7000-8000-000000000001'
  const former = { id, identification: null, bank: null, name: { firstName: 'Claire', lastName: 'Martin' } }
  expect(sealedFor({ former, mayBeFound: false })).toMatchObject({ formerId: id, mayBeFound: false })
  expect(sealedFor({})).not.toHaveProperty('formerId')
})
