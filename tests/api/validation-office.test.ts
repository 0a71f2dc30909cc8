import { createCommonPasswords } from '#domain/access/common-passwords.ts'
import { checkNewPassword } from '#domain/access/password.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { printerSchema } from '#domain/document/printer.schema.ts'
import { dispatchRuleSchema } from '#domain/dispatch/dispatch-rule.schema.ts'
import { stockFieldsSchema } from '#domain/stock/stock.schema.ts'
import { refurbQuestionBody, refurbStepBody } from '#sync/calls/refurb.ts'
import type { TestSession } from '#tests/support/api.ts'
import { textOf, type EdgeRow } from '#tests/support/edge-rows.ts'
import { createSaleWorld, postAs, type SaleWorld } from '#tests/support/sale-world.ts'
import { changePasswordForm } from '#web/staff/features/access/access-forms.ts'

// The specification's validation chapter of the office (S2 §5), rule by rule at its edges: what the form says of a
// value, the server says too, with the same key.
let world: SaleWorld
let admin: TestSession
let stockId: string

const common = createCommonPasswords()
const judge = (password: string) => {
  const judged = checkNewPassword(password, { email: 'german@retailer.example', accountName: null, common })
  return judged.ok ? null : judged.error
}

beforeAll(async () => {
  world = await createSaleWorld()
  admin = await world.api.signIn('admin')
  const [stock] = await world.sql('select id from stock where account_id = $1 limit 1', world.accountId)
  stockId = String(stock!['id'])
})
beforeEach(() => world.sql('delete from throttle'))
afterAll(() => world.close())

describe('a new password (AUTH-22 to AUTH-24)', () => {
  it.each([
    ['Xbcdew1', 'PASSWORD_TOO_SHORT'],
    ['Xbcdewg1', null],
    ['abcdefg1', 'PASSWORD_NEEDS_UPPERCASE'],
    ['ABCDEFG1', 'PASSWORD_NEEDS_LOWERCASE'],
    ['Abcdefgh', 'PASSWORD_NEEDS_DIGIT'],
    ['P@ssw0rd1', 'PASSWORD_COMMON'],
    ['My-German-31', 'PASSWORD_HOLDS_NAME'],
    [`Aa1${textOf(125)}`, null],
    [`Aa1${textOf(126)}`, 'PASSWORD_TOO_LONG'],
    ['Reprise-2026', 'PASSWORD_SAME_AS_OLD'],
  ])('%s', async (password, error) => {
    const current = 'Reprise-2026'
    const form = changePasswordForm(judge).safeParse({ current, password, repeated: password })
    expect(form.error?.issues[0]?.message ?? null).toBe(error)
    await world.sql(
      `update user_account set password_hash = (select password_hash from user_account where email = 'admin@retailer.example')
       where email = 'german@retailer.example'`,
    )
    const german = await world.api.signIn('german@retailer.example')
    const json = { current, password }
    const answer = await postAs(german, '/api/password/change', json)
    expect([answer.status, answer.code ?? null]).toEqual(error === null ? [204, null] : [422, error])
  })

  it('is repeated as it was', () => {
    const typed = { current: 'Reprise-2026', password: 'Xbcdewg1', repeated: 'Xbcdewg2' }
    expect(changePasswordForm(judge).safeParse(typed).error?.issues[0]?.message).toBe('FORM_PASSWORD_DIFFERS')
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
  const label = { media: '100x150', dotsPerMm: 8, active: true }
  const printer = { name: 'Zebra', host: 'zebra.local', port: 9100, ...label, encrypted: true, fingerprint: '' }
  const place = () => ({ organizationId: world.api.accounts.retailer.warehouseId })
  /** A text that is asked for, up to 255 characters (CART-23, CART-33). */
  const names = (least: 1 | 2): readonly EdgeRow[] => [
    ['', 'FORM_REQUIRED_BETWEEN'],
    ['   ', 'FORM_REQUIRED_BETWEEN'],
    ['n', least === 1 ? null : 'FORM_TEXT_BETWEEN'],
    ['no', null],
    [textOf(255), null],
    [textOf(256), 'FORM_TEXT_BETWEEN'],
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
      rows: readonly EdgeRow[],
    ]
  >([
    [
      'a stock',
      '/api/stocks',
      stockFieldsSchema,
      () => ({ name: 'Shelf', identifier: null, location: null }),
      () => ({ warehouseId: world.api.accounts.retailer.warehouseId }),
      'name',
      names(1),
    ],
    ['a refurb step', '/api/refurb-steps', refurbStepBody, step, () => ({}), 'name', names(1)],
    [
      'a refurb step',
      '/api/refurb-steps',
      refurbStepBody,
      step,
      () => ({}),
      'description',
      [
        [null, null],
        [textOf(255), null],
        [textOf(256), 'FORM_TEXT_TOO_LONG'],
      ],
    ],
    ['a refurb question', '/api/refurb-questions', refurbQuestionBody, () => question, () => ({}), 'label', names(1)],
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
    ['a printer', '/api/printers', printerSchema, () => printer, place, 'name', names(2)],
    [
      'a printer',
      '/api/printers',
      printerSchema,
      () => printer,
      place,
      'host',
      [
        ['', 'FORM_REQUIRED'],
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
      'a printer',
      '/api/printers',
      printerSchema,
      () => printer,
      place,
      'fingerprint',
      [
        ['', null],
        ['AB:CD', 'FORM_FINGERPRINT_INVALID'],
        ['a1:'.repeat(31) + 'a1', null],
        ['a1'.repeat(33), 'FORM_FINGERPRINT_INVALID'],
      ],
    ],
    ['a dispatch rule', '/api/warehouse-dispatch-rules', dispatchRuleSchema, rule, () => ({}), 'title', names(2)],
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
      const answer = await postAs(admin, path, { ...typed, ...rest() })
      if (error === null) {
        // Other rules, such as a name that is taken, come after those of the form.
        expect(answer.code, `server: ${JSON.stringify(value)}`).not.toBe('REQUEST_INVALID')
        continue
      }
      const details = answer.body['details'] as { readonly key?: string; readonly reason?: string }
      expect([answer.status, answer.code], JSON.stringify(value)).toEqual([422, 'REQUEST_INVALID'])
      expect(String(answer.body['field']).split('.')[0]).toBe(field)
      expect(error === anyFault ? details.reason : details.key).toBe(key)
      if (error !== anyFault) expect(key).toBe(error)
    }
  })

  it('a stock: a name that is taken in its warehouse, whatever the case', async () => {
    const json = { name: 'Twice', warehouseId: world.api.accounts.retailer.warehouseId }
    expect((await admin.request('/api/stocks', { method: 'POST', json })).status).toBe(200)
    const again = await postAs(admin, '/api/stocks', { ...json, name: 'tWICE' })
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
