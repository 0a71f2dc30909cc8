import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import { preparePayments } from '#tests/support/payment-world.ts'

const world = preparePayments()
const { api, owner, manager, open, become, settled, runJobs, paymentOf, statusOf, markPaid, ledgerOf } = world

const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code

describe('settling a buyback', () => {
  it('makes its payment, the posting, the register line and the job, in one transaction', async () => {
    const id = await open()
    await owner().query('begin')
    await become(id, 'bb_completed')
    await owner().query('rollback')
    expect(await statusOf(id)).toBe('awaiting_payment')
    const jobs = `select 1 from pgboss.job where data ->> 'paymentId' in (select id::text from payment where buyback_id = $1)`
    await become(id, 'bb_completed')
    expect(await statusOf(id)).toBe('payment_created')
    expect(await ledgerOf(id)).toEqual([
      { kind: 'owed', ledger: 'purchases', cents: 12_345 },
      { kind: 'owed', ledger: 'customers', cents: -12_345 },
    ])
    expect((await owner().query(jobs, [id])).rows).toHaveLength(1)
    expect((await owner().query('select 1 from purchase_register where buyback_id = $1', [id])).rows).toHaveLength(1)
  })

  it('posts what the retailer absorbs apart from the purchase, and takes both back together', async () => {
    const id = await open({ amountCents: 36_000 })
    await owner().query(
      `update item i set facts = i.facts || '{"control":{"absorbedCents":5000}}' from buyback b
       where b.id = $1 and i.account_id = b.account_id and i.buyback_id = b.id`,
      [id],
    )
    await become(id, 'bb_completed_with_absorption')
    const owed = [
      { kind: 'owed', ledger: 'purchases', cents: 31_000 },
      { kind: 'owed', ledger: 'absorption', cents: 5_000 },
      { kind: 'owed', ledger: 'customers', cents: -36_000 },
    ]
    expect(new Set(await ledgerOf(id))).toEqual(new Set(owed))
    const payment = await paymentOf(id)
    expect(payment).toMatchObject({ amountCents: 36_000, absorbedCents: 5_000 })
    type Posting = { readonly id: string; readonly debited: string; readonly amountCents: number }
    const readPostings = async () => {
      const response = await manager().request(`/api/payments/${payment.id}`)
      return ((await response.json()) as { readonly postings: readonly Posting[] }).postings
    }
    const postings = await readPostings()
    expect(Object.fromEntries(postings.map(({ debited, amountCents }) => [debited, amountCents]))).toEqual({
      purchases: 31_000,
      absorption: 5_000,
    })
    const csv = await (await manager().request(`/api/payments.csv?buybackId=${id}&language=en-GB`)).text()
    expect(csv).toContain('360.00')
    expect(csv).toMatch(/310\.00["';,]+50\.00/)
    await become(id, 'bb_cancelled')
    const lines = await ledgerOf(id)
    expect(lines).toHaveLength(6)
    expect(lines.filter(({ kind }) => kind === 'cancelled').reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
    expect(lines).toContainEqual({ kind: 'cancelled', ledger: 'absorption', cents: -5_000 })
    expect(new Set((await readPostings()).map((posting) => posting.id)).size).toBe(4)
  })

  it('promises the fifth working day of the account’s country (PUB-20)', async () => {
    // 10 July 2026 is a Friday, and the 14th is a holiday in France.
    const id = await settled({ settledAt: new Date('2026-07-10T09:00:00Z') })
    expect(await paymentOf(id)).toMatchObject({ promisedOn: '2026-07-20', provider: 'manual', amountCents: 12_345 })
  })

  it('counts from the day that it is where the account is', async () => {
    const id = await settled({ settledAt: new Date('2026-11-15T23:30:00Z') })
    expect((await paymentOf(id)).promisedOn).toBe('2026-11-23')
  })

  it('owes nothing for nothing', async () => {
    const id = await settled({ amountCents: 0 })
    expect(await statusOf(id)).toBe('payment_not_needed')
    expect(await ledgerOf(id)).toEqual([])
    expect(await codeOf(await markPaid(id))).toBe('PAYMENT_NOT_PAYABLE')
  })

  it('owes nothing where a malus is above the price, and records the purchase at nothing', async () => {
    const id = await settled({ amountCents: -250 })
    expect(await statusOf(id)).toBe('payment_not_needed')
    expect(await paymentOf(id)).toMatchObject({ amountCents: 0 })
    const { rows } = await owner().query<{ cents: number }>(
      `select (content::jsonb ->> 'priceCents')::int as cents from purchase_register where buyback_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ cents: 0 }])
  })

  it('owes what a buyback that was not completed is settled for later', async () => {
    const id = await open()
    await become(id, 'bb_not_completed')
    expect(await statusOf(id)).toBe('payment_cancelled')
    await become(id, 'bb_completed')
    expect(await statusOf(id)).toBe('payment_created')
  })

  it('and cancelling it cancels what is due, and leaves what is paid (BB-32)', async () => {
    const [due, paid] = [await settled(), await settled()]
    await markPaid(paid)
    await become(due, 'bb_cancelled')
    await become(paid, 'bb_cancelled')
    expect([await statusOf(due), await statusOf(paid)]).toEqual(['payment_cancelled', 'payment_completed'])
    expect((await ledgerOf(due)).reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
    expect((await ledgerOf(due)).map(({ kind }) => kind)).toContain('cancelled')
  })
})

describe('a product that is lost on its way back', () => {
  it('makes a cancelled payment due again, at the price of now, promised from the loss on', async () => {
    const id = await settled({ settledAt: new Date('2026-07-10T09:00:00Z') })
    await become(id, 'bb_cancelled')
    expect(await statusOf(id)).toBe('payment_cancelled')
    await owner().query(
      `update item set facts = jsonb_set(facts, '{validated,paymentCents}', '20000') where buyback_id = $1`,
      [id],
    )
    await become(id, 'bb_completed')
    await runJobs(id)
    const payment = await paymentOf(id)
    expect(payment).toMatchObject({ status: 'payment_created', amountCents: 20_000 })
    expect(payment.promisedOn! > '2026-07-20').toBe(true)
    expect((await ledgerOf(id)).filter(({ kind, cents }) => kind === 'owed' && cents > 0)).toHaveLength(2)
    expect((await markPaid(id)).status).toBe(200)
    expect((await ledgerOf(id)).filter(({ kind, cents }) => kind === 'paid' && cents > 0)).toEqual([
      { kind: 'paid', ledger: 'customers', cents: 20_000 },
    ])
  })

  it('may be found and cancelled once more, and each time what was owed is taken back', async () => {
    const id = await settled()
    for (const status of ['bb_cancelled', 'bb_completed', 'bb_cancelled']) await become(id, status)
    expect(await statusOf(id)).toBe('payment_cancelled')
    const lines = await ledgerOf(id)
    expect(lines.filter(({ ledger }) => ledger === 'customers').reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
    expect(lines.filter(({ kind, cents }) => kind === 'cancelled' && cents > 0)).toHaveLength(2)
  })

  it('pays nothing to a customer who was paid and then cancelled by force', async () => {
    const id = await settled()
    await markPaid(id)
    await become(id, 'bb_cancelled')
    await become(id, 'bb_completed')
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_completed')
    expect((await ledgerOf(id)).filter(({ kind, cents }) => kind === 'paid' && cents > 0)).toHaveLength(1)
  })

  it('owes its declared price where nothing was to be paid before', async () => {
    const id = await settled({ amountCents: 0 })
    await become(id, 'bb_cancelled')
    await owner().query(
      `update item set facts = jsonb_set(facts, '{validated,paymentCents}', '4000') where buyback_id = $1`,
      [id],
    )
    await become(id, 'bb_completed')
    expect(await statusOf(id)).toBe('payment_created')
  })
})

describe('marking as paid', () => {
  it('pays once, with what was noted', async () => {
    const id = await settled()
    const response = await markPaid(id, manager(), 'Chèque n° 12')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      status: 'payment_completed',
      complementaryInformation: 'Chèque n° 12',
      completedAt: new Date(world.now()).toISOString(),
    })
    const again = await markPaid(id)
    expect(again.status).toBe(409)
    expect(await codeOf(again)).toBe('PAYMENT_NOT_PAYABLE')
    expect((await ledgerOf(id)).filter(({ kind }) => kind === 'paid')).toEqual([
      { kind: 'paid', ledger: 'customers', cents: 12_345 },
      { kind: 'paid', ledger: 'manual', cents: -12_345 },
    ])
  })

  it('of fifty at once pays once', { tags: ['slow'] }, async () => {
    const id = await settled()
    const answers = await Promise.all(Array.from({ length: 50 }, () => markPaid(id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(49).fill(409)])
    expect((await ledgerOf(id)).filter(({ kind }) => kind === 'paid')).toHaveLength(2)
  })

  it('refuses what is not settled, a note of 256 characters, an unknown buyback and another account’s', async () => {
    expect(await codeOf(await markPaid(await open()))).toBe('PAYMENT_NOT_PAYABLE')
    const id = await settled()
    expect((await markPaid(id, manager(), 'x'.repeat(256))).status).toBe(422)
    expect((await markPaid(id, manager(), 'x'.repeat(255))).status).toBe(200)
    expect((await markPaid(newId())).status).toBe(404)
    const stranger = await api().signIn('admin@other.example')
    expect((await markPaid(await settled(), stranger)).status).toBe(404)
  })

  it('is for who holds the permission; a buyer where it pays, and what is assigned to it (BB-33)', async () => {
    const id = await settled()
    for (const type of ['root_management_unit_analyst', 'store_manager', 'warehouse_manager'])
      expect((await markPaid(id, await api().signIn(type))).status, type).toBe(403)
    const buyer = await api().signIn('buyer_manager')
    expect((await markPaid(id, buyer)).status).toBe(404)
    await world.assignToBuyer(id)
    expect((await markPaid(id, buyer)).status).toBe(403)
    await owner().query(`update account set payment_issuer = 'buyer' where id = $1`, [world.account().id])
    expect((await markPaid(id, buyer)).status).toBe(200)
  })
})

describe('the lists', () => {
  const list = async (query: string) =>
    (await (await manager().request(`/api/payments${query}`)).json()) as {
      'hydra:member': (PaymentAnswer & { workingDaysLeft?: number })[]
      'hydra:totalItems': number
    }

  it('of payments filter by status, mode and day', async () => {
    const [late, paid] = [await settled({ settledAt: new Date('2020-01-06T09:00:00Z') }), await settled()]
    await markPaid(paid)
    const due = await list('?due=2020-01-13&status[]=payment_created')
    expect(due['hydra:member'].map(({ buybackId }) => buybackId)).toEqual([late])
    const { modeId } = await paymentOf(paid)
    const ofMode = await list(`?mode[]=${modeId}&status=payment_completed&order[settledAt]=desc&itemsPerPage=200`)
    expect(ofMode['hydra:member'].map(({ buybackId }) => buybackId)).toContain(paid)
    expect(ofMode['hydra:member'].every(({ status }) => status === 'payment_completed')).toBe(true)
    expect((await list('?partial=true'))['hydra:totalItems']).toBeUndefined()
  })

  it('are ordered by every field that is asked for, each in its own direction (API-06)', async () => {
    const [first, second, third] = [
      await settled({ settledAt: new Date('2019-03-04T09:00:00Z') }),
      await settled({ settledAt: new Date('2019-03-04T10:00:00Z') }),
      await settled({ settledAt: new Date('2019-03-05T09:00:00Z') }),
    ]
    const ids = async (query: string) => (await list(query))['hydra:member'].map(({ buybackId }) => buybackId)
    const of2019 = 'due=2019-12-31&itemsPerPage=200'
    expect(await ids(`?${of2019}&order[promisedOn]=desc&order[settledAt]=desc`)).toEqual([third, second, first])
    expect(await ids(`?${of2019}&order[promisedOn]=desc&order[settledAt]=asc`)).toEqual([third, first, second])
    expect(await ids(`?${of2019}&order[amount]=asc&order[settledAt]=desc`)).toEqual([third, second, first])
    const late = (await ids('/due?order[promisedOn]=desc&itemsPerPage=200')).slice(-3)
    expect(late[0]).toBe(third)
    expect(new Set(late.slice(1))).toEqual(new Set([first, second]))
  })

  it('of due ones warn before a promise is missed, the most urgent first', { tags: ['slow'] }, async () => {
    const fresh = await settled()
    const members = (await list('/due?itemsPerPage=200'))['hydra:member']
    expect(members.map(({ promisedOn }) => promisedOn)).toEqual(
      members.map(({ promisedOn }) => promisedOn).toSorted((a, b) => (a! < b! ? -1 : 1)),
    )
    expect(members[0]!.workingDaysLeft).toBeLessThan(0)
    expect(members.map(({ buybackId }) => buybackId)).not.toContain(fresh)
    const waiting = await Promise.all(
      ['payment_initiated', 'payment_cancel_failed', 'payment_failed', 'payment_completed'].map(async (status) => {
        const id = await settled({ settledAt: new Date('2020-02-03T09:00:00Z') })
        await owner().query('update buyback set payment_status = $2 where id = $1', [id, status])
        return id
      }),
    )
    const owed = await list('/due?itemsPerPage=200')
    const statusIn = new Map(owed['hydra:member'].map(({ buybackId, status }) => [buybackId, status]))
    expect(waiting.map((id) => statusIn.get(id))).toEqual([
      'payment_initiated',
      'payment_cancel_failed',
      'payment_failed',
      undefined,
    ])
    const late = owed['hydra:member'].filter(({ workingDaysLeft }) => workingDaysLeft! < 0)
    expect(owed).toMatchObject({ missed: late.length })
    const ahead = (await list('/due?days=5&itemsPerPage=200'))['hydra:member']
    expect(ahead.find(({ buybackId }) => buybackId === fresh)).toMatchObject({ workingDaysLeft: 5 })
  })
})

describe('the ledger', () => {
  it('refuses a posting that does not balance, and any change', async () => {
    const id = await settled()
    const row = `insert into ledger_entry (account_id, id, posting_id, payment_id, kind, ledger, amount_cents, currency)
      select account_id, $2, $2, id, 'paid', 'bank', -5, 'EUR' from payment where buyback_id = $1`
    await expect(owner().query(row, [id, newId()])).rejects.toMatchObject({ constraint: 'ledger_entry_balanced' })
    await expect(owner().query('update ledger_entry set amount_cents = 1')).rejects.toMatchObject({ code: '23001' })
    await expect(owner().query('delete from ledger_entry')).rejects.toMatchObject({ code: '23001' })
  })

  it('makes a second payout impossible, even to who writes the status by hand', async () => {
    const id = await settled()
    await markPaid(id)
    await expect(
      owner().query(`update buyback set payment_status = 'payment_created' where id = $1`, [id]),
    ).rejects.toMatchObject({ constraint: 'payment_completed_stays' })
  })

  it('balances after any sequence of events, and pays each buyback once at most', { tags: ['slow'] }, async () => {
    const step = fc.constantFrom(
      'complete',
      'notComplete',
      'cancel',
      'job',
      'ask',
      'markPaid',
      'tryAgain',
      'accepts',
      'refuses',
      'pays',
      'drops',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('manual', 'voucher', 'http'),
        fc.array(step, { maxLength: 10 }),
        async (mode, steps) => {
          const id = await open({ mode })
          for (const each of steps) await act(id, each)
          const lines = await ledgerOf(id)
          expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
          expect(lines.filter(({ kind, cents }) => kind === 'paid' && cents > 0).length).toBeLessThanOrEqual(1)
          const owed = lines.filter(({ ledger }) => ledger === 'customers').reduce((sum, { cents }) => sum + cents, 0)
          const isOpen = ['payment_created', 'payment_failed', 'payment_initiated'].includes(await statusOf(id))
          expect(owed).toBe(isOpen ? -12_345 : 0)
        },
      ),
      { numRuns: 40 },
    )
  })

  async function act(id: string, step: string): Promise<void> {
    const server = world.server()
    switch (step) {
      case 'accepts':
        return server.behave('accept')
      case 'refuses':
        return server.behave('refuse')
      case 'pays':
        return server.behave('complete')
      case 'drops':
        return server.behave('pay-and-drop')
      case 'job':
        return void (await runJobs(id))
      case 'ask':
        return void (await runJobs(id, 'payment-ask'))
      case 'markPaid':
        return void (await markPaid(id))
      case 'tryAgain':
        return void (await world.tryAgain(id))
      default:
        return void (await become(
          id,
          step === 'complete' ? 'bb_completed' : step === 'cancel' ? 'bb_cancelled' : 'bb_not_completed',
        ))
    }
  }
})
