import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import {
  checkBank,
  checkCustomer,
  checkIdentification,
  checkTerms,
  type FieldFault,
} from '#domain/customer/customer.ts'
import { isImei } from '#domain/kernel/imei.ts'
import { printerSchema } from '#domain/document/printer.schema.ts'
import { dispatchRuleSchema } from '#domain/warehouse/dispatch-rule.schema.ts'
import { stockFieldsSchema } from '#domain/warehouse/stock.schema.ts'
import { refurbQuestionBody, refurbStepBody } from '#sync/calls/refurb.ts'
import type { TestSession } from '#tests/support/api.ts'
import {
  bankForm,
  createSaleWorld,
  customerForm,
  outcomeOf,
  saleOf,
  type Asker,
  type SaleWorld,
} from '#tests/support/sale-world.ts'
import { changePasswordForm } from '#web/staff/features/access/access-forms.ts'

// The specification's validation chapters (S1 §5, S2 §5), rule by rule at its edges: what the form says of a value, the
// server says too, with the same key.
let world: SaleWorld
let visitor: Asker
let admin: TestSession
let unit: TestSession
let stockId: string

beforeAll(async () => {
  world = await createSaleWorld()
  visitor = await world.visitor()
  admin = await world.api.signIn('admin')
  unit = await world.api.signIn('root_management_unit_manager')
  const [stock] = await world.sql('select id from stock where account_id = $1 limit 1', world.accountId)
  stockId = String(stock!['id'])
  await world.sql('update organization_root_detail set customer_identity_document_required = true')
})
beforeEach(() => world.sql('delete from throttle'))
afterAll(() => world.close())

const x = (count: number): string => 'x'.repeat(count)
const identity = {
  clientNationalIdentificationType: 'identity_card',
  clientNationalIdentification: '880692310285',
  clientNationalIdentificationDeliveryDate: '2020-02-29',
  clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
}
const sold = { customer: customerForm, identification: identity, bank: bankForm, termsAccepted: true }

type Row = readonly [value: unknown, error: string | null]

/** What the server finds wrong with a sale, as the form says it: the field and the key of its message. */
async function faultsOf(change: object): Promise<readonly string[]> {
  const body = saleOf(world, 'web_post', { ...sold, ...change })
  const {
    status,
    code,
    body: answer,
  } = await outcomeOf(await visitor.request('/api/buybacks', { method: 'POST', json: body }))
  if (status === 200) return []
  expect([status, code]).toEqual([422, 'CUSTOMER_INVALID'])
  const { faults } = answer['details'] as { readonly faults: readonly FieldFault[] }
  return faults.map(({ field, error }) => `${field} ${error}`)
}

const named = (checked: { readonly ok: boolean; readonly error?: readonly FieldFault[] }): readonly string[] =>
  (checked.error ?? []).map(({ field, error }) => `${field} ${error}`)

const bounded = (min: number, max: number): readonly Row[] => [
  ['', 'requiredBetween'],
  ['   ', 'requiredBetween'],
  [x(min - 1), 'between'],
  [x(min), null],
  [x(max), null],
  [x(max + 1), 'between'],
]

describe('the customer form (CART-20 to CART-26)', () => {
  it.each<[field: string, rows: readonly Row[]]>([
    ['clientLastname', bounded(2, 255)],
    ['clientFirstname', bounded(2, 255)],
    ['clientStreet', bounded(2, 125)],
    ['clientCity', bounded(2, 45)],
    [
      'clientStreetMore',
      [
        ['', null],
        [x(1), null],
        [x(125), null],
        [x(126), 'between'],
      ],
    ],
    [
      'clientEmail',
      [
        ['', 'required'],
        ['a@b', 'emailInvalid'],
        ['a@b.fr', null],
        ['a b@c.fr', 'emailInvalid'],
        [`${x(65)}@c.fr`, 'emailInvalid'],
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
  ])('%s', async (field, rows) => {
    for (const [value, error] of rows) {
      const customer = { ...customerForm, [field]: value as string }
      const expected = error === null ? [] : [`${field} ${error}`]
      expect(named(checkCustomer(customer, libraryChecks)), `form: ${String(value)}`).toEqual(expected)
      expect(await faultsOf({ customer }), `server: ${String(value)}`).toEqual(expected)
    }
  })

  it('clientCountry, which the server refuses sooner, for nothing is sent there', async () => {
    for (const [clientCountry, error] of [
      ['', 'required'],
      ['XX', 'countryInvalid'],
    ] as const) {
      const customer = { ...customerForm, clientCountry }
      expect(named(checkCustomer(customer, libraryChecks))).toEqual([`clientCountry ${error}`])
      const json = saleOf(world, 'web_post', { ...sold, customer })
      const answer = await outcomeOf(await visitor.request('/api/buybacks', { method: 'POST', json }))
      expect([answer.status, answer.code]).toEqual([409, 'CIRCUIT_NO_TRANSPORT_MODE'])
    }
  })
})

describe('the identification (CART-28 to CART-30)', () => {
  const today = () => new Date().toISOString().slice(0, 10)
  it.each<[field: keyof typeof identity, rows: readonly Row[]]>([
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
        ['2999-01-01', 'dateInFuture'],
      ],
    ],
    ['clientNationalIdentificationAutorityDelivery', bounded(2, 255)],
  ])('%s', async (field, rows) => {
    for (const [value, error] of rows) {
      const identification = { ...identity, [field]: value as string }
      const expected = error === null ? [] : [`${field} ${error}`]
      expect(named(checkIdentification(identification, today())), `form: ${String(value)}`).toEqual(expected)
      expect(await faultsOf({ identification }), `server: ${String(value)}`).toEqual(expected)
    }
  })
})

describe('the bank account and the terms (CART-31, CART-32)', () => {
  it.each<[field: keyof typeof bankForm, rows: readonly Row[]]>([
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
    ['accountHolder', bounded(2, 70)],
  ])('%s', async (field, rows) => {
    for (const [value, error] of rows) {
      const bank = { ...bankForm, [field]: value as string }
      const expected = error === null ? [] : [`${field} ${error}`]
      expect(named(checkBank(bank, libraryChecks)), `form: ${String(value)}`).toEqual(expected)
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
    const sale = await outcomeOf(await visitor.request('/api/buybacks', { method: 'POST', json: body }))
    expect(sale.code).toBe(isOne ? undefined : 'IMEI_MALFORMED')
  })
})

describe('a new password (AUTH-22 to AUTH-24)', () => {
  it.each([
    ['Abcdef1', 'PASSWORD_TOO_SHORT'],
    ['Abcdefg1', null],
    ['abcdefg1', 'PASSWORD_NEEDS_UPPERCASE'],
    ['ABCDEFG1', 'PASSWORD_NEEDS_LOWERCASE'],
    ['Abcdefgh', 'PASSWORD_NEEDS_DIGIT'],
    [`Aa1${x(125)}`, null],
    [`Aa1${x(126)}`, 'PASSWORD_TOO_LONG'],
    ['Reprise-2026', 'PASSWORD_SAME_AS_OLD'],
  ])('%s', async (password, error) => {
    const current = 'Reprise-2026'
    const form = changePasswordForm.safeParse({ current, password, repeated: password })
    expect(form.error?.issues[0]?.message ?? null).toBe(error)
    await world.sql(
      `update user_account set password_hash = (select password_hash from user_account where email = 'admin@retailer.example')
       where email = 'german@retailer.example'`,
    )
    const german = await world.api.signIn('german@retailer.example')
    const json = { current, password }
    const answer = await outcomeOf(await german.request('/api/password/change', { method: 'POST', json }))
    expect([answer.status, answer.code ?? null]).toEqual(error === null ? [204, null] : [422, error])
  })

  it('is repeated as it was', () => {
    const typed = { current: 'Reprise-2026', password: 'Abcdefg1', repeated: 'Abcdefg2' }
    expect(changePasswordForm.safeParse(typed).error?.issues[0]?.message).toBe('FORM_PASSWORD_DIFFERS')
  })
})

describe('forms of the office', () => {
  const step = () => ({ name: 'Polish', description: null, stockId, costs: [] })
  const rule = () => ({
    title: 'Phones',
    conditions: [{ attribute: 'brand', operator: 'is', values: ['Brand'] }],
    warehouseIds: [world.api.accounts.retailer.warehouseId],
  })
  const question = { label: 'Look?', type: 'unique', answers: [{ label: 'Good', stepIds: [] }] }
  const printer = { name: 'Zebra', host: 'zebra.local', port: 9100, media: '100x150', dotsPerMm: 8, active: true }
  const place = () => ({ organizationId: world.api.accounts.retailer.warehouseId })
  const wrong: Readonly<Record<string, string>> = { STOCK_NAME_REQUIRED: 'too_small', STOCK_NAME_TOO_LONG: 'too_big' }
  const names = (required: string, long: string): readonly Row[] => [
    ['', required],
    ['   ', required],
    ['n', null],
    [x(255), null],
    [x(256), long],
  ]
  const anyFault = 'REQUEST_INVALID'

  it.each<
    [
      what: string,
      path: string,
      schema: z.ZodType,
      base: () => object,
      rest: () => object,
      field: string,
      rows: readonly Row[],
    ]
  >([
    [
      'a stock',
      '/api/stocks',
      stockFieldsSchema,
      () => ({ name: 'Shelf', identifier: null, location: null }),
      () => ({ warehouseId: world.api.accounts.retailer.warehouseId }),
      'name',
      names('STOCK_NAME_REQUIRED', 'STOCK_NAME_TOO_LONG'),
    ],
    [
      'a refurb step',
      '/api/refurb-steps',
      refurbStepBody,
      step,
      () => ({}),
      'name',
      names('FORM_NAME_REQUIRED', 'FORM_TEXT_TOO_LONG'),
    ],
    [
      'a refurb step',
      '/api/refurb-steps',
      refurbStepBody,
      step,
      () => ({}),
      'description',
      [
        [null, null],
        [x(255), null],
        [x(256), 'FORM_TEXT_TOO_LONG'],
      ],
    ],
    [
      'a refurb question',
      '/api/refurb-questions',
      refurbQuestionBody,
      () => question,
      () => ({}),
      'label',
      names('FORM_NAME_REQUIRED', 'FORM_TEXT_TOO_LONG'),
    ],
    [
      'a refurb question',
      '/api/refurb-questions',
      refurbQuestionBody,
      () => question,
      () => ({}),
      'answers',
      [
        [[], 'FORM_ANSWER_REQUIRED'],
        [question.answers, null],
      ],
    ],
    [
      'a printer',
      '/api/printers',
      printerSchema,
      () => printer,
      place,
      'name',
      names('FORM_NAME_REQUIRED', 'FORM_TEXT_TOO_LONG'),
    ],
    [
      'a printer',
      '/api/printers',
      printerSchema,
      () => printer,
      place,
      'host',
      [
        ['', 'FORM_HOST_REQUIRED'],
        ['http://zebra', 'FORM_HOST_INVALID'],
        ['zebra', null],
        ['10.0.0.9', null],
      ],
    ],
    [
      'a printer',
      '/api/printers',
      printerSchema,
      () => printer,
      place,
      'port',
      [
        [80, 'FORM_PORT_NOT_ALLOWED'],
        [9100, null],
        [9109, null],
        [9110, 'FORM_PORT_NOT_ALLOWED'],
      ],
    ],
    [
      'a dispatch rule',
      '/api/warehouse-dispatch-rules',
      dispatchRuleSchema,
      rule,
      () => ({}),
      'title',
      [
        ['', anyFault],
        ['R', null],
        [x(255), null],
        [x(256), anyFault],
      ],
    ],
    [
      'a dispatch rule',
      '/api/warehouse-dispatch-rules',
      dispatchRuleSchema,
      rule,
      () => ({}),
      'conditions',
      [[[], anyFault]],
    ],
    [
      'a dispatch rule',
      '/api/warehouse-dispatch-rules',
      dispatchRuleSchema,
      rule,
      () => ({}),
      'warehouseIds',
      [[[], anyFault]],
    ],
  ])('%s (%s)', async (_, path, schema, base, rest, field, rows) => {
    for (const [value, error] of rows) {
      const typed = { ...base(), [field]: value }
      const inForm = schema.safeParse(typed)
      const issue = inForm.error?.issues[0]
      const key = error === anyFault ? issue?.code : issue?.message
      expect(inForm.success, `form: ${JSON.stringify(value)}`).toBe(error === null)
      const answer = await outcomeOf(await admin.request(path, { method: 'POST', json: { ...typed, ...rest() } }))
      if (error === null) {
        // Other rules, such as a name that is taken, come after those of the form.
        expect(answer.code, `server: ${JSON.stringify(value)}`).not.toBe('REQUEST_INVALID')
        continue
      }
      const details = answer.body['details'] as { readonly key?: string; readonly reason?: string }
      expect([answer.status, answer.code], JSON.stringify(value)).toEqual([422, 'REQUEST_INVALID'])
      expect(String(answer.body['field']).split('.')[0]).toBe(field)
      expect(error === anyFault ? details.reason : details.key).toBe(key)
      expect(key).toBe(error === anyFault ? (wrong[error] ?? key) : error)
    }
  })

  it('a stock: a name that is taken in its warehouse, whatever the case', async () => {
    const json = { name: 'Twice', warehouseId: world.api.accounts.retailer.warehouseId }
    expect((await admin.request('/api/stocks', { method: 'POST', json })).status).toBe(200)
    const again = await outcomeOf(
      await admin.request('/api/stocks', { method: 'POST', json: { ...json, name: 'tWICE' } }),
    )
    expect([again.status, again.code, again.body['field']]).toEqual([422, 'STOCK_NAME_TAKEN', 'name'])
  })

  it('the settings: a minimum of the cart in whole cents, an e-mail of the support', async () => {
    const path = `/api/organization-root-details/${world.api.accounts.retailer.rootDetailId}`
    for (const [json, status] of [
      [{ cartMinValue: -1 }, 422],
      [{ cartMinValue: 0.5 }, 422],
      [{ cartMinValue: '5' }, 422],
      [{ cartMinValue: 0 }, 200],
      [{ cartMinValue: 1 }, 200],
      [{ sellerSupportEmail: 'nobody' }, 422],
      [{ sellerSupportEmail: 'help@retailer.example' }, 200],
    ] as const)
      expect((await admin.request(path, { method: 'PATCH', json })).status, JSON.stringify(json)).toBe(status)
    expect((await admin.request(path, { method: 'PATCH', json: { cartMinValue: 0 } })).status).toBe(200)
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
    const ask = async (text: string) =>
      outcomeOf(await unit.request(`/api/buybacks/${id}/${call}`, { method: 'POST', json: { ...body, [field]: text } }))
    const long = await ask(x(256))
    expect([long.status, long.code, long.body['field']]).toEqual([422, 'REQUEST_INVALID', field])
    expect((await ask(x(255))).code).not.toBe('REQUEST_INVALID')
  })
})
