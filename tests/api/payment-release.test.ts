// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentFileAnswer } from '#sync/calls/payment.ts'
import type { PaymentReleaseAnswer, PaymentRuleAnswer } from '#sync/calls/payment-release.ts'
import type { TestSession } from '#tests/support/api.ts'
import { preparePayments } from '#tests/support/payment-world.ts'

const world = preparePayments()
const { api, owner, manager, open, become, settled, runJobs, paymentOf, statusOf, markPaid, ledgerOf, tryAgain } = world

/** 500 euros; a payment of the world's is 123.45. */
const above = 50_000
const payer = { name: 'Maison Essai', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' }
const otherIban = 'DE89370400440532013000'

let second: TestSession
let admin: TestSession

beforeAll(async () => {
  await put(payer)
  await owner().query(
    `update user_module m set user_type = 'root_management_unit_manager', organization_id = $2
     from user_account u where u.id = m.user_id and u.email = $1`,
    ['south@retailer.example', api().accounts.retailer.rootId],
  )
  second = await api().signIn('south@retailer.example')
  admin = await api().signIn('admin')
})

const post = (path: string, json: object = {}, by = manager()) => by.request(path, { method: 'POST', json })
const put = (json: object, by = manager()) => by.request('/api/payer', { method: 'PUT', json })
const told = async (response: Response) => {
  const body = (await response.json()) as { code?: string }
  return [response.status, body.code ?? null]
}
const rulePath = () => `/api/accounts/${api().accounts.retailer.id}/payment-rule`
const patchRule = (releaseAboveCents: number | null, by = manager()) =>
  by.request(rulePath(), {
    method: 'PATCH',
    json: { releaseAboveCents },
    headers: { 'content-type': 'application/merge-patch+json' },
  })
const readRule = async () => (await (await manager().request(rulePath())).json()) as PaymentRuleAnswer
const listed = async (query = 'state=waiting', by = second) =>
  (
    (await (await by.request(`/api/payment-releases?${query}&itemsPerPage=200`)).json()) as {
      'hydra:member': PaymentReleaseAnswer[]
    }
  )['hydra:member']
/** What waits of a subject, or of a payment or file, as the second manager reads it. */
const waitingFor = async (id: string, by = second) =>
  (await listed('state=waiting', by)).find(
    ({ subject, paymentId, fileId }) => subject === id || paymentId === id || fileId === id,
  )!
const release = (id: string, by = second) => post(`/api/payment-releases/${id}/release`, {}, by)
const refuse = (id: string, by = second, reason: string | null = null) =>
  post(`/api/payment-releases/${id}/refuse`, { reason }, by)
const paymentIdOf = async (buybackId: string) => (await paymentOf(buybackId)).id
/** Asks for nothing that waits from before, and leaves the days of both users free of what they moved alone. */
async function withRule(releaseAboveCents: number | null): Promise<void> {
  for (const { id } of await listed()) await refuse(id)
  await owner().query(
    `insert into payment_rule (account_id, release_above_cents) values ($1, $2)
     on conflict (account_id) do update set release_above_cents = excluded.release_above_cents`,
    [api().accounts.retailer.id, releaseAboveCents],
  )
  world.pass(25 * 3600_000)
  // Each rule signs all in again, more often than the sign-in takes from one address.
  await owner().query('delete from throttle')
  await Promise.all([
    world.signInAgain(),
    api()
      .signIn('south@retailer.example')
      .then((session) => (second = session)),
    api()
      .signIn('admin')
      .then((session) => (admin = session)),
  ])
}

describe('the rule of two people', () => {
  it('is off until an account turns it on: one person pays alone', async () => {
    expect(await readRule()).toMatchObject({ releaseAboveCents: null, waiting: null })
    const id = await settled({ amountCents: 9_000_000 })
    expect((await markPaid(id)).status).toBe(200)
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('is refused where the account has one person who could release', async () => {
    const users = `update user_account set status = $2 where email = $1`
    await owner().query(users, ['south@retailer.example', 'inactive'])
    expect(await told(await patchRule(above))).toEqual([409, 'PAYMENT_RULE_ONE_PERSON'])
    await owner().query(users, ['south@retailer.example', 'active'])
    second = await api().signIn('south@retailer.example')
  })

  it('is turned on by one person, and changed and turned off by two', async () => {
    expect((await patchRule(above)).status).toBe(200)
    expect(await readRule()).toMatchObject({ releaseAboveCents: above, waiting: null })
    expect((await patchRule(null)).status).toBe(200)
    expect(await readRule()).toMatchObject({ releaseAboveCents: above, waiting: { releaseAboveCents: null } })
    expect(await told(await patchRule(90_000, second))).toEqual([409, 'PAYMENT_RELEASE_WAITING'])
    const { id } = await waitingFor('rule')
    expect(await told(await release(id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect((await release(id)).status).toBe(200)
    expect(await readRule()).toMatchObject({ releaseAboveCents: null, waiting: null })
    const history = (await listed('subject=rule')).map(({ state, rule, madeBy }) => ({ state, rule, madeBy }))
    expect(history).toMatchObject([
      { state: 'released', rule: { releaseAboveCents: null }, madeBy: expect.any(String) },
      { state: 'not_needed', rule: { releaseAboveCents: above } },
    ])
  })

  it('is read by those who read settings, and changed by managers alone', async () => {
    const analyst = await api().signIn('root_management_unit_analyst')
    expect((await analyst.request(rulePath())).status).toBe(200)
    expect(await told(await patchRule(1, analyst))).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    const other = await api().signIn('manager@other.example')
    expect((await other.request(rulePath())).status).toBe(404)
    expect((await patchRule(1, other)).status).toBe(404)
  })
})

describe('a payment that is marked as paid by hand', () => {
  it('waits above the amount, and is paid when another user releases it', async () => {
    await withRule(above)
    const id = await settled({ amountCents: above + 1 })
    const marked = await markPaid(id, manager(), 'VIR 42')
    expect([marked.status, await marked.json()]).toMatchObject([
      200,
      { status: 'payment_created', releaseState: 'waiting', complementaryInformation: null },
    ])
    expect(await told(await markPaid(id))).toEqual([409, 'PAYMENT_RELEASE_WAITING'])
    const buyback = await manager().request(`/api/buybacks/${id}`)
    expect(await buyback.json()).toMatchObject({ payment: { isWaiting: true } })
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(waiting).toMatchObject({
      subject: 'mark',
      amountCents: above + 1,
      currency: 'EUR',
      note: 'VIR 42',
      mayRelease: true,
      isOwn: false,
    })
    expect(await waitingFor(waiting.paymentId!, manager())).toMatchObject({ mayRelease: false, isOwn: true })
    expect(await told(await release(waiting.id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect(await statusOf(id)).toBe('payment_created')
    expect((await release(waiting.id)).status).toBe(200)
    expect(await told(await release(waiting.id))).toEqual([409, 'PAYMENT_RELEASE_DECIDED'])
    expect(await paymentOf(id)).toMatchObject({
      status: 'payment_completed',
      complementaryInformation: 'VIR 42',
      releaseState: null,
    })
    expect((await ledgerOf(id)).filter(({ kind }) => kind === 'paid')).toMatchObject([
      { ledger: 'customers' },
      { ledger: 'manual' },
    ])
  })

  it('counts with what the same user has moved alone that day, by hand and in files', async () => {
    await withRule(above)
    const file = await settled({ mode: 'transfer', amountCents: 20_000 })
    const made = await post('/api/payment-files', { paymentIds: [await paymentIdOf(file)] })
    expect(await made.json()).toMatchObject({ file: { releaseState: 'not_needed' } })
    const parts = [await settled({ amountCents: 20_000 }), await settled({ amountCents: 10_001 })]
    expect(await (await markPaid(parts[0]!)).json()).toMatchObject({ status: 'payment_completed' })
    expect(await (await markPaid(parts[1]!)).json()).toMatchObject({ status: 'payment_created' })
    const rest = await settled({ amountCents: 10_000 })
    expect(await (await markPaid(rest)).json()).toMatchObject({ status: 'payment_completed' })
    // Another user's day, and the next day, begin at nothing.
    const others = await settled({ amountCents: above })
    expect(await (await markPaid(others, second)).json()).toMatchObject({ status: 'payment_completed' })
    await withRule(above)
    const next = await settled({ amountCents: above })
    expect(await (await markPaid(next)).json()).toMatchObject({ status: 'payment_completed' })
  })

  it('goes past the amount once of two that are marked at once', async () => {
    await withRule(above)
    const ids = [await settled({ amountCents: 30_000 }), await settled({ amountCents: 30_000 })]
    await Promise.all(ids.map((id) => markPaid(id)))
    expect((await Promise.all(ids.map(statusOf))).toSorted()).toEqual(['payment_completed', 'payment_created'])
  })

  it('stays due when it is refused, and its maker is told why', async () => {
    await withRule(0)
    const id = await settled({ mode: 'transfer' })
    await markPaid(id)
    const paymentId = await paymentIdOf(id)
    const file = await post('/api/payment-files', { paymentIds: [paymentId] })
    expect(await told(file)).toEqual([409, 'PAYMENT_FILE_NOT_TRANSFERABLE'])
    const waiting = await waitingFor(paymentId)
    expect(await (await refuse(waiting.id, second, 'No proof of the transfer')).json()).toMatchObject({
      state: 'refused',
      reason: 'No proof of the transfer',
    })
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_created', releaseState: 'refused' })
    const { rows } = await owner().query<{ recipient: string; body_text: string }>(
      `select recipient, body_text from mail_message where dedupe_key = $1`,
      [`payment_release_refused:${waiting.id}`],
    )
    expect(rows).toMatchObject([{ recipient: 'root_management_unit_manager@retailer.example' }])
    expect(rows[0]!.body_text).toContain('No proof of the transfer')
    expect((await post('/api/payment-files', { paymentIds: [paymentId] })).status).toBe(200)
  })

  it('is taken back by its maker', async () => {
    await withRule(0)
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(await (await refuse(waiting.id, manager())).json()).toMatchObject({ state: 'withdrawn' })
    expect(await told(await release(waiting.id))).toEqual([409, 'PAYMENT_RELEASE_DECIDED'])
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_created', releaseState: null })
  })

  it('waits for nobody once its buyback is cancelled', async () => {
    await withRule(0)
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    await become(id, 'bb_cancelled')
    expect(await told(await release(waiting.id))).toEqual([409, 'PAYMENT_RELEASE_DECIDED'])
    expect(await statusOf(id)).toBe('payment_cancelled')
  })

  it('is released once, whatever comes at the same moment', { tags: ['slow'] }, async () => {
    await withRule(0)
    for (let round = 0; round < 6; round += 1) {
      const id = await settled()
      await markPaid(id)
      const { id: waiting } = await waitingFor(await paymentIdOf(id))
      const cancel = () => post(`/api/buybacks/${id}/cancel`, { reason: 'other' }, second)
      const crossing = await Promise.all([
        release(waiting),
        release(waiting, admin),
        ...(round % 2 === 0 ? [refuse(waiting, manager())] : [cancel()]),
      ])
      expect(crossing.map(({ status }) => status)).not.toContain(500)
      const released = (await listed('')).find((each) => each.id === waiting)!
      const paid = (await ledgerOf(id)).filter(({ kind, cents }) => kind === 'paid' && cents > 0)
      expect(paid).toHaveLength(released.state === 'released' ? 1 : 0)
      expect(crossing.slice(0, 2).filter(({ status }) => status === 200)).toHaveLength(paid.length)
    }
  })

  it('is released though its maker was deactivated since, and by no user who was', async () => {
    await withRule(0)
    const [id, another] = [await settled(), await settled()]
    await markPaid(id)
    await markPaid(another, second)
    const users = `update user_account set status = $2, access_epoch = access_epoch + 1 where email = $1`
    const theirs = await waitingFor(await paymentIdOf(another), manager())
    const waiting = await waitingFor(await paymentIdOf(id))
    await owner().query(users, ['south@retailer.example', 'inactive'])
    expect((await release(waiting.id)).status).toBe(401)
    expect((await release(theirs.id, manager())).status).toBe(200)
    await owner().query(users, ['south@retailer.example', 'active'])
    second = await api().signIn('south@retailer.example')
    await owner().query(users, ['root_management_unit_manager@retailer.example', 'inactive'])
    expect((await release(waiting.id)).status).toBe(200)
    await owner().query(users, ['root_management_unit_manager@retailer.example', 'active'])
    await world.signInAgain()
    expect([await statusOf(id), await statusOf(another)]).toEqual(['payment_completed', 'payment_completed'])
  })

  it('is not released by the same person in another module', async () => {
    await withRule(0)
    await owner().query(
      `insert into user_module (account_id, user_id, module, user_type, organization_id)
       select account_id, user_id, 'tim', user_type, organization_id from user_module where user_id = $1`,
      [api().accounts.userIds['root_management_unit_manager@retailer.example']],
    )
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    const elsewhere = await api().signIn('root_management_unit_manager', { module: 'tim' })
    expect(await told(await release(waiting.id, elsewhere))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect((await release(waiting.id, admin)).status).toBe(200)
  })

  it('is nothing to users of other accounts, or without the permission', async () => {
    await withRule(0)
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    const other = await api().signIn('manager@other.example')
    expect(await listed('', other)).toEqual([])
    expect((await release(waiting.id, other)).status).toBe(404)
    expect((await refuse(waiting.id, other)).status).toBe(404)
    for (const who of ['store_manager', 'warehouse_manager', 'root_management_unit_analyst']) {
      const session = await api().signIn(who)
      expect(await told(await release(waiting.id, session))).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    }
    // A buyer sees what is assigned to it alone, and releases only where it pays itself.
    const buyer = await api().signIn('buyer_manager')
    expect((await release(waiting.id, buyer)).status).toBe(404)
    await world.assignToBuyer(id)
    expect(await waitingFor(waiting.paymentId!, buyer)).toMatchObject({ mayRelease: false, bar: 'not_acting' })
    expect(await listed('releasable=true', buyer)).toEqual([])
    expect(await told(await release(waiting.id, buyer))).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    const issuer = `update account set payment_issuer = $2 where id = $1`
    await owner().query(issuer, [api().accounts.retailer.id, 'buyer'])
    const released = await release(waiting.id, buyer)
    // The buyer's user is of another account, and has a name all the same.
    expect([released.status, await released.json()]).toMatchObject([200, { decidedBy: expect.stringMatching(/\S \S/) }])
    await owner().query(issuer, [api().accounts.retailer.id, 'retailer'])
  })
})

describe('a file of transfers', () => {
  const make = async (...amounts: number[]) => {
    const ids = await Promise.all(amounts.map((amountCents) => settled({ mode: 'transfer', amountCents })))
    const paymentIds = await Promise.all(ids.map(paymentIdOf))
    const response = await post('/api/payment-files', { paymentIds })
    return { ids, file: ((await response.json()) as { file: PaymentFileAnswer }).file }
  }

  it('waits by its sum, and goes to the bank once another user has released it', async () => {
    await withRule(above)
    const { file, ids } = await make(30_000, 30_000)
    expect(file).toMatchObject({ releaseState: 'waiting', totalCents: 60_000 })
    expect(await told(await manager().request(`/api/payment-files/${file.id}.xml`))).toEqual([
      409,
      'PAYMENT_FILE_NOT_RELEASED',
    ])
    expect(await told(await post(`/api/payment-files/${file.id}/sent`, {}, second))).toEqual([
      409,
      'PAYMENT_FILE_NOT_RELEASED',
    ])
    const waiting = await waitingFor(file.id)
    expect(waiting).toMatchObject({ subject: 'file', amountCents: 60_000, count: 2 })
    expect(await told(await release(waiting.id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    world.pass(9 * 24 * 3600_000)
    await world.signInAgain()
    second = await api().signIn('south@retailer.example')
    expect((await release(waiting.id)).status).toBe(200)
    const xml = await (await manager().request(`/api/payment-files/${file.id}.xml`)).text()
    expect(xml).toContain('<CtrlSum>600.00</CtrlSum>')
    // A bank refuses a day that is over.
    const day = /<Dt>(\d{4}-\d{2}-\d{2})<\/Dt>/.exec(xml)![1]!
    expect(day > new Date(world.now()).toISOString().slice(0, 10)).toBe(true)
    expect((await post(`/api/payment-files/${file.id}/sent`)).status).toBe(200)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['payment_completed', 'payment_completed'])
  })

  it('that is refused frees its payments, and stays refused', async () => {
    await withRule(0)
    const { file, ids } = await make(1_000, 2_000)
    await become(ids[1]!, 'bb_cancelled')
    const waiting = await waitingFor(file.id)
    expect(waiting).toMatchObject({ count: 2, closedCount: 1 })
    const { lines } = (await (await manager().request(`/api/payment-files/${file.id}/lines`)).json()) as {
      lines: { buybackId: string; isClosed: boolean }[]
    }
    expect(lines.filter(({ isClosed }) => isClosed).map(({ buybackId }) => buybackId)).toEqual([ids[1]])
    const csv = async () => (await manager().request('/api/payment-files.csv?language=en-GB')).text()
    expect(await csv()).toContain('Waits for a release')
    const payments = await (await manager().request('/api/payments.csv?language=en-GB')).text()
    expect(payments.split('\r\n')[0]).toContain('Release')
    expect((await refuse(waiting.id, second, 'Twice')).status).toBe(200)
    const line = (await csv()).split('\r\n').find((row) => row.includes(file.messageId))!
    expect(line).toContain('Not released')
    // None of its transfers was refused by a bank.
    expect(line.split(/[;,]/).at(-1)).toMatch(/^"?0"?$/)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['payment_created', 'payment_cancelled'])
    expect(await told(await release(waiting.id))).toEqual([409, 'PAYMENT_RELEASE_DECIDED'])
    expect((await manager().request(`/api/payment-files/${file.id}.xml`)).status).toBe(409)
    const again = await post('/api/payment-files', { paymentIds: [await paymentIdOf(ids[0]!)] })
    expect(await again.json()).toMatchObject({ file: { count: 1, releaseState: 'waiting' } })
  })

  it('is released or refused, not both, when both come at once', async () => {
    await withRule(0)
    for (let round = 0; round < 3; round += 1) {
      const { file, ids } = await make(1_000, 2_000)
      const { id } = await waitingFor(file.id)
      const answers = await Promise.all([release(id), refuse(id, admin)])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
      const expected = answers[0].status === 200 ? 'payment_initiated' : 'payment_created'
      expect(await Promise.all(ids.map(statusOf))).toEqual([expected, expected])
    }
  })
})

describe('the account to be debited', () => {
  const read = async () =>
    (await (await manager().request('/api/payer')).json()) as {
      payer: { iban: string } | null
      waiting: { iban: string } | null
    }

  it('changes when another user releases it, and files debit the former one until then', async () => {
    await withRule(above)
    const changed = await put({ ...payer, iban: otherIban })
    expect([changed.status, await changed.json()]).toMatchObject([
      200,
      { payer: { iban: payer.iban }, waiting: { iban: otherIban } },
    ])
    expect(await told(await put({ ...payer, iban: otherIban }, second))).toEqual([409, 'PAYMENT_RELEASE_WAITING'])
    const due = await settled({ mode: 'transfer', amountCents: 100 })
    const made = await post('/api/payment-files', { paymentIds: [await paymentIdOf(due)] }, second)
    const { file } = (await made.json()) as { file: PaymentFileAnswer }
    const xml = await (await second.request(`/api/payment-files/${file.id}.xml`)).text()
    expect([xml.includes(payer.iban), xml.includes(otherIban)]).toEqual([true, false])
    const waiting = await waitingFor('payer')
    expect(waiting).toMatchObject({ payer: { name: payer.name, iban: otherIban }, amountCents: null })
    expect(await told(await release(waiting.id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect((await release(waiting.id)).status).toBe(200)
    expect(await read()).toMatchObject({ payer: { iban: otherIban }, waiting: null })
  })

  it('stays as it is when the change is refused; a first one waits, too', async () => {
    await withRule(above)
    await put({ ...payer, name: 'Maison Autre' })
    await refuse((await waitingFor('payer')).id)
    expect(await read()).toMatchObject({ payer: { iban: otherIban }, waiting: null })
    await owner().query('delete from payer where account_id = $1', [world.account().id])
    await put(payer)
    expect(await read()).toMatchObject({ payer: null, waiting: { iban: payer.iban } })
    const due = await settled({ mode: 'transfer' })
    const made = await post('/api/payment-files', { paymentIds: [await paymentIdOf(due)] })
    expect(await told(made)).toEqual([409, 'PAYMENT_PAYER_MISSING'])
    expect((await release((await waitingFor('payer')).id)).status).toBe(200)
    expect(await read()).toMatchObject({ payer: { iban: payer.iban }, waiting: null })
  })
})

describe('a payment that the program or a service carries out', () => {
  it.each(['voucher', 'http'] as const)(
    'waits above the amount, and is paid once when it is released: %s',
    async (mode) => {
      await withRule(above)
      world.server().behave('complete')
      const small = await settled({ mode, amountCents: above })
      expect(await statusOf(small)).toBe('payment_completed')
      const id = await settled({ mode, amountCents: above + 1 })
      await runJobs(id)
      expect([await statusOf(id), (await ledgerOf(id)).some(({ kind }) => kind === 'paid')]).toEqual([
        'payment_created',
        false,
      ])
      const waiting = await waitingFor(await paymentIdOf(id))
      expect(waiting).toMatchObject({ subject: 'payout', madeBy: null, mayRelease: true })
      expect((await release(waiting.id)).status).toBe(200)
      await runJobs(id)
      await runJobs(id)
      expect(await statusOf(id)).toBe('payment_completed')
      expect((await ledgerOf(id)).filter(({ kind, cents }) => kind === 'paid' && cents > 0)).toHaveLength(1)
    },
  )

  it('is not released by a user who acted on its product', async () => {
    await withRule(0)
    const id = await open({ mode: 'voucher' })
    await owner().query(
      `insert into item_history (account_id, id, item_id, action, actor_id)
       select account_id, gen_random_uuid(), id, 'complete_compliance', $2 from item where buyback_id = $1`,
      [id, api().accounts.userIds['south@retailer.example']],
    )
    await become(id, 'bb_completed')
    await runJobs(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(waiting.mayRelease).toBe(false)
    expect(await told(await release(waiting.id))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect((await release(waiting.id, manager())).status).toBe(200)
  })

  describe('to whom a customer’s e-mail names', () => {
    const mails = { contact: { clientEmail: 'elsewhere@customer.example', clientPhone: '0612345678' } }
    const correct = (id: string, by = second) =>
      by.request(`/api/buybacks/${id}`, {
        method: 'PATCH',
        json: mails,
        headers: { 'content-type': 'application/merge-patch+json' },
      })
    /** Two buybacks of one customer, the first one settled. */
    async function siblings(): Promise<readonly [string, string]> {
      const [paid, other] = [await open({ mode: 'http' }), await open()]
      await owner().query(
        'update buyback set customer_id = (select customer_id from buyback where id = $1) where id = $2',
        [paid, other],
      )
      await become(paid, 'bb_completed')
      await runJobs(paid)
      return [paid, other]
    }

    it('is not released by a user who corrected it in another buyback of that customer', async () => {
      await withRule(0)
      world.server().behave('complete')
      const [id, other] = await siblings()
      expect((await waitingFor(await paymentIdOf(id))).mayRelease).toBe(true)
      expect((await correct(other)).status).toBe(200)
      const waiting = await waitingFor(await paymentIdOf(id))
      expect(waiting).toMatchObject({ mayRelease: false, customerEmail: 'elsewhere@customer.example' })
      expect(await told(await release(waiting.id))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    })

    it('is asked for again where that is corrected after the release and before the payment', async () => {
      await withRule(0)
      world.server().behave('complete')
      const [id, other] = await siblings()
      const first = await waitingFor(await paymentIdOf(id))
      expect((await release(first.id)).status).toBe(200)
      expect((await correct(other)).status).toBe(200)
      await runJobs(id)
      expect(await statusOf(id)).toBe('payment_created')
      const again = await waitingFor(await paymentIdOf(id))
      expect(again.id).not.toBe(first.id)
      expect(await told(await release(again.id))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
      expect((await release(again.id, manager())).status).toBe(200)
      await runJobs(id)
      expect(await statusOf(id)).toBe('payment_completed')
    })

    it('is sent to no other payee than was released, where its service knows nothing of it', async () => {
      await withRule(0)
      const [id, other] = await siblings()
      await release((await waitingFor(await paymentIdOf(id))).id)
      world.server().behave('drop')
      await runJobs(id)
      expect(await statusOf(id)).toBe('payment_initiated')
      expect((await correct(other)).status).toBe(200)
      world.server().behave('complete')
      const paid = world.server().payouts.size
      expect(await runJobs(id, 'payment-ask')).toMatchObject({ reason: { message: 'PAYOUT_OUTCOME_UNKNOWN' } })
      expect([await statusOf(id), world.server().payouts.size]).toEqual(['payment_initiated', paid])
    })
  })

  it('is left alone once it is refused, until a user asks again, whom another one releases', async () => {
    await withRule(0)
    const id = await settled({ mode: 'voucher' })
    await refuse((await waitingFor(await paymentIdOf(id))).id)
    await runJobs(id)
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_created', releaseState: 'refused' })
    expect((await tryAgain(id))!.status).toBe(200)
    await runJobs(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(await told(await release(waiting.id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect((await release(waiting.id)).status).toBe(200)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('is asked for again where who asked for it takes it back', async () => {
    await withRule(0)
    const id = await settled({ mode: 'voucher' })
    await refuse((await waitingFor(await paymentIdOf(id))).id)
    await tryAgain(id)
    const taken = await refuse((await waitingFor(await paymentIdOf(id))).id, manager())
    expect(await taken.json()).toMatchObject({ state: 'withdrawn' })
    await runJobs(id)
    expect(await paymentOf(id)).toMatchObject({
      status: 'payment_created',
      releaseState: 'refused',
      mayAskAgain: true,
    })
    expect((await tryAgain(id))!.status).toBe(200)
    expect(await paymentOf(id)).toMatchObject({ releaseState: 'waiting', mayAskAgain: false })
    await release((await waitingFor(await paymentIdOf(id))).id)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('waits again where it was released, cancelled before it was paid, and is owed again', async () => {
    await withRule(0)
    const id = await settled({ mode: 'voucher' })
    const first = await waitingFor(await paymentIdOf(id))
    expect((await release(first.id)).status).toBe(200)
    await become(id, 'bb_cancelled')
    expect(await statusOf(id)).toBe('payment_cancelled')
    await owner().query(`update buyback set payment_status = 'payment_created' where id = $1`, [id])
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_created')
    expect((await waitingFor(await paymentIdOf(id))).id).not.toBe(first.id)
  })

  it('is not asked for again where a payment by hand alone was refused', async () => {
    await withRule(null)
    world.server().behave('refuse')
    const id = await settled({ mode: 'http' })
    expect(await statusOf(id)).toBe('payment_failed')
    await withRule(0)
    await markPaid(id)
    await refuse((await waitingFor(await paymentIdOf(id))).id)
    expect(await paymentOf(id)).toMatchObject({ releaseState: 'refused', mayAskAgain: false })
  })

  it('is asked for again at each attempt, by whom wants it paid again', async () => {
    await withRule(0)
    world.server().behave('refuse')
    const id = await settled({ mode: 'http' })
    await release((await waitingFor(await paymentIdOf(id))).id)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_failed')
    world.server().behave('complete')
    await tryAgain(id)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_created')
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(await told(await release(waiting.id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    await release(waiting.id)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_completed')
  })
})

describe('a user who is new', () => {
  it('releases nothing for a week, as one with another e-mail or post', async () => {
    await withRule(0)
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    const days = (column: string, age: number, table: string, key: string) =>
      owner().query(`update ${table} set ${column} = $2 where account_id = $3 and ${key} = $1`, [
        api().accounts.userIds['south@retailer.example'],
        new Date(world.now() - age * 24 * 3600_000),
        api().accounts.retailer.id,
      ])
    await owner().query('update payment_rule set on_since = $1', [new Date(world.now() - 90 * 24 * 3600_000)])
    for (const [column, table, key] of [
      ['email_since', 'user_account', 'id'],
      ['held_since', 'user_module', 'user_id'],
    ] as const) {
      await days(column, 6, table, key)
      expect(await waitingFor(waiting.paymentId!)).toMatchObject({ mayRelease: false, bar: 'new_user' })
      expect(await listed('releasable=true')).toEqual([])
      expect(await told(await release(waiting.id))).toEqual([403, 'PAYMENT_RELEASE_NEW_USER'])
      await days(column, 8, table, key)
    }
    expect((await listed('releasable=true')).map((each) => each.id)).toEqual([waiting.id])
    expect((await release(waiting.id)).status).toBe(200)
  })

  it('is one who got another e-mail or type since the rule is on', async () => {
    await withRule(0)
    const since = async () =>
      (
        await owner().query<{ email: boolean; post: boolean }>(
          `select u.email_since > y.on_since as email, m.held_since > y.on_since as post
           from user_account u join user_module m on m.user_id = u.id join payment_rule y on y.account_id = u.account_id
           where u.id = $1`,
          [api().accounts.userIds['store_manager@retailer.example']],
        )
      ).rows
    await owner().query('update payment_rule set on_since = clock_timestamp()')
    expect(await since()).toEqual([{ email: false, post: false }])
    await owner().query(`update user_account set email = 'other-store@retailer.example' where email = $1`, [
      'store_manager@retailer.example',
    ])
    expect(await since()).toEqual([{ email: true, post: false }])
    await owner().query(`update user_module set user_type = 'store_seller' where user_id = $1`, [
      api().accounts.userIds['store_manager@retailer.example'],
    ])
    expect(await since()).toEqual([{ email: true, post: true }])
  })
})

describe('the list of releases', () => {
  it('is searched, sorted, and exported as it is shown', async () => {
    await withRule(0)
    const [small, large] = [await settled({ amountCents: 1_234 }), await settled({ amountCents: 5_678 })]
    await markPaid(small)
    await markPaid(large)
    const waiting = await listed('state=waiting&order[amount]=desc')
    expect(waiting.map(({ amountCents }) => amountCents)).toEqual([5_678, 1_234])
    expect((await listed('state=waiting&q=12.34')).map(({ amountCents }) => amountCents)).toEqual([1_234])
    const code = (await paymentOf(large)).buybackCode
    expect((await listed(`state=waiting&q=${code}`)).map(({ amountCents }) => amountCents)).toEqual([5_678])
    const csv = await (await second.request('/api/payment-releases.csv?state=waiting&language=en-GB')).text()
    expect(csv).toContain('Payment by hand')
    expect(csv).toContain(code)
    for (const { id } of waiting) await refuse(id)
  })
})
