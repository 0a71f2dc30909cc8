import { describe, expect, it } from 'vitest'
import { permissionOfStep, setupGuide, setupStepIds, type SetupFacts, type SetupStepId } from './setup-guide.ts'

const nothing: SetupFacts = {
  isRetailer: true,
  isBuyer: false,
  companyCountry: 'FR',
  regions: 0,
  stores: 0,
  warehouses: 0,
  hasDefaultWarehouse: false,
  buyers: [],
  categories: 0,
  withoutBuyer: [],
  withoutCircuit: [],
  circuits: [],
  idleCircuits: [],
  products: 0,
  withoutPrice: 0,
  firstWithoutPrice: null,
  paymentModes: [],
  idlePaymentMode: null,
  hasPayer: false,
  missingTexts: ['eula', 'serviceTerms'],
  sellers: 0,
  operators: 0,
  sendsMail: false,
  host: null,
}

const whole: SetupFacts = {
  ...nothing,
  regions: 1,
  stores: 1,
  warehouses: 1,
  hasDefaultWarehouse: true,
  buyers: [{ id: 'b1', name: 'Workshop', siret: '55210055400013', capital: '10000' }],
  categories: 1,
  circuits: [
    {
      id: 'c1',
      name: 'In store',
      type: 'store_drop',
      hasShippingMethod: true,
      hasPaymentMode: true,
      lacksCarrier: false,
    },
    { id: 'c2', name: 'By post', type: 'web_post', hasShippingMethod: true, hasPaymentMode: true, lacksCarrier: false },
  ],
  products: 3,
  paymentModes: [{ id: 'm1', label: 'Transfer', isPaidByFile: true, isUnpaid: false }],
  hasPayer: true,
  missingTexts: [],
  sellers: 1,
  operators: 1,
  sendsMail: true,
  host: 'shop.example',
}

function problemsAt(id: SetupStepId, facts: Partial<SetupFacts>) {
  return setupGuide({ ...whole, ...facts })
    .find((step) => step.id === id)
    ?.problems.map(({ code, names }) => [code, ...names])
}

describe('the set-up guide', () => {
  it('asks a new retailer for every step that does not depend on another one', () => {
    const steps = setupGuide(nothing)
    const hinges: readonly SetupStepId[] = ['payer', 'carrier']
    expect(steps.map(({ id }) => id)).toEqual(setupStepIds.filter((id) => !hinges.includes(id)))
    expect(steps.filter(({ problems }) => problems.length === 0)).toEqual([])
  })

  it('has nothing open where a customer can sell and be paid', () => {
    const steps = setupGuide(whole)
    expect(steps.map(({ id }) => id)).toEqual(setupStepIds)
    expect(steps.flatMap(({ problems }) => problems)).toEqual([])
  })

  it('asks a buyer that sells nothing for its workshop alone', () => {
    const ids = setupGuide({ ...nothing, isRetailer: false, isBuyer: true }).map(({ id }) => id)
    expect(ids).toEqual(['mail', 'warehouse', 'people'])
    expect(problemsAt('people', { isRetailer: false, isBuyer: true, sellers: 0, operators: 0 })).toEqual([
      ['NO_OPERATOR'],
    ])
  })

  it('asks the account of the platform for mail alone', () => {
    expect(setupGuide({ ...nothing, isRetailer: false }).map(({ id }) => id)).toEqual(['mail'])
  })

  it('names a circuit by post that no carrier serves', () => {
    const post = { ...whole.circuits[1]!, lacksCarrier: true }
    expect(problemsAt('carrier', { circuits: [post] })).toEqual([['NO_CARRIER', 'By post']])
    expect(problemsAt('carrier', { circuits: [whole.circuits[0]!] })).toBeUndefined()
  })

  it('names a circuit that leaves the customer without a way to ship or to be paid', () => {
    const bare = { ...whole.circuits[0]!, hasShippingMethod: false, hasPaymentMode: false }
    expect(problemsAt('circuit', { circuits: [bare] })).toEqual([
      ['NO_SHIPPING_METHOD', 'In store'],
      ['NO_PAYMENT_MODE', 'In store'],
    ])
  })

  it('leads to the circuit that lacks least before one is active, and to one that the public site needs', () => {
    const idle = (id: string, type: 'web_post' | 'web_collect' | 'store_drop', hasPaymentMode: boolean) => {
      return { id, name: type, type, hasShippingMethod: true, hasPaymentMode }
    }
    const firstOf = (...idleCircuits: readonly ReturnType<typeof idle>[]) =>
      setupGuide({ ...whole, circuits: [], idleCircuits }).find(({ id }) => id === 'circuit')?.problems
    const drop = idle('c1', 'store_drop', true)
    const post = idle('c2', 'web_post', true)
    expect(firstOf(drop, post)).toEqual([{ code: 'NONE_ACTIVE', names: ['web_post'], count: 1, firstId: 'c2' }])
    expect(firstOf(idle('c3', 'web_post', false), drop)?.[0]?.firstId).toBe('c1')
    expect(firstOf()).toEqual([{ code: 'MISSING', names: [], count: 0, firstId: null }])
  })

  it('leads to a payment mode that is there before one is active', () => {
    const asked = { paymentModes: [], idlePaymentMode: { id: 'm3', name: 'Transfer' } }
    expect(problemsAt('paymentMode', asked)).toEqual([['NONE_ACTIVE', 'Transfer']])
    expect(problemsAt('paymentMode', { paymentModes: [] })).toEqual([['MISSING']])
  })

  it('says which holes a contract would have, in the country that prints them', () => {
    const buyers = [{ id: 'b1', name: 'Workshop', siret: null, capital: null }]
    expect(problemsAt('buyer', { buyers })).toEqual([
      ['NO_SIRET', 'Workshop'],
      ['NO_CAPITAL', 'Workshop'],
    ])
    expect(problemsAt('buyer', { buyers, companyCountry: 'DE' })).toEqual([])
  })

  it('names a payment mode whose service nobody reaches, and asks for a payer where files of transfers pay', () => {
    const card = { id: 'm2', label: 'Card', isPaidByFile: false, isUnpaid: true }
    expect(problemsAt('paymentMode', { paymentModes: [card] })).toEqual([['NOT_PAID', 'Card']])
    expect(problemsAt('paymentMode', { paymentModes: [{ ...card, isUnpaid: false }] })).toEqual([])
    expect(problemsAt('payer', { paymentModes: [card] })).toBeUndefined()
    expect(problemsAt('payer', { hasPayer: false })).toEqual([['MISSING']])
  })

  it('counts published products without a price, and names categories that cannot be sold', () => {
    const [step] = setupGuide({ ...whole, withoutPrice: 2, firstWithoutPrice: 'p1' }).filter(
      ({ id }) => id === 'product',
    )
    expect(step?.problems).toEqual([{ code: 'NO_PRICE', names: [], count: 2, firstId: 'p1' }])
    expect(
      problemsAt('category', {
        withoutBuyer: [{ id: 'k1', name: 'Phones' }],
        withoutCircuit: [{ id: 'k2', name: 'Bikes' }],
      }),
    ).toEqual([
      ['NO_BUYER', 'Phones'],
      ['NO_CIRCUIT', 'Bikes'],
    ])
  })

  it('says that sales would have no warehouse to go to', () => {
    expect(problemsAt('dispatch', { hasDefaultWarehouse: false })).toEqual([['NO_DEFAULT_WAREHOUSE']])
  })

  it('tells the terms without which the public site is closed from the texts that it merely lacks', () => {
    expect(problemsAt('texts', { missingTexts: ['serviceTerms', 'cookiesPolicy'] })).toEqual([
      ['NOT_OPEN', 'serviceTerms'],
      ['NO_TEXT', 'cookiesPolicy'],
    ])
    expect(problemsAt('texts', { missingTexts: ['faqAndContact'] })).toEqual([['NO_TEXT', 'faqAndContact']])
  })

  it('names the first that a problem concerns, so that its very page is found', () => {
    const steps = setupGuide({ ...whole, withoutBuyer: [{ id: 'k1', name: 'Phones' }], missingTexts: ['serviceTerms'] })
    const firstOf = (id: SetupStepId) => steps.find((step) => step.id === id)?.problems[0]?.firstId
    expect([firstOf('category'), firstOf('texts')]).toEqual(['k1', 'serviceTerms'])
  })

  it('knows who takes each step', () => {
    expect(permissionOfStep('address')).toBe('client.update')
    expect(permissionOfStep('store')).toBe('organization.write')
  })
})
