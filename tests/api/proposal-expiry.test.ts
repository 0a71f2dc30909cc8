// @module-tag slow
import { describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createProposalExpiry } from '#api/features/quarantine/proposal-expiry.ts'
import { createCustomerNotices } from '#api/mail/customer-notices.ts'
import type { ProposalEnd } from '#domain/quarantine/proposal.ts'
import { createItems, type TestItem } from '#tests/support/factories.ts'
import { prepareQuarantineFloor, tokenOf } from '#tests/support/quarantine-floor.ts'

const day = 86_400_000
const { api, owner, account, pass, quarantined, release, mails, lettersOf, read, answer, stored, proposalsOf } =
  prepareQuarantineFloor()

const quiet = { warn: () => undefined }
let nowMs = Date.now()
const wait = (ms: number): void => {
  nowMs += ms
  pass(ms)
}
const choose = (end: ProposalEnd) =>
  owner().query('update organization_root_detail set unanswered_proposal = $2 where account_id = $1', [
    account().id,
    end,
  ])
const end = () => createProposalExpiry({ database: api().db, now: () => new Date(nowMs), log: quiet })()

const markSent = ({ id }: TestItem, afterMs: number) =>
  owner().query(
    `update mail_message m set status = 'sent', sent_at = $2 from price_proposal p
     where p.item_id = $1 and m.dedupe_key = 'price_proposal:' || p.id`,
    [id, new Date(nowMs + afterMs)],
  )

/** A quarantined item whose customer is asked, with the link of the mail; null leaves the mail where it waits. */
async function proposed(
  sentAfterMs: number | null = 0,
): Promise<{ readonly item: TestItem; readonly token: string; readonly text: string }> {
  const item = await quarantined()
  await mails()()
  const [letter] = await lettersOf(item)
  if (sentAfterMs !== null) await markSent(item, sentAfterMs)
  return { item, token: tokenOf(letter), text: (letter?.text ?? '').replaceAll(/\s+/g, ' ') }
}

/** The actions of an item's history, the latest last. */
async function actionsOf({ id }: TestItem): Promise<readonly string[]> {
  const { rows } = await owner().query<{ action: string }>(
    'select action from item_history where item_id = $1 order by id',
    [id],
  )
  return rows.map(({ action }) => action)
}

async function noticesOf({ buybackId }: TestItem): Promise<readonly string[]> {
  const trackingLink = () => 'https://reprise.example/buyback/tracking/x'
  await owner().query(`update customer_notice set due_at = now() - interval '1 second'`)
  const deps = { database: api().db, now: () => new Date(nowMs), trackingLink, mailQueued: () => undefined, log: quiet }
  await createCustomerNotices(deps)()
  const { rows } = await owner().query<{ text: string }>(
    `select body_text as text from mail_message where kind like 'proposal_ended%' and buyback_ids @> array[$1]::uuid[]`,
    [buybackId],
  )
  return rows.map(({ text }) => text.replaceAll(/\s+/g, ' '))
}

describe('a proposal that nobody answers in time', () => {
  it.each([
    ['accepted', 'item_completed_with_negociation', 'bb_completed_with_negociation', 'considérée comme acceptée'],
    ['declined', 'item_in_quarantine', 'bb_not_completed', 'considérée comme refusée'],
  ] as const)('counts as %s where the account wants it, as the mail says', async (choice, status, buyback, words) => {
    await choose(choice)
    const { item, token, text } = await proposed()
    expect(text).toContain(`Sans réponse de votre part à cette date, l’offre est ${words}`)
    expect(await read(token)).toMatchObject({ body: { state: 'open', endsAs: choice } })
    wait(30 * day - 60_000)
    expect(await end()).toBe(0)
    wait(120_000)
    expect([await end(), await end()]).toEqual([1, 0])
    expect(await stored(item)).toMatchObject({ status, buyback, validated: choice === 'accepted' ? 4_000 : null })
    expect((await actionsOf(item)).at(-1)).toBe(`proposal_ended_${choice}`)
    expect(await read(token)).toMatchObject({ body: { state: choice, isByDeadline: true } })
    expect(await answer(token, choice === 'accepted' ? 'declined' : 'accepted')).toMatchObject({ status: 409 })
    const [notice = '', ...more] = await noticesOf(item)
    expect(more).toEqual([])
    expect(notice).toContain(`Comme annoncé, elle est ${words}`)
  })

  it('stays open where the account has chosen nothing, and says that the product waits', async () => {
    await choose('stays_open')
    const { item, token, text } = await proposed()
    expect(text).toContain('Sans réponse de votre part, le produit attend chez nous.')
    wait(31 * day)
    expect(await end()).toBe(0)
    expect(await read(token)).toMatchObject({ body: { state: 'expired' } })
    expect(await stored(item)).toMatchObject({ status: 'item_in_quarantine', buyback: 'bb_in_processing' })
  })

  it('ends as its mail has announced, whatever the account chooses later', async () => {
    await choose('declined')
    const first = await proposed()
    await choose('accepted')
    const second = await proposed()
    wait(31 * day)
    expect(await end()).toBe(2)
    expect((await proposalsOf(first.item)).map(({ answer: given }) => given)).toEqual(['declined'])
    expect((await proposalsOf(second.item)).map(({ answer: given }) => given)).toEqual(['accepted'])
  })

  it('is left alone once its customer has answered or staff has decided', async () => {
    await choose('accepted')
    const answered = await proposed()
    await answer(answered.token, 'declined')
    const kept = await proposed()
    expect(await release(kept.item, 'kept')).toBe('applied')
    wait(31 * day)
    expect(await end()).toBe(0)
    expect((await actionsOf(answered.item)).at(-1)).toBe('proposal_declined')
    expect(await read(answered.token)).toMatchObject({ body: { state: 'declined', isByDeadline: false } })
  })

  it.each([
    ['has failed', null, 'failed'],
    ['waits', null, 'queued'],
    ['left two days before the end', 28 * day, 'sent'],
  ] as const)('stays with the quarantine where its mail %s', async (_case, sentAfterMs, status) => {
    await choose('accepted')
    const { item, token } = await proposed(sentAfterMs)
    if (status === 'failed')
      await owner().query(
        `update mail_message m set status = 'failed', last_error = '550' from price_proposal p
         where p.item_id = $1 and m.dedupe_key = 'price_proposal:' || p.id`,
        [item.id],
      )
    wait(31 * day)
    expect(await end()).toBe(0)
    expect(await stored(item)).toMatchObject({ status: 'item_in_quarantine', buyback: 'bb_in_processing' })
    expect(await read(token)).toMatchObject({ body: { state: 'expired' } })
  })

  it('does not wait for others that cannot be ended', async () => {
    await choose('declined')
    const { item } = await proposed()
    const { rows } = await owner().query<{ id: string }>('select id from price_proposal where item_id = $1', [item.id])
    // They name an item that waits for no answer any more, and stay first in the list.
    const stuck = await createItems(owner(), account(), 51, { status: 'item_created' })
    const ids = stuck.map(() => newId())
    await owner().query(
      `insert into price_proposal (account_id, id, item_id, buyback_id, price_cents, token_hash, expires_at, end_choice)
       select $1, s.id, s.item_id, s.buyback_id, 4000, sha256(s.id::text::bytea), $5, 'accepted'
       from unnest($2::uuid[], $3::uuid[], $4::uuid[]) s(id, item_id, buyback_id)`,
      [account().id, ids, stuck.map(({ id }) => id), stuck.map((each) => each.buybackId), new Date(nowMs + 29 * day)],
    )
    await owner().query(
      `insert into mail_message (account_id, id, dedupe_key, kind, recipient, language, subject, body_text, status, sent_at)
       select $1, gen_random_uuid(), 'price_proposal:' || s.id, 'price_proposal', 'anna@customer.example', 'fr-FR', 'x',
         '', 'sent', $3 from unnest($2::uuid[]) s(id)`,
      [account().id, ids, new Date(nowMs)],
    )
    wait(31 * day)
    expect(await end()).toBe(1)
    const answers = await owner().query<{ answer: string }>('select answer from price_proposal where id = $1', [
      rows[0]?.id,
    ])
    expect(answers.rows).toEqual([{ answer: 'declined' }])
    await owner().query(`update price_proposal set voided_at = now(), void_reason = 'closed' where id = any ($1)`, [
      ids,
    ])
  })

  it('is ended once by two processes', async () => {
    await choose('declined')
    const { item } = await proposed()
    wait(31 * day)
    const ended = await Promise.all([end(), end(), end()])
    expect(ended.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect((await actionsOf(item)).filter((action) => action === 'proposal_ended_declined')).toHaveLength(1)
  })
})
