// @module-tag slow
import { describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { PaymentFileAnswer } from '#sync/calls/payment.ts'
import { payer, prepareReleases, told } from '#tests/support/payment-releases.ts'

const world = prepareReleases()
const {
  api,
  owner,
  manager,
  open,
  become,
  settled,
  runJobs,
  statusOf,
  markPaid,
  second,
  admin,
  signIn,
  post,
  put,
  waitingFor,
  release,
  refuse,
  paymentIdOf,
  withRule,
} = world

/** 500 euros; a payment of the world's is 123.45. */
const above = 50_000
const otherIban = 'DE89370400440532013000'

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
    expect(await told(await post(`/api/payment-files/${file.id}/sent`, {}, second()))).toEqual([
      409,
      'PAYMENT_FILE_NOT_RELEASED',
    ])
    const waiting = await waitingFor(file.id)
    expect(waiting).toMatchObject({ subject: 'file', amountCents: 60_000, count: 2 })
    expect(await told(await release(waiting.id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    world.pass(9 * 24 * 3600_000)
    await world.signInAgain()
    await signIn()
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
    expect((await refuse(waiting.id, second(), 'Twice')).status).toBe(200)
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
      const answers = await Promise.all([release(id), refuse(id, admin())])
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
    expect(await told(await put({ ...payer, iban: otherIban }, second()))).toEqual([409, 'PAYMENT_RELEASE_WAITING'])
    const due = await settled({ mode: 'transfer', amountCents: 100 })
    const made = await post('/api/payment-files', { paymentIds: [await paymentIdOf(due)] }, second())
    const { file } = (await made.json()) as { file: PaymentFileAnswer }
    const xml = await (await second().request(`/api/payment-files/${file.id}.xml`)).text()
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

describe('a device that is in another buyback too', () => {
  const holds = (isHeld: boolean) =>
    owner().query('update organization_root_detail set same_imei_held = $2 where account_id = $1', [
      api().accounts.retailer.id,
      isHeld,
    ])
  /** An open buyback of a device with its own IMEI. */
  const openWith = async (imei: string, mode: 'manual' | 'transfer' | 'voucher' = 'manual'): Promise<string> => {
    const id = await open({ mode })
    await owner().query('update item set imei = $2 where buyback_id = $1', [id, imei])
    return id
  }
  const settle = async (id: string): Promise<string> => {
    await become(id, 'bb_completed')
    await runJobs(id)
    return paymentIdOf(id)
  }

  it('is paid like any other where the account does not hold it', async () => {
    await withRule(null)
    await openWith('350000000000014')
    const id = await openWith('350000000000014')
    await settle(id)
    expect((await markPaid(id)).status).toBe(200)
  })

  it('is held by hand, in files and by itself until a person has looked, who reads which the other is', async () => {
    await withRule(null)
    await holds(true)
    const other = await openWith('350000000000022')
    const [byHand, inFile, byItself] = [
      await openWith('350000000000022'),
      await openWith('350000000000022', 'transfer'),
      await openWith('350000000000022', 'voucher'),
    ]
    for (const id of [byHand, inFile, byItself]) await settle(id)
    const { rows } = await owner().query<{ code: string }>(
      'select identification_number as code from buyback where id = $1',
      [other],
    )
    const held = await waitingFor(await paymentIdOf(byHand))
    expect(held).toMatchObject({ subject: 'same_imei', madeBy: null, mayRelease: true })
    expect(held.note).toContain(rows[0]!.code)
    expect(await told(await markPaid(byHand))).toEqual([409, 'PAYMENT_RELEASE_WAITING'])
    expect(await told(await post('/api/payment-files', { paymentIds: [await paymentIdOf(inFile)] }))).toEqual([
      409,
      'PAYMENT_FILE_NOT_TRANSFERABLE',
    ])
    expect(await statusOf(byItself)).toBe('payment_created')
    expect(await told(await refuse(held.id))).toEqual([409, 'PAYMENT_RELEASE_HELD'])
    expect((await release(held.id)).status).toBe(200)
    expect((await markPaid(byHand)).status).toBe(200)
    expect((await release((await waitingFor(await paymentIdOf(byItself))).id)).status).toBe(200)
    await runJobs(byItself)
    expect(await statusOf(byItself)).toBe('payment_completed')
    // A buyer reads that there are others, and not which: they need not be its own.
    await world.assignToBuyer(inFile)
    const paymentId = await paymentIdOf(inFile)
    const buyer = await api().signIn('buyer_manager')
    expect(await waitingFor(paymentId, buyer)).toMatchObject({ subject: 'same_imei', note: null })
    expect((await waitingFor(paymentId)).note).toContain(rows[0]!.code)
    // Settled later than those, it was open beside them.
    await settle(other)
    expect(await waitingFor(await paymentIdOf(other))).toMatchObject({ subject: 'same_imei' })
  })

  it('is held again when a loss makes the payment owed again, unless the same was released', async () => {
    await withRule(null)
    await holds(true)
    await openWith('350000000000055')
    const id = await openWith('350000000000055', 'voucher')
    const paymentId = await settle(id)
    const loseOnItsWayBack = async () => {
      await become(id, 'bb_cancelled')
      expect(await waitingFor(paymentId)).toBeUndefined()
      await settle(id)
    }
    await loseOnItsWayBack()
    expect(await statusOf(id)).toBe('payment_created')
    expect((await release((await waitingFor(paymentId)).id)).status).toBe(200)
    // Another one came since: what was looked at is not what there is now.
    await openWith('350000000000055')
    await loseOnItsWayBack()
    expect(await statusOf(id)).toBe('payment_created')
    expect((await release((await waitingFor(paymentId)).id)).status).toBe(200)
    await loseOnItsWayBack()
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it.each([
    ['350000000000063', '3500000000000601'],
    ['350000000000089', '35000000000008901'],
  ])('%s is held beside the same device as %s', async (imei, longer) => {
    await withRule(null)
    await holds(true)
    await openWith(longer)
    const id = await openWith(imei)
    await settle(id)
    expect(await waitingFor(await paymentIdOf(id))).toMatchObject({ subject: 'same_imei' })
  })

  it('is held where the sale was captured before the other was settled, and sent after it', async () => {
    await withRule(null)
    await holds(true)
    const former = await openWith('350000000000071')
    await settle(former)
    await owner().query(`update buyback set settled_at = created_at - interval '1 day' where id = $1`, [former])
    const capturedDaysAgo = async (days: number) => {
      const id = await openWith('350000000000071')
      await owner().query(
        `insert into item_history (account_id, id, item_id, action, server_at, device_at, to_status)
         select i.account_id, $2, i.id, 'create', b.created_at, b.created_at - $3 * interval '1 day', i.status
         from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id where b.id = $1`,
        [id, newId(), days],
      )
      await settle(id)
      await owner().query(`update buyback set settled_at = created_at - interval '9 days' where id = $1`, [id])
      return paymentIdOf(id)
    }
    expect(await waitingFor(await capturedDaysAgo(0.5))).toBeUndefined()
    expect(await waitingFor(await capturedDaysAgo(2))).toMatchObject({ subject: 'same_imei' })
  })

  it('holds nothing beside a cancelled buyback, one that was settled before, or another device', async () => {
    await withRule(null)
    await holds(true)
    const cancelled = await openWith('350000000000030')
    await become(cancelled, 'bb_cancelled')
    const former = await openWith('350000000000030')
    await settle(former)
    await owner().query(`update buyback set settled_at = created_at - interval '1 day' where id = $1`, [former])
    await openWith('350000000000048')
    const id = await openWith('350000000000030')
    await settle(id)
    expect((await markPaid(id)).status).toBe(200)
    await holds(false)
  })
})
