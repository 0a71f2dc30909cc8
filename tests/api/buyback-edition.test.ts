// @module-tag slow
import { describe, expect, it } from 'vitest'
import { openRegisterIdentity, openSecrets, sealRegisterIdentity } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { verifyRegisters } from '#api/db/verify-register.ts'
import type { BuybackEditionAnswer } from '#sync/calls/buyback-edition.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { createTestApi, type TestSession } from '#tests/support/api.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { testVault } from '#tests/support/vault.ts'

const world = preparePayments()
const { api, owner, manager, open, become, settled, runJobs } = world

const read = async (id: string, by: TestSession = manager()) => by.request(`/api/buybacks/${id}/edition`)
const stepsOf = async (id: string, by?: TestSession) =>
  ((await (await read(id, by)).json()) as BuybackEditionAnswer).steps
const edit = (id: string, json: object, by: TestSession = manager()) =>
  by.request(`/api/buybacks/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    json,
  })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const customerOf = async (id: string) =>
  (
    await owner().query<{ id: string; email: string; phone: string; account_holder: string }>(
      'select c.id, c.email, c.phone, c.account_holder from customer c join buyback b on b.customer_id = c.id where b.id = $1',
      [id],
    )
  ).rows[0]!
const ibanOf = async (id: string) => {
  const { id: customerId } = await customerOf(id)
  const accountId = world.account().id
  return inAccount(
    api().db,
    accountId,
    async (tx) => (await openSecrets(tx, testVault, { accountId, customerId })).iban,
  )
}
/** Whether anybody waits for a lock in this database. */
const isWaitedFor = async () => (await countLockWaiters(owner())) > 0
const bank = { iban: 'BE68 5390 0754 7034', accountHolder: 'Zoé Müller' }

/** What the buyback's own page reads of it. */
const shownOf = async (id: string): Promise<unknown> => (await manager().request(`/api/buybacks/${id}`)).json()

describe('the edition of a buyback', () => {
  it('corrects product, contact and bank account at once, and says so in the history, not what', async () => {
    const id = await open({ mode: 'transfer' })
    const response = await edit(id, {
      product: { imei: '356938035643809', serialNumber: 'SN-2' },
      contact: { clientEmail: 'new@customer.example', clientPhone: '06 39 98 12 34' },
      bank,
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      product: { imei: '356938035643809', serialNumber: 'SN-2' },
      contact: { clientEmail: 'new@customer.example', clientPhone: '+33639981234' },
      bank: { ibanEnd: '7034', accountHolder: 'Zoé Müller' },
    })
    expect(await ibanOf(id)).toBe('BE68539007547034')
    const { rows } = await owner().query<{ action: string; details: unknown }>(
      `select h.action, h.details from item_history h join item i on i.id = h.item_id where i.buyback_id = $1
       and h.action = 'edit'`,
      [id],
    )
    expect(rows).toEqual([{ action: 'edit', details: { steps: ['product', 'contact', 'bank'] } }])
  })

  it('completes an address without a postal code, by the rules of its country, and leaves a whole one (F28)', async () => {
    const id = await open({ mode: 'transfer' })
    const { id: customerId } = await customerOf(id)
    const address = {
      clientStreet: '1 rue Neuve',
      clientStreetMore: '',
      clientZipCode: '69001',
      clientCity: 'Lyon',
      clientCountry: 'FR',
    }
    expect(await codeOf(await edit(id, { address }))).toBe('BUYBACK_NOT_EDITABLE')
    await owner().query(`update customer set zip_code = null where id = $1`, [customerId])
    expect(await stepsOf(id)).toContain('address')
    const wrong = await edit(id, { address: { ...address, clientZipCode: 'ABC' } })
    expect([wrong.status, await codeOf(wrong)]).toEqual([422, 'CUSTOMER_INVALID'])
    const completed = await edit(id, { address })
    expect(completed.status).toBe(200)
    expect(await completed.json()).toMatchObject({ address: { ...address, clientStreetMore: null } })
    expect(await stepsOf(id)).not.toContain('address')
  })

  it('completes the address that the register seals too, and the register stays a whole chain', async () => {
    const id = await open({ mode: 'transfer' })
    const accountId = world.account().id
    const document = { type: 'passport', number: '12AB34567', issuedOn: '2020-01-02', authority: 'Lyon' }
    const name = { lastName: 'Müller', firstName: 'Zoé' }
    const unfinished = { street: '1 rue Neuve', streetMore: null, zipCode: null, city: 'Lyon', country: 'FR' }
    await owner().query(
      'update customer set zip_code = null, register_identity = $2 where id = (select customer_id from buyback where id = $1)',
      [id, sealRegisterIdentity(testVault, accountId, { ...name, ...unfinished, ...document })],
    )
    const address = {
      clientStreet: '3 rue Haute',
      clientStreetMore: 'B',
      clientZipCode: '69002',
      clientCity: 'Lyon',
      clientCountry: 'FR',
    }
    expect((await edit(id, { address })).status).toBe(200)
    await become(id, 'bb_completed')
    const { rows } = await owner().query<{ content: string }>(
      'select content from purchase_register where buyback_id = $1',
      [id],
    )
    const line = JSON.parse(rows[0]!.content) as { readonly seller: object; readonly sealedIdentity: string }
    const sealed = Buffer.from(line.sealedIdentity.replace(/^\\x/, ''), 'hex')
    const completed = { street: '3 rue Haute', streetMore: 'B', zipCode: '69002', city: 'Lyon', country: 'FR' }
    expect(line.seller).toMatchObject(completed)
    expect(openRegisterIdentity(testVault, accountId, sealed)).toEqual({ ...name, ...completed, ...document })
    const verified = await verifyRegisters(api().testDatabase.ownerUrl)
    expect(verified.map(({ fault }) => fault)).toEqual(verified.map(() => null))
    expect(verified).not.toEqual([])
  })

  it('asks an office user for a fresh proof before it changes where money goes, and a store not', async () => {
    // The users of the other tests are those of the demo, who are never asked.
    const real = await createTestApi({ share: api(), demandsSecondFactor: true })
    const unproven = async (who: string) => {
      const session = await real.signIn(who)
      await owner().query(
        `update session set proven_at = proven_at - interval '1 hour'
         where id = (select id from session order by id desc limit 1)`,
      )
      return session
    }
    const office = await unproven('root_management_unit_manager')
    const id = await open({ mode: 'transfer' })
    const before = await ibanOf(id)
    const refused = await edit(id, { bank }, office)
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'ACCESS_PROOF_REQUIRED'])
    expect(await ibanOf(id)).toBe(before)
    expect((await edit(id, { product: { imei: '356938035643809', serialNumber: 'SN-3' } }, office)).status).toBe(200)
    const store = await edit(id, { bank }, await unproven('store_manager'))
    expect(await store.text()).not.toContain('ACCESS_PROOF_REQUIRED')
    await become(id, 'bb_completed')
    const contact = { clientEmail: 'else@customer.example', clientPhone: '06 39 98 12 34' }
    const unasked = await edit(id, { contact }, office)
    expect([unasked.status, await codeOf(unasked)]).toEqual([403, 'ACCESS_PROOF_REQUIRED'])
    await real.close()
  })

  it('does not write over what another user has corrected in between, the hidden account included', async () => {
    const id = await open({ mode: 'transfer' })
    const { version } = (await (await read(id)).json()) as BuybackEditionAnswer
    const late = (json: object) =>
      manager().request(`/api/buybacks/${id}`, {
        method: 'PATCH',
        json,
        headers: { 'if-match': `"${version}"`, 'content-type': 'application/merge-patch+json' },
      })
    expect((await edit(id, { bank })).status).toBe(200)
    const refused = await late({ bank: { ...bank, accountHolder: 'Zoé Weber' } })
    expect([refused.status, await codeOf(refused)]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
    expect((await customerOf(id)).account_holder).toBe('Zoé Müller')
    const now = (await (await read(id)).json()) as BuybackEditionAnswer
    expect(now.version).not.toBe(version)
  })

  it('changes nothing where one field is wrong, and names each of them', async () => {
    const id = await open({ mode: 'transfer' })
    const before = await customerOf(id)
    const response = await edit(id, {
      contact: { clientEmail: 'nobody', clientPhone: '12' },
      bank: { iban: 'FR7630006000011234567890188', accountHolder: '1' },
    })
    expect(response.status).toBe(422)
    const { details } = (await response.json()) as { details: { faults: { field: string; error: string }[] } }
    expect(details.faults.map(({ field, error }) => [field, error])).toEqual([
      ['clientEmail', 'emailInvalid'],
      ['clientPhone', 'phoneInvalid'],
      ['iban', 'ibanInvalid'],
      ['accountHolder', 'letterMissing'],
    ])
    expect(await customerOf(id)).toEqual(before)
    expect((await edit(id, { status: 'bb_completed' })).status).toBe(400)
  })

  it.each(['35693803564380', '356938035643809123', '35-693803-564380-9', 'no number'])(
    'refuses the IMEI %s by the code of every wrong IMEI, and changes nothing',
    async (imei) => {
      const id = await open()
      const refused = await edit(id, {
        product: { imei, serialNumber: 'SN-3' },
        contact: { clientEmail: 'x', clientPhone: '1' },
      })
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({ code: 'IMEI_MALFORMED', field: 'imei' })
      expect(((await (await read(id)).json()) as BuybackEditionAnswer).product).toEqual({
        imei: '350000000000006',
        serialNumber: 'SN1',
      })
    },
  )

  it('leaves where owed money goes to those who may pay it', async () => {
    const id = await open({ mode: 'transfer' })
    const seller = await api().signIn('store_manager')
    expect(await stepsOf(id, seller)).toEqual(['product', 'contact', 'bank'])
    await world.become(id, 'bb_completed')
    await runJobs(id)
    expect(await stepsOf(id, seller)).toEqual(['contact'])
    expect(await stepsOf(id)).toEqual(['contact', 'bank'])
    const refused = await edit(id, { bank }, seller)
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    expect((await edit(id, { bank })).status).toBe(200)
  })

  it('leaves the mailbox that confirms another account to them as well, and the phone to everybody', async () => {
    const { owed, other } = await owedAndOpen('transfer')
    const seller = await api().signIn('store_seller')
    const contact = { clientEmail: 'else@customer.example', clientPhone: '06 39 98 12 34' }
    for (const id of [owed, other]) {
      const refused = await edit(id, { contact }, seller)
      expect([refused.status, await codeOf(refused)]).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
      const phone = await edit(id, { contact: { ...contact, clientEmail: 'zoe@customer.example' } }, seller)
      expect(phone.status).toBe(200)
    }
    expect((await customerOf(owed)).email).toBe('zoe@customer.example')
    expect((await edit(owed, { contact })).status).toBe(200)
    expect((await customerOf(owed)).email).toBe('else@customer.example')
  })

  /** Two buybacks of one customer, of which the first one is owed. */
  const owedAndOpen = async (mode: 'transfer' | 'http') => {
    const [owed, other] = [await open({ mode }), await open({ mode: 'transfer' })]
    const { id: customerId } = await customerOf(owed)
    await owner().query('update buyback set customer_id = $2 where id = $1', [other, customerId])
    await world.become(owed, 'bb_completed')
    return { owed, other }
  }

  it('leaves it to them, too, by way of another buyback of the same customer', async () => {
    const { owed, other } = await owedAndOpen('transfer')
    const seller = await api().signIn('store_manager')
    for (const run of [() => undefined, () => runJobs(owed)]) {
      await run()
      expect(await stepsOf(other, seller)).toEqual(['product', 'contact'])
      const refused = await edit(other, { bank }, seller)
      expect([refused.status, await codeOf(refused)]).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    }
    expect(await ibanOf(owed)).toBe('FR7630006000011234567890189')
    expect(await stepsOf(other)).toEqual(['product', 'contact', 'bank'])
    expect((await edit(other, { bank })).status).toBe(200)
    await world.markPaid(owed)
    expect(await stepsOf(other, seller)).toEqual(['product', 'contact', 'bank'])
  })

  it('waits for the settling of another buyback of the customer, and judges by what it finds then', async () => {
    const [owed, other] = [await open({ mode: 'transfer' }), await open({ mode: 'transfer' })]
    const { id: customerId } = await customerOf(owed)
    await owner().query('update buyback set customer_id = $2 where id = $1', [other, customerId])
    const seller = await api().signIn('store_manager')
    const settling = await world.anotherOwner()
    try {
      await settling.query('begin')
      await world.become(owed, 'bb_completed', new Date(world.now()), settling)
      const edited = edit(other, { bank }, seller)
      await expect.poll(isWaitedFor).toBe(true)
      await settling.query('commit')
      expect((await edited).status).toBe(403)
    } finally {
      await settling.end()
    }
    expect(await ibanOf(owed)).toBe('FR7630006000011234567890189')
  })

  it('leaves to them as well the name of the mailbox to which a service pays', async () => {
    const { owed, other } = await owedAndOpen('http')
    const seller = await api().signIn('store_manager')
    const contact = { clientEmail: 'else@customer.example', clientPhone: '06 39 98 12 34' }
    for (const id of [owed, other]) {
      expect(await stepsOf(id, seller)).not.toContain('contact')
      const refused = await edit(id, { contact }, seller)
      expect([refused.status, await codeOf(refused)]).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    }
    expect((await customerOf(owed)).email).toBe('zoe@customer.example')
    expect((await edit(owed, { contact })).status).toBe(200)
    await world.markPaid(owed)
    expect((await edit(other, { contact }, seller)).status).toBe(200)
  })

  it(
    'takes another account where the bank has refused to pay for a kept product of a cancelled buyback',
    { tags: ['slow'] },
    async () => {
      const [kept, returned] = [await settled({ mode: 'transfer' }), await settled({ mode: 'transfer' })]
      await manager().request('/api/payer', {
        method: 'PUT',
        json: { name: 'Maison', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' },
      })
      const made = await manager().request('/api/payment-files', { method: 'POST', json: {} })
      const { file } = (await made.json()) as { file: { id: string } }
      for (const id of [kept, returned]) await world.become(id, 'bb_cancelled')
      await owner().query(
        `update item set status = 'item_to_reintegrate_to_stock', warehouse_id = $2, stock_id = $3 where buyback_id = $1`,
        [kept, world.account().warehouseId, world.account().stocks.in_quarantine],
      )
      const refusedPaymentIds = await Promise.all([kept, returned].map(async (id) => (await world.paymentOf(id)).id))
      const path = `/api/payment-files/${file.id}/sent`
      expect((await manager().request(path, { method: 'POST', json: { refusedPaymentIds } })).status).toBe(200)
      expect([await world.statusOf(kept), await world.statusOf(returned)]).toEqual([
        'payment_failed',
        'payment_cancelled',
      ])
      expect([await stepsOf(kept), await stepsOf(returned)]).toEqual([['contact', 'bank'], []])
      expect([await shownOf(kept), await shownOf(returned)]).toMatchObject([
        { canCancel: false, canEdit: true },
        { canCancel: false, canEdit: false },
      ])
      expect((await edit(kept, { bank })).status).toBe(200)
      expect(await ibanOf(kept)).toBe('BE68539007547034')
      expect((await world.tryAgain(kept))?.status).toBe(200)
    },
  )

  it('never changes a bank account once the money is on its way, nor what the buyback is over with', async () => {
    const id = await settled({ mode: 'transfer' })
    await manager().request('/api/payer', {
      method: 'PUT',
      json: { name: 'Maison', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' },
    })
    await manager().request('/api/payment-files', { method: 'POST', json: {} })
    for (const [step, body] of [
      ['bank', { bank }],
      ['product', { product: { imei: null, serialNumber: 'X' } }],
    ] as const) {
      const response = await edit(id, body)
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ code: 'BUYBACK_NOT_EDITABLE', field: step })
    }
  })

  it('is for sellers, within their scope', async () => {
    const id = await open()
    expect((await read(id, await api().signIn('admin@other.example'))).status).toBe(404)
    expect((await edit(id, {}, await api().signIn('admin@other.example'))).status).toBe(404)
    for (const type of ['root_management_unit_analyst', 'buyer_manager', 'warehouse_manager'])
      expect((await read(id, await api().signIn(type))).status, type).toBe(403)
  })
})
