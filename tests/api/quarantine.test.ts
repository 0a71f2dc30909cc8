// @module-tag slow
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { noteMailProblem } from '#api/features/quarantine/proposal-queries.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import type { TestItem } from '#tests/support/factories.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { broken, tokenOf, prepareQuarantineFloor } from '#tests/support/quarantine-floor.ts'

const day = 86_400_000
const {
  api,
  owner,
  account,
  manager,
  queue,
  send,
  pass,
  declaredItem,
  quarantined,
  testAs,
  release,
  mails,
  lettersOf,
  read,
  answer,
  stored,
  proposalsOf,
} = prepareQuarantineFloor()

describe('a lower price', () => {
  it('is proposed by a mail with what the customer would be paid, once', async () => {
    const item = await quarantined()
    await Promise.all([mails()(), mails()()])
    await mails()()
    const letters = await lettersOf(item)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('Anna')
    // With the bonus of 10 %: 110 declared, 44 proposed.
    expect(letters[0]?.text).toMatch(/110[.,]00/)
    expect(letters[0]?.text).toMatch(/44[.,]00/)
    const token = tokenOf(letters[0])
    expect(await read(token)).toMatchObject({
      status: 200,
      body: { state: 'open', declaredCents: 11_000, proposedCents: 4_400, buybackCode: item.buybackCode },
    })
    const kept = await owner().query(`select 1 from price_proposal where token_hash::text like '%' || $1 || '%'`, [
      token,
    ])
    expect(kept.rows).toEqual([])
  })

  it('is final once the customer accepts, by the rules of the domain', async () => {
    const item = await quarantined()
    await mails()()
    const token = tokenOf((await lettersOf(item))[0])
    const before = await stored(item)
    expect(await answer(token, 'accepted')).toMatchObject({ status: 200, body: { state: 'accepted' } })
    expect(await stored(item)).toMatchObject({
      status: 'item_completed_with_negociation',
      buyback: 'bb_completed_with_negociation',
      native: 'in_quarantine',
      validated: 4_000,
      grade: 'grade_d',
      settled: true,
      tested: true,
      version: Number(before['version']) + 1,
      facts: { validated: { priceCents: 4_000, paymentCents: 4_400 } },
    })
    const { rows } = await owner().query(
      `select action, from_status, to_status, actor_id, details from item_history where item_id = $1 order by id desc limit 1`,
      [item.id],
    )
    expect(rows).toMatchObject([
      {
        action: 'proposal_accepted',
        from_status: 'item_in_quarantine',
        to_status: 'item_completed_with_negociation',
        actor_id: null,
        details: { proposedCents: 4_400 },
      },
    ])
    const changes = await owner().query(`select 1 from sync_change where entity_id = $1 and version = $2`, [
      item.id,
      Number(before['version']) + 1,
    ])
    expect(changes.rows.length).toBeGreaterThan(0)
    expect(await answer(token, 'accepted')).toMatchObject({ status: 200, body: { state: 'accepted' } })
    expect(await answer(token, 'declined')).toMatchObject({ status: 409, body: { code: 'PROPOSAL_CLOSED' } })
    expect(await read(token)).toMatchObject({ body: { state: 'accepted' } })
    expect(await send(queue(), 'moveItem', item, { stockId: account().stocks.to_refurbish })).toBe('applied')
  })

  it('ends the buyback when the customer declines, and the item can only go back (BB-39)', async () => {
    const item = await quarantined()
    await mails()()
    const token = tokenOf((await lettersOf(item))[0])
    expect(await answer(token, 'declined')).toMatchObject({ status: 200, body: { state: 'declined' } })
    expect(await stored(item)).toMatchObject({
      status: 'item_in_quarantine',
      buyback: 'bb_not_completed',
      validated: null,
      settled: false,
    })
    expect(await release(item, 'kept')).toBe('QUARANTINE_RELEASE_NOT_ALLOWED')
    expect(await release(item, 'returned')).toBe('QUARANTINE_LABEL_MISSING')
  })

  it('takes one of two answers that arrive together', async () => {
    const item = await quarantined()
    await mails()()
    const token = tokenOf((await lettersOf(item))[0])
    const said = await Promise.all([answer(token, 'accepted'), answer(token, 'declined')])
    expect(said.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await proposalsOf(item)).map((row) => row.answer)).toHaveLength(1)
  })

  it('expires after thirty days', async () => {
    const item = await quarantined()
    await mails()()
    const token = tokenOf((await lettersOf(item))[0])
    pass(30 * day + 1)
    try {
      expect(await read(token)).toMatchObject({ body: { state: 'expired' } })
      expect(await answer(token, 'accepted')).toMatchObject({ status: 410, body: { code: 'PROPOSAL_EXPIRED' } })
      expect(await stored(item)).toMatchObject({ status: 'item_in_quarantine' })
    } finally {
      pass(-30 * day - 1)
    }
  })

  it('is void once the item is released, the buyback cancelled or the product lost', async () => {
    const [released, cancelled, lost] = [await quarantined(), await quarantined(), await quarantined()]
    await mails()()
    const tokens = await Promise.all(
      [released, cancelled, lost].map(async (item) => tokenOf((await lettersOf(item))[0])),
    )
    expect(await release(released, 'kept')).toBe('applied')
    await owner().query(`update buyback set status = 'bb_cancelled', cancel_reason = 'other' where id = $1`, [
      cancelled.buybackId,
    ])
    await owner().query(
      `update item set status = 'item_lost_warehouse', stock_id = null, warehouse_id = null where id = $1`,
      [lost.id],
    )
    for (const token of tokens) {
      expect(await read(token)).toMatchObject({ body: { state: 'closed' } })
      expect(await answer(token, 'accepted')).toMatchObject({ status: 409, body: { code: 'PROPOSAL_CLOSED' } })
    }
    expect(await proposalsOf(released)).toMatchObject([{ void_reason: 'released' }])
    expect(await proposalsOf(cancelled)).toMatchObject([{ void_reason: 'closed' }])
    expect(await proposalsOf(lost)).toMatchObject([{ void_reason: 'released' }])
  })

  it('is proposed again when the item is tested again', async () => {
    const item = await quarantined()
    await mails()()
    expect(await release(item, 'test_again')).toBe('applied')
    pass(1000)
    expect(await testAs(item, broken)).toBe('applied')
    await mails()()
    expect(await proposalsOf(item)).toMatchObject([{ void_reason: 'released' }, { void_reason: null }])
    const [first, second] = (await lettersOf(item)).map(tokenOf)
    expect(await read(first ?? '')).toMatchObject({ body: { state: 'closed' } })
    expect(await read(second ?? '')).toMatchObject({ body: { state: 'open' } })
  })

  it('leaves nothing of its price where the next test sets the product aside', async () => {
    const item = await quarantined()
    expect(await stored(item)).toMatchObject({ controlled: 4_000, controlledGrade: 'grade_d' })
    expect(await release(item, 'test_again')).toBe('applied')
    pass(1000)
    expect(await stored(item)).toMatchObject({ controlled: 4_000, controlledGrade: 'grade_d' })
    const args = { warehouseId: account().warehouseId, answers: [], photos: [], setAside: 'locked' }
    expect(await send(queue(), 'testItem', item, args)).toBe('applied')
    expect(await stored(item)).toMatchObject({ controlled: null, controlledGrade: null })
  })

  it('without an address stays unsent, with the reason', async () => {
    const item = await quarantined({ email: null })
    await mails()()
    expect(await lettersOf(item)).toEqual([])
    expect(await proposalsOf(item)).toMatchObject([{ mail_problem: 'no_address' }])
  })

  it('is mailed in the next round where the database gave up the one before', async () => {
    const item = await quarantined()
    const holder = await connectAsOwner(api().testDatabase.ownerUrl)
    try {
      await holder.query('begin')
      await holder.query('select 1 from item where id = $1 for update', [item.id])
      const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
      const round = mails()()
      const cancelWhoWaits = async () =>
        (
          await sql`
            select pg_cancel_backend(pid) from pg_stat_activity
            where usename = current_user and ${rows[0]!.pid} = any (pg_blocking_pids(pid))`.execute(api().db.app)
        ).rows.length
      await expect.poll(cancelWhoWaits).toBe(1)
      expect(await round).toBe(0)
    } finally {
      await holder.end()
    }
    expect(await proposalsOf(item)).toMatchObject([{ mail_problem: null }])
    expect(await mails()()).toBe(1)
    expect(await lettersOf(item)).toHaveLength(1)
  })

  it('that the database gives up each time lets the others go first, and is left to people in the end', async () => {
    const [ill, other] = [await quarantined(), await quarantined()]
    await owner().query(
      `create function give_up() returns trigger language plpgsql as
         $$ begin raise exception using errcode = '57014', message = 'it took too long'; end $$;
       create trigger give_up before insert on mail_message for each row
         when (new.dedupe_key like 'price_proposal:%' and new.recipient = 'slow@customer.example')
         execute function give_up();`,
    )
    await owner().query(
      `update customer set email = 'slow@customer.example' where id = (select customer_id from buyback where id = $1)`,
      [ill.buybackId],
    )
    const noted = async () =>
      (
        await owner().query<{ problem: string | null; attempts: number; waits: boolean }>(
          `select mail_problem as problem, mail_attempts as attempts, coalesce(mail_due_at > now(), false) as waits
           from price_proposal where item_id = $1`,
          [ill.id],
        )
      ).rows[0]
    try {
      expect(await mails()()).toBe(1)
      expect(await lettersOf(other)).toHaveLength(1)
      expect(await noted()).toEqual({ problem: null, attempts: 1, waits: false })
      await mails()()
      expect(await noted()).toEqual({ problem: null, attempts: 2, waits: true })
      await mails()()
      expect(await noted()).toMatchObject({ attempts: 2 })
      for (let time = 0; time < 20; time++) {
        await owner().query('update price_proposal set mail_due_at = null where item_id = $1', [ill.id])
        await mails()()
      }
      expect(await noted()).toMatchObject({ problem: 'failed', attempts: 12 })
    } finally {
      await owner().query('drop trigger give_up on mail_message; drop function give_up()')
    }
    const resent = await manager().request(`/api/quarantine/${ill.id}/mail`, { method: 'POST' })
    expect(await resent.json()).toMatchObject({ state: 'open' })
    expect(await lettersOf(ill)).toHaveLength(1)
  })

  it('that cannot be made is left to people, unless another process has mailed it in the meantime', async () => {
    const [ill, mailed] = [await quarantined(), await quarantined()]
    const scope = async (item: TestItem) => ({
      accountId: account().id,
      id: (await owner().query<{ id: string }>('select id from price_proposal where item_id = $1', [item.id])).rows[0]!
        .id,
    })
    const note = async (item: TestItem) => {
      const of = await scope(item)
      await inAccount(api().db, of.accountId, (tx) => noteMailProblem(tx, of, 'failed'))
    }
    await note(ill)
    await mails()()
    await note(mailed)
    expect([await lettersOf(ill), (await lettersOf(mailed)).length]).toEqual([[], 1])
    expect(await proposalsOf(ill)).toMatchObject([{ mail_problem: 'failed' }])
    expect(await proposalsOf(mailed)).toMatchObject([{ mail_problem: null }])
  })

  it('does not exist for a set-aside product', async () => {
    const item = await declaredItem()
    const args = { warehouseId: account().warehouseId, answers: [], photos: [], setAside: 'stolen' }
    expect(await send(queue(), 'testItem', item, args)).toBe('applied')
    expect(await proposalsOf(item)).toEqual([])
    const response = await manager().request(`/api/quarantine/${item.id}/mail`, { method: 'POST' })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      409,
      'QUARANTINE_NO_PROPOSAL',
    ])
  })
})

describe('the mail sent again', () => {
  it('replaces the one before (WH-16)', async () => {
    const item = await quarantined()
    await mails()()
    pass(1000)
    const response = await manager().request(`/api/quarantine/${item.id}/mail`, { method: 'POST' })
    expect([response.status, await response.json()]).toMatchObject([200, { state: 'open', priceCents: 4_000 }])
    const [first, second] = (await lettersOf(item)).map(tokenOf)
    expect(await answer(first ?? '', 'accepted')).toMatchObject({ status: 409 })
    expect(await answer(second ?? '', 'accepted')).toMatchObject({ status: 200 })
  })

  it('by two presses at once is sent once: the second is answered with what the first has sent', async () => {
    const item = await quarantined()
    await mails()()
    pass(1000)
    const holding = await connectAsOwner(api().testDatabase.ownerUrl)
    await holding.query('begin')
    await holding.query('select 1 from item where id = $1 for update', [item.id])
    const press = () => manager().request(`/api/quarantine/${item.id}/mail`, { method: 'POST' })
    const pressed = Promise.all([press(), press()])
    await expect.poll(() => countLockWaiters(owner())).toBe(2)
    await holding.query('commit')
    await holding.end()
    const answers = await pressed
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [one, other] = await Promise.all(answers.map((response) => response.json()))
    expect(one).toEqual(other)
    const letters = await lettersOf(item)
    expect(letters).toHaveLength(2)
    expect(await answer(tokenOf(letters.at(-1)), 'accepted')).toMatchObject({ status: 200 })
  })

  it('needs its permission, an address, and an item that waits', async () => {
    const operator = await api().signIn('warehouse_operator')
    const item = await quarantined({ email: null })
    const path = `/api/quarantine/${item.id}/mail`
    expect((await operator.request(path, { method: 'POST' })).status).toBe(403)
    expect(await (await manager().request(path, { method: 'POST' })).json()).toMatchObject({
      code: 'QUARANTINE_NO_ADDRESS',
    })
    expect(await release(item, 'kept')).toBe('applied')
    expect(await (await manager().request(path, { method: 'POST' })).json()).toMatchObject({
      code: 'ITEM_STATUS_NOT_ELIGIBLE',
    })
    const stranger = await api().signIn('admin@other.example')
    expect((await stranger.request(path, { method: 'POST' })).status).toBe(404)
  })
})

describe('a link', () => {
  it('that nobody sent is unknown, and guesses are slowed down', async () => {
    expect(await read('o_short')).toMatchObject({ status: 404, body: { code: 'PROPOSAL_LINK_INVALID' } })
    const guess = `o_${'A'.repeat(43)}`
    const statuses: number[] = []
    for (let at = 0; at < 80; at++) statuses.push((await read(guess)).status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })
})
