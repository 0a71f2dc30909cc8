// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailRunner } from '#api/jobs/mail-runner.ts'
import { createMemoryMail } from '#api/adapters/mail/memory-mail.ts'
import { newId } from '#api/db/new-id.ts'
import { createProposalMails, createProposalReminders } from '#api/features/quarantine/proposal-mail.ts'
import { createCustomerNotices } from '#api/mail/customer-notices.ts'
import type { NoticeKind } from '#domain/buyback/notice-kind.ts'
import { testOrigin } from '#tests/support/api.ts'
import { createPaperWorld, type PaperWorld } from '#tests/support/paper-world.ts'

let world: PaperWorld

beforeAll(async () => {
  world = await createPaperWorld()
})
afterAll(() => world.close())

const log = { warn: () => undefined }
const change = (text: string, ...values: unknown[]) => world.owner.query(text, [world.account.id, ...values])

/** Mails what is noted for customers, as if its waiting time were over; answers how many mails. */
async function mailNotices(): Promise<number> {
  await world.owner.query(`update customer_notice set due_at = now() - interval '1 second'`)
  const { api, trackingLink } = world
  const deps = { database: api.db, now: () => new Date(), trackingLink, mailQueued: () => undefined, log }
  return createCustomerNotices(deps)()
}

const inWarehouse = ['item_awaiting_compliancy_tests', 'item_in_quarantine']
const moveItem = (buybackId: string, status: string) =>
  change(
    `update item set status = $3, warehouse_id = $4, stock_id = $5 where account_id = $1 and buyback_id = $2`,
    buybackId,
    status,
    inWarehouse.includes(status) ? world.account.warehouseId : null,
    status === 'item_awaiting_compliancy_tests'
      ? world.account.stocks.awaiting_control
      : status === 'item_in_quarantine'
        ? world.account.stocks.in_quarantine
        : null,
  )
const settle = (buybackId: string, priceCents: number) =>
  change(
    `update buyback set status = 'bb_completed', validated_price_cents = $3, validated_grade = 'grade_a',
       settled_at = now() where account_id = $1 and id = $2`,
    buybackId,
    priceCents,
  )
const pay = (buybackId: string, status: 'payment_initiated' | 'payment_completed') =>
  change('update buyback set payment_status = $3 where account_id = $1 and id = $2', buybackId, status)
const cancel = (buybackId: string) =>
  change(
    `update buyback set status = 'bb_cancelled', cancel_reason = 'other' where account_id = $1 and id = $2`,
    buybackId,
  )
const textOf = async (kind: NoticeKind, id: string) =>
  (await world.lettersOf(kind, id)).map(({ body_text: text }) => text.replaceAll(/\s+/g, ' '))

describe('a customer is told of each step, once', () => {
  it('that the product has come, in the own language, after a while in which it can be taken back', async () => {
    const { id } = await world.buyback({ language: 'de-DE' })
    await moveItem(id, 'item_awaiting_compliancy_tests')
    const { rows } = await change(
      `select due_at > now() + interval '1 minute' as "waits" from customer_notice where account_id = $1 and buyback_id = $2`,
      id,
    )
    expect(rows).toEqual([{ waits: true }])
    expect(await mailNotices()).toBe(1)
    const [text] = await textOf('item_received', id)
    expect(text).toContain('Wir haben Ihr')
    expect(await mailNotices()).toBe(0)
  })

  it('of nothing that was taken back before the mail', async () => {
    const { id } = await world.buyback()
    await moveItem(id, 'item_awaiting_compliancy_tests')
    await moveItem(id, 'item_in_transit')
    expect(await mailNotices()).toBe(0)
    expect(await textOf('item_received', id)).toEqual([])
  })

  it('that the price is confirmed, and how much is paid', async () => {
    const { id } = await world.buyback()
    await settle(id, 10_000)
    expect(await mailNotices()).toBe(1)
    // The payment that the confirmed price has brought about says the amount.
    expect((await textOf('price_confirmed', id))[0]).toContain('votre prix est confirmé, 100,00 €')
  })

  it('that it is cancelled, unless a new one has taken its place', async () => {
    const { id } = await world.buyback()
    await cancel(id)
    const replaced = await world.buyback()
    await change(
      `insert into item_history (account_id, id, item_id, action, details)
       select account_id, $3, id, 'replace', '{}' from item where account_id = $1 and buyback_id = $2`,
      replaced.id,
      newId(),
    )
    await cancel(replaced.id)
    expect(await mailNotices()).toBe(1)
    expect((await textOf('buyback_cancelled', id))[0]).toContain('est annulée')
  })

  it('where it was lost, and of its price in that mail alone', async () => {
    const { id } = await world.buyback()
    await moveItem(id, 'item_lost_warehouse')
    await settle(id, 10_000)
    expect(await mailNotices()).toBe(1)
    expect((await textOf('item_lost', id))[0]).toContain('Vous recevez le prix de votre déclaration, 100,00 €')
  })

  it('of nothing that is lost or found after the price was final', async () => {
    const { id } = await world.buyback()
    await settle(id, 4000)
    await mailNotices()
    await pay(id, 'payment_completed')
    await moveItem(id, 'item_lost_warehouse')
    expect(await mailNotices()).toBe(0)
    await moveItem(id, 'item_awaiting_compliancy_tests')
    expect(await mailNotices()).toBe(0)
  })

  it('of no payment that follows where it was made before the mail left', async () => {
    const { id } = await world.buyback({ mode: 'gift_card' })
    await settle(id, 10_000)
    await pay(id, 'payment_completed')
    expect(await mailNotices()).toBe(0)
    const lost = await world.buyback({ mode: 'gift_card' })
    await moveItem(lost.id, 'item_lost_warehouse')
    await settle(lost.id, 10_000)
    await pay(lost.id, 'payment_completed')
    expect(await mailNotices()).toBe(1)
    const [text] = await textOf('item_lost', lost.id)
    expect(text).toContain('s’est perdu')
    expect(text).not.toContain('jours ouvrés')
  })

  it('of no payment for a price of 0', async () => {
    const { id } = await world.buyback()
    await settle(id, 0)
    expect(await mailNotices()).toBe(1)
    const [text] = await textOf('price_confirmed', id)
    expect(text).toContain('votre prix est confirmé, 0,00 €')
    expect(text).not.toContain('paiement')
  })

  it('of no cancellation that leaves the payment as it is, and so the money with the customer', async () => {
    for (const status of ['payment_initiated', 'payment_completed'] as const) {
      const { id } = await world.buyback()
      await settle(id, 10_000)
      await pay(id, status)
      await cancel(id)
    }
    expect(await mailNotices()).toBe(0)
  })

  it('of nothing while the account rests', async () => {
    const { id } = await world.buyback()
    await cancel(id)
    await change(`update account set status = 'inactive' where id = $1`)
    expect(await mailNotices()).toBe(0)
    await change(`update account set status = 'active' where id = $1`)
    expect(await mailNotices()).toBe(1)
  })
})

describe('a price proposal that waits', () => {
  let now = new Date()
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  const proposalDeps = () => {
    const { db: database } = world.api
    return { database, now: () => now, publicUrl: testOrigin, mailQueued: () => undefined, log }
  }
  const remind = () => createProposalReminders(proposalDeps())()

  /** A proposal of 40 euros that was mailed today. */
  async function proposed(): Promise<{ readonly id: string; readonly proposalId: string }> {
    const { id } = await world.buyback()
    await moveItem(id, 'item_in_quarantine')
    await change(`update buyback set status = 'bb_in_processing' where account_id = $1 and id = $2`, id)
    const proposalId = newId()
    await change(
      `insert into price_proposal (account_id, id, item_id, buyback_id, price_cents)
       select account_id, $3, id, buyback_id, 4000 from item where account_id = $1 and buyback_id = $2`,
      id,
      proposalId,
    )
    now = new Date()
    await createProposalMails(proposalDeps())()
    return { id, proposalId }
  }
  const answer = (proposalId: string, said: 'accepted' | 'declined' = 'declined') =>
    change(
      `update price_proposal set answer = $3, answered_at = now() where account_id = $1 and id = $2`,
      proposalId,
      said,
    )

  it('is mailed with what differs, reminded of twice before its end, and answered by any of its links', async () => {
    const { id, proposalId } = await proposed()
    expect(await remind()).toBe(0)
    now = days(24)
    expect([await remind(), await remind()]).toEqual([1, 0])
    now = days(29)
    expect([await remind(), await remind()]).toEqual([1, 0])
    const { rows } = await change(
      `select body_text as text from mail_message where account_id = $1 and dedupe_key like '%' || $2 || '%' order by created_at`,
      proposalId,
    )
    const tokens = rows.map(({ text }: { text: string }) => /token=([\w-]+)/.exec(text)?.[1])
    expect(new Set(tokens).size).toBe(3)
    for (const token of tokens)
      expect((await world.api.request(`/api/proposals/${token}`)).status, String(token)).toBe(200)
    await answer(proposalId)
    expect(await mailNotices()).toBe(1)
    expect((await textOf('proposal_declined', id))[0]).toContain('renvoyé sans frais')
  })

  it('is confirmed once it is accepted, with what is paid, and by no second mail of the price', async () => {
    const { id, proposalId } = await proposed()
    await answer(proposalId, 'accepted')
    await settle(id, 4_000)
    expect(await mailNotices()).toBe(1)
    expect((await textOf('proposal_accepted', id))[0]).toContain('40,00 €')
    expect(await textOf('price_confirmed', id)).toEqual([])
    expect(await mailNotices()).toBe(0)
  })

  it('is reminded of once where two days are left before the first reminder', async () => {
    const { proposalId } = await proposed()
    now = days(29)
    expect([await remind(), await remind()]).toEqual([1, 0])
    await answer(proposalId)
    await mailNotices()
  })

  it('is not reminded of while its account rests', async () => {
    const { proposalId } = await proposed()
    now = days(24)
    await change(`update account set status = 'inactive' where id = $1`)
    expect(await remind()).toBe(0)
    await change(`update account set status = 'active' where id = $1`)
    expect(await remind()).toBe(1)
    await answer(proposalId)
    await mailNotices()
  })
})

it('answers to what a customer is told reach the account, and those to its own staff do not', async () => {
  await change(`update organization_root_detail set seller_support_email = 'aide@exemple.fr' where account_id = $1`)
  await world.owner.query(`delete from mail_message`)
  const { id } = await world.buyback()
  await cancel(id)
  await mailNotices()
  const transport = createMemoryMail(() => new Date())
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const runner = createMailRunner({
    database: world.api.db,
    transport,
    log: quiet as unknown as Parameters<typeof createMailRunner>[0]['log'],
    now: () => new Date(),
    messageDomain: 'example.org',
  })
  await runner.runOnce()
  await runner.stop()
  expect(transport.sent.map(({ replyTo }) => replyTo)).toEqual(['aide@exemple.fr'])
})
