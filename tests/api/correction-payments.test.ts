// @module-tag slow
import { beforeAll, expect, it } from 'vitest'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import { outcomeOf } from '#tests/support/sale-world.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { testVault } from '#tests/support/vault.ts'

const world = preparePayments()
const { api, owner, manager, settled, statusOf } = world
const host = 'retailer.example'

beforeAll(async () => {
  const payer = { name: 'Maison', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' }
  await manager().request('/api/payer', { method: 'PUT', json: payer })
})

/** Asks for another account; answers how it is confirmed. */
async function asked(id: string) {
  await owner().query('delete from throttle')
  await owner().query(`delete from mail_message where kind = 'bank_correction'`)
  const token = trackingToken(testVault, { accountId: world.account().id, buybackId: id })
  const json = { bank: { iban: 'BE68539007547034', accountHolder: 'Zoé Müller' } }
  const path = `/api/tracking/${token}/corrections`
  expect(await outcomeOf(await api().request(path, { method: 'POST', json }))).toMatchObject({ status: 200 })
  const { rows } = await owner().query<{ text: string }>(
    `select body_text as text from mail_message where kind = 'bank_correction' and buyback_ids @> array[$1]::uuid[]`,
    [id],
  )
  const link = /tracking\/(c_[\w-]+)/.exec(rows[0]!.text)![1]
  return async () =>
    outcomeOf(await api().request(`/api/corrections/${link}/confirm`, { method: 'POST', headers: { host } }))
}

const makeFile = async () =>
  outcomeOf(await manager().request('/api/payment-files', { method: 'POST', json: {} })) as Promise<{
    readonly status: number
    readonly code: string | undefined
    readonly body: { readonly file?: { readonly id: string } }
  }>

/** The ends of the accounts that a file pays. */
async function endsOf(fileId: string | undefined): Promise<readonly string[]> {
  const { body } = await outcomeOf(await manager().request(`/api/payment-files/${fileId}/lines`))
  return (body['lines'] as readonly { readonly ibanEnd: string }[]).map(({ ibanEnd }) => ibanEnd)
}

it('an unpaid payment goes to the corrected account, and a file that was made does not change', async () => {
  const [first, second] = [await settled({ mode: 'transfer' }), await settled({ mode: 'transfer' })]
  const late = await asked(second)
  expect((await (await asked(first))()).status).toBe(200)
  const { body } = await makeFile()
  expect((await endsOf(body.file?.id)).toSorted()).toEqual(['0189', '7034'])
  expect([await statusOf(first), await statusOf(second)]).toEqual(['payment_initiated', 'payment_initiated'])
  expect(await late()).toMatchObject({ status: 409, code: 'CORRECTION_PAYMENT_BEGUN' })
  expect((await endsOf(body.file?.id)).toSorted()).toEqual(['0189', '7034'])
})

it('a file that is made while the customer confirms pays either account, and the other one is refused', async () => {
  for (let round = 0; round < 2; round++) {
    const id = await settled({ mode: 'transfer' })
    const confirm = await asked(id)
    const [confirmed, made] = await Promise.all([confirm(), makeFile()])
    expect([confirmed.status, confirmed.code, made.status]).toEqual(
      confirmed.status === 200 ? [200, undefined, 200] : [409, 'CORRECTION_PAYMENT_BEGUN', 200],
    )
    expect(await endsOf(made.body.file?.id)).toEqual([confirmed.status === 200 ? '7034' : '0189'])
  }
})

it('a payment that a person has marked as paid, and that waits for a second one, has begun', async () => {
  const id = await settled({ mode: 'transfer' })
  const confirm = await asked(id)
  const { id: paymentId } = await world.paymentOf(id)
  await owner().query(
    `insert into payment_release (account_id, id, subject, payment_id, amount_cents, currency, made_by, made_at)
     select $1, gen_random_uuid(), 'mark', $2, 12345, 'EUR', id, now() from user_account where account_id = $1 limit 1`,
    [world.account().id, paymentId],
  )
  expect(await confirm()).toMatchObject({ status: 409, code: 'CORRECTION_PAYMENT_BEGUN' })
})
