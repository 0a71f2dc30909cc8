import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buybackNumberFault } from '#domain/buyback/buyback-number.ts'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import {
  checkBank,
  checkCustomer,
  checkIdentification,
  checkTerms,
  type FieldFault,
} from '#domain/customer/customer.ts'
import { isImei } from '#domain/kernel/imei.ts'
import type { TestSession } from '#tests/support/api.ts'
import { textOf, type EdgeRow } from '#tests/support/edge-rows.ts'
import {
  bankForm,
  createSaleWorld,
  customerForm,
  outcomeOf,
  postAs,
  saleOf,
  type Asker,
  type SaleWorld,
} from '#tests/support/sale-world.ts'

// The specification's validation chapters (S1 §5, S2 §5) of sales and what is noted of them, rule by rule at its edges:
// what the form says of a value, the server says too, with the same key.
let world: SaleWorld
let visitor: Asker
let unit: TestSession

beforeAll(async () => {
  world = await createSaleWorld()
  visitor = await world.visitor()
  unit = await world.api.signIn('root_management_unit_manager')
  await world.sql('update organization_root_detail set customer_identity_document_required = true')
})
beforeEach(() => world.sql('delete from throttle'))
afterAll(() => world.close())

const identity = {
  clientNationalIdentificationType: 'identity_card',
  clientNationalIdentification: '880692310285',
  clientNationalIdentificationDeliveryDate: '2020-02-29',
  clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
}
const sold = { customer: customerForm, identification: identity, bank: bankForm, termsAccepted: true }

/** What the server finds wrong with a sale, as the form says it: the field and the key of its message. */
async function faultsOf(change: object): Promise<readonly string[]> {
  const body = saleOf(world, 'web_post', { ...sold, ...change })
  const { status, code, body: answer } = await postAs(visitor, '/api/buybacks', body)
  if (status === 200) return []
  expect([status, code]).toEqual([422, 'CUSTOMER_INVALID'])
  const { faults } = answer['details'] as { readonly faults: readonly FieldFault[] }
  return faults.map(({ field, error }) => `${field} ${error}`)
}

const faultsIn = (checked: { readonly ok: boolean; readonly error?: readonly FieldFault[] }): readonly string[] =>
  (checked.error ?? []).map(({ field, error }) => `${field} ${error}`)

const bounded = (min: number, max: number): readonly EdgeRow[] => [
  ['', 'requiredBetween'],
  ['   ', 'requiredBetween'],
  ...(min > 1 ? [[textOf(min - 1), 'between'] as const] : []),
  [textOf(min), null],
  [textOf(max), null],
  [textOf(max + 1), 'between'],
]
/** Names have a letter, too. */
const named = (min: number, max: number): readonly EdgeRow[] => [
  ...bounded(min, max),
  ['12', 'letterMissing'],
  ['É1', null],
]

/** Those of people hold no address; what hides in them, as it comes along with copied texts, is taken out. */
const ofPerson: readonly EdgeRow[] = [
  ...named(1, 255),
  ['Jean\r\nBcc: x@y.example', 'nameCharacters'],
  ['Anne,\n\nVotre paiement est bloqué : https://evil.example/x', 'nameCharacters'],
  ['www.evil.example', 'nameCharacters'],
  ['Mar\u202etin\u200b\u0007', null],
  [`Zoe${'\u0336'.repeat(120)}`, null],
]

/** An address of so many characters, whose labels are as long as they may be. */
const addressOf = (length: number): string => {
  const [local, end] = [textOf(60), '.fr']
  const rest = length - local.length - 1 - end.length
  return `${local}@${textOf(rest).replaceAll(/.{60}(?=.)/g, (label) => `${label.slice(0, -1)}.`)}${end}`
}

describe('the customer form (CART-19, CART-20 to CART-26)', () => {
  it.each<[field: string, rows: readonly EdgeRow[]]>([
    ['clientLastname', ofPerson],
    ['clientFirstname', ofPerson],
    ['clientStreet', bounded(2, 125)],
    ['clientCity', bounded(2, 45)],
    [
      'clientStreetMore',
      [
        ['', null],
        [textOf(1), null],
        [textOf(125), null],
        [textOf(126), 'between'],
      ],
    ],
    [
      'clientEmail',
      [
        ['', 'required'],
        ['a@b', 'emailInvalid'],
        ['a@b.fr', null],
        ['a b@c.fr', 'emailInvalid'],
        ['a@b.c', 'emailInvalid'],
        ['a@b@c.fr', 'emailInvalid'],
        [`${textOf(64)}@c.fr`, null],
        [`${textOf(65)}@c.fr`, 'emailInvalid'],
        [addressOf(254), null],
        [addressOf(255), 'emailInvalid'],
      ],
    ],
    [
      'clientPhone',
      [
        ['', 'required'],
        ['06123', 'phoneInvalid'],
        ['0612345678', null],
        ['+32470123456', null],
        ['abc', 'phoneInvalid'],
      ],
    ],
    [
      'clientZipCode',
      [
        ['', 'required'],
        ['5900', 'zipCodeInvalid'],
        ['59000', null],
        ['590000', 'zipCodeInvalid'],
      ],
    ],
    [
      'clientCountry',
      [
        ['', 'required'],
        ['  ', 'required'],
        ['XX', 'countryInvalid'],
        ['France', 'countryInvalid'],
        ['FR', null],
        [' fr ', null],
      ],
    ],
  ])('%s', async (field, rows) => {
    for (const [value, error] of rows) {
      const customer = { ...customerForm, [field]: value as string }
      const expected = error === null ? [] : [`${field} ${error}`]
      expect(faultsIn(checkCustomer(customer, libraryChecks)), `form: ${String(value)}`).toEqual(expected)
      expect(await faultsOf({ customer }), `server: ${String(value)}`).toEqual(expected)
    }
  })
})

describe('the identification (CART-27, CART-28 to CART-30)', () => {
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  it.each<[field: keyof typeof identity, rows: readonly EdgeRow[]]>([
    [
      'clientNationalIdentificationType',
      [
        ['', 'required'],
        ['library_card', 'identificationTypeInvalid'],
        ['passport', null],
        ['driving_licence', null],
        ['residence_permit', null],
      ],
    ],
    [
      'clientNationalIdentification',
      [
        ['', 'requiredBetween'],
        ['A123', 'between'],
        ['A1234', null],
        ['A'.repeat(20), null],
        ['A'.repeat(21), 'between'],
        ['A-1234', 'identificationNumberInvalid'],
      ],
    ],
    [
      'clientNationalIdentificationDeliveryDate',
      [
        ['', 'required'],
        ['2021-02-29', 'dateInvalid'],
        ['29/02/2020', 'dateInvalid'],
        ['2020-02-29', null],
        ['1899-12-31', 'dateTooOld'],
        ['1900-01-01', null],
        [dayFromNow(0), null],
        [dayFromNow(2), 'dateInFuture'],
      ],
    ],
    ['clientNationalIdentificationAutorityDelivery', bounded(2, 255)],
  ])('%s', async (field, rows) => {
    for (const [value, error] of rows) {
      const identification = { ...identity, [field]: value as string }
      const expected = error === null ? [] : [`${field} ${error}`]
      expect(faultsIn(checkIdentification(identification, dayFromNow(0))), `form: ${String(value)}`).toEqual(expected)
      expect(await faultsOf({ identification }), `server: ${String(value)}`).toEqual(expected)
    }
  })
})

describe('the bank account and the terms (CART-31, CART-32)', () => {
  it.each<[field: keyof typeof bankForm, rows: readonly EdgeRow[]]>([
    [
      'iban',
      [
        ['', 'required'],
        ['FR7630006000011234567890188', 'ibanInvalid'],
        ['FR7630006000011234567890189', null],
        ['fr76 3000 6000 0112 3456 7890 189', null],
        ['FR76', 'ibanInvalid'],
      ],
    ],
    ['accountHolder', named(1, 70)],
  ])('%s', async (field, rows) => {
    for (const [value, error] of rows) {
      const bank = { ...bankForm, [field]: value as string }
      const expected = error === null ? [] : [`${field} ${error}`]
      expect(faultsIn(checkBank(bank, libraryChecks)), `form: ${String(value)}`).toEqual(expected)
      expect(await faultsOf({ bank }), `server: ${String(value)}`).toEqual(expected)
    }
  })

  it('termsAccepted', async () => {
    expect(checkTerms(false).map(({ error }) => error)).toEqual(['termsNotAccepted'])
    expect(await faultsOf({ termsAccepted: false })).toEqual(['termsAccepted termsNotAccepted'])
  })
})

describe('the IMEI (PUB-17)', () => {
  it.each([
    ['', false],
    ['1'.repeat(14), false],
    ['1'.repeat(15), true],
    ['1'.repeat(16), true],
    ['1'.repeat(17), true],
    ['1'.repeat(18), false],
    ['35123456000000/', false],
    ['35-123456-000000', false],
    ['35123456000000A', false],
  ])('«%s» is one: %s', async (imei, isOne) => {
    await world.sql(
      `update organization_root_detail set enabled_premium_features = '{multi_product_cart,payment_bonus,imei_search_and_collect}'`,
    )
    expect(isImei(imei)).toBe(isOne)
    const search = await outcomeOf(await visitor.request(`/api/public/products?imei=${encodeURIComponent(imei)}`))
    expect(search.code).toBe(isOne ? undefined : 'IMEI_MALFORMED')
    const body = saleOf(world, 'web_post', { ...sold, imei })
    const sale = await postAs(visitor, '/api/buybacks', body)
    expect(sale.code).toBe(isOne ? undefined : 'IMEI_MALFORMED')
  })
})

describe('the code of a buyback (BB-09)', () => {
  it.each([
    ['200000000000', 'length'],
    ['2999999999991', null],
    ['29999999999910', 'length'],
    ['299999999999O', 'digits'],
  ])('«%s»: %s', async (typed, fault) => {
    expect(buybackNumberFault(typed)).toBe(fault)
    const { status, code } = await outcomeOf(await unit.request(`/api/buybacks/by-identification-number/${typed}`))
    expect([status, code]).toEqual([404, 'REQUEST_NOT_FOUND'])
  })

  it('leads to its buyback where it has thirteen digits', async () => {
    const sale = await visitor.request('/api/buybacks', { method: 'POST', json: saleOf(world, 'web_post', sold) })
    const { identificationNumber } = (await sale.json()) as { identificationNumber: string }
    expect(buybackNumberFault(identificationNumber)).toBeNull()
    const found = await unit.request(`/api/buybacks/by-identification-number/${identificationNumber}`)
    expect(found.status).toBe(200)
  })
})

describe('what is noted of a buyback (BB-30, BB-34)', () => {
  it.each([
    ['cancel', { reason: 'other' }, 'comment'],
    ['lost', { place: 'transport' }, 'comment'],
    ['mark-as-paid', {}, 'complementaryInformation'],
  ])('%s takes at most 255 characters', async (call, body, field) => {
    const sale = await visitor.request('/api/buybacks', { method: 'POST', json: saleOf(world, 'web_post', sold) })
    const { id } = (await sale.json()) as { id: string }
    const ask = (text: string) => postAs(unit, `/api/buybacks/${id}/${call}`, { ...body, [field]: text })
    const long = await ask(textOf(256))
    expect([long.status, long.code, long.body['field']]).toEqual([422, 'REQUEST_INVALID', field])
    expect((await ask(textOf(255))).code).not.toBe('REQUEST_INVALID')
  })
})
