import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSmtpMail } from '#api/adapters/mail/smtp-mail.ts'
import { inAccount } from '#api/db/in-account.ts'
import { queueLabelMail, queueNoticeMail } from '#api/mail/buyback-mails.ts'
import { createCustomerNotices } from '#api/mail/customer-notices.ts'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { createTestApi, type TestSession } from '#tests/support/api.ts'
import { startSmtp } from '#tests/support/smtp-server.ts'
import {
  createSaleWorld,
  customerForm,
  outcomeOf,
  postAs,
  saleOf,
  type Asker,
  type Outcome,
  type SaleWorld,
} from '#tests/support/sale-world.ts'

// Anybody can have mails sent to an address by selling something under it.
let world: SaleWorld
let unit: TestSession

beforeAll(async () => {
  world = await createSaleWorld()
  unit = await world.api.signIn('root_management_unit_manager')
})
beforeEach(async () => {
  await world.sql('delete from throttle')
  await world.sql('delete from mail_message')
})
afterAll(() => world.close())

const stranger = 'stranger@exemple.fr'

function sell(asker: Asker, customer: object = {}, circuit: 'web_post' | 'store_drop' = 'web_post'): Promise<Outcome> {
  const path =
    circuit === 'store_drop' ? `/api/store/${world.api.accounts.retailer.northStoreId}/buybacks` : '/api/buybacks'
  const body = saleOf(world, circuit, { customer: { ...customerForm, clientEmail: stranger, ...customer } })
  return postAs(asker, path, body)
}

const mails = () =>
  world.sql(
    `select kind, status, last_error as error, recipient, body_text as text from mail_message
      where kind = 'buyback_confirmation' order by created_at, id`,
  )

const countOf = (rows: readonly Record<string, unknown>[], status: string) =>
  rows.filter((row) => row['status'] === status).length

describe('mails that visitors have sent', () => {
  const most = throttleLimits.visitorMailByRecipient.attempts

  it('to one address are few a day, however many visitors ask, and no buyback is lost', async () => {
    const sales: Outcome[] = []
    for (let each = 0; each < most + 3; each++) sales.push(await sell(await world.visitor()))
    expect(sales.map(({ status }) => status)).toEqual(sales.map(() => 200))
    const sent = await mails()
    expect([countOf(sent, 'queued'), countOf(sent, 'failed')]).toEqual([most, 3])
    expect(new Set(sent.map(({ error }) => error))).toEqual(new Set([null, 'MAIL_LIMIT_RECIPIENT']))
    // Another spelling of the same mailbox is no other recipient.
    await sell(await world.visitor(), { clientEmail: 'Stranger+sale@exemple.fr' })
    expect(countOf(await mails(), 'failed')).toBe(4)
  })

  it.each([
    ['anne.martin@gmail.com', ['annemartin@gmail.com', 'A.n.n.e.Martin+x@googlemail.com']],
    ['anne.martin@proton.me', ['annemartin@protonmail.com', 'anne_martin@pm.me', 'an-ne.martin@protonmail.ch']],
    ['annemartin@icloud.com', ['annemartin@me.com', 'annemartin@mac.com']],
  ])('to %s are those to each spelling that its provider delivers there', async (first, others) => {
    const spelled = [first, ...others]
    for (let each = 0; each < most; each++)
      await sell(await world.visitor(), { clientEmail: spelled[each % spelled.length] })
    expect(countOf(await mails(), 'failed')).toBe(0)
    for (const clientEmail of spelled) await sell(await world.visitor(), { clientEmail })
    expect(countOf(await mails(), 'failed')).toBe(spelled.length)
    // Elsewhere a point makes another mailbox.
    for (const clientEmail of ['anne.martin@exemple.fr', 'annemartin@exemple.fr'])
      await sell(await world.visitor(), { clientEmail })
    expect(countOf(await mails(), 'failed')).toBe(spelled.length)
  })

  it('are stopped where the page of jobs and the buyback say why, and go out when staff wants it', async () => {
    let last: Outcome | null = null
    for (let each = 0; each < most + 1; each++) last = await sell(await world.visitor())
    const id = String(last?.body['id'])
    const admin = await world.api.signIn('admin')
    const { body } = await outcomeOf(await admin.request('/api/jobs?queue=mail&state=failed'))
    const [job] = body['hydra:member'] as readonly Record<string, unknown>[]
    expect(job).toMatchObject({ error: 'MAIL_LIMIT_RECIPIENT', buybackId: id, kind: 'buyback_confirmation' })
    const read = () => unit.request(`/api/buybacks/${id}`).then(outcomeOf)
    expect((await read()).body['undeliveredMails']).toMatchObject([
      { kind: 'buyback_confirmation', error: 'MAIL_LIMIT_RECIPIENT' },
    ])
    expect((await postAs(admin, `/api/jobs/${String(job?.['id'])}/retry`, {})).status).toBe(200)
    expect((await read()).body['undeliveredMails']).toEqual([])
    expect(countOf(await mails(), 'failed')).toBe(0)
  })

  it('are few of one visitor, to however many addresses', async () => {
    const visitor = await world.visitor()
    const { attempts } = throttleLimits.visitorMailByVisitor
    for (let each = 0; each <= attempts; each++) await sell(visitor, { clientEmail: `s${each}@exemple.fr` })
    const sent = await mails()
    expect(countOf(sent, 'queued')).toBe(attempts)
    expect(sent.at(-1)).toMatchObject({ status: 'failed', error: 'MAIL_LIMIT_VISITOR' })
  })

  it('are not counted once a product of theirs was tested, nor where staff sells', async () => {
    const { body } = await sell(await world.visitor())
    await world.sql(`update item set tested = true where buyback_id = $1`, body['id'])
    for (let each = 0; each < most + 2; each++) await sell(await world.visitor())
    expect(countOf(await mails(), 'failed')).toBe(0)
    await world.sql('update item set tested = false')
    await world.sql('delete from mail_message')
    for (let each = 0; each < most + 2; each++)
      expect(await sell(unit, { clientEmail: 'shop@exemple.fr' }, 'store_drop')).toMatchObject({ status: 200 })
    expect(await mails()).toHaveLength(most + 2)
    expect(countOf(await mails(), 'failed')).toBe(0)
  })

  it.each([
    ['Anne,\n\nVotre paiement est bloqué : https://evil.example/x', 422],
    ['Votre paiement est bloqué, appelez le 0612345678', 200],
    ['evil.example', 200],
  ])('hold no words of theirs: a first name of %j', async (clientFirstname, status) => {
    const words = 'Blocage de votre compte evil.example'
    const sold = await sell(await world.visitor(), { clientFirstname, clientCity: words, clientStreet: words })
    expect(sold.status).toBe(status)
    for (const { text } of await mails()) {
      expect(text).not.toMatch(/evil\.example|bloqu|blocage|0612345678/i)
      expect(text).toMatch(/^Bonjour,/)
    }
    expect(await mails()).toHaveLength(status === 200 ? 1 : 0)
  })
})

const deps = { now: () => new Date(), trackingLink: () => 'https://reprise.example/buyback/tracking/x' }

/** Sells a cart of posted products; answers its buybacks. */
async function sellCart(products: number): Promise<readonly { readonly id: string; readonly trackingToken: string }[]> {
  const [visitor, cartId] = [await world.visitor(), randomUUID()]
  const customer = { ...customerForm, clientEmail: stranger }
  for (let each = 0; each < products; each++)
    await postAs(visitor, '/api/buybacks', saleOf(world, 'web_post', { customer, cartId, inCartId: randomUUID() }))
  const { body } = await postAs(visitor, `/api/cart/${cartId}/validate`)
  return body['buybacks'] as readonly { readonly id: string; readonly trackingToken: string }[]
}

describe('mails with labels', () => {
  const label = (buybackId: string) => {
    const scope = { accountId: world.api.accounts.retailer.id, buybackId }
    return inAccount(world.api.db, scope.accountId, (tx) => queueLabelMail(tx, deps, scope))
  }
  const labels = () =>
    world.sql(`select status, last_error as error from mail_message where kind = 'shipping_label' order by created_at`)

  it('all reach who posts several products, in one cart or in some', async () => {
    for (const { id } of await sellCart(6)) await label(id)
    for (let cart = 0; cart < 3; cart++) for (const { id } of await sellCart(3)) await label(id)
    expect((await labels()).map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 'queued'))
    expect(countOf(await mails(), 'queued')).toBe(4)
  })

  it('go the way of their confirmation, until staff sends it', async () => {
    const most = throttleLimits.visitorMailByRecipient.attempts
    for (let each = 0; each < most; each++) await sell(await world.visitor())
    const [first, second] = await sellCart(2)
    await label(first!.id)
    expect(await labels()).toEqual([{ status: 'failed', error: 'MAIL_LIMIT_RECIPIENT' }])
    await world.sql(`update mail_message set status = 'queued' where kind = 'buyback_confirmation'`)
    await label(second!.id)
    expect((await labels()).map(({ status }) => status)).toEqual(['failed', 'queued'])
  })

  it('are no flood to a stranger, however many products were named', async () => {
    const { attempts } = throttleLimits.visitorLabelByRecipient
    const [first] = await sellCart(1)
    await label(first!.id)
    await world.sql('update throttle set hits = $1', attempts)
    const [second] = await sellCart(1)
    await world.sql(`update mail_message set status = 'queued' where kind = 'buyback_confirmation'`)
    await label(second!.id)
    expect((await labels()).at(-1)).toEqual({ status: 'failed', error: 'MAIL_LIMIT_RECIPIENT' })
  })
})

describe('notices of what a visitor has sold and does not bring', () => {
  const notices = (kind: string) =>
    world.sql(`select status, last_error as error from mail_message where kind = $1 order by created_at, id`, kind)
  const cancel = (trackingToken: string) =>
    world.api.request(`/api/tracking/${trackingToken}/cancel`, { method: 'POST', json: { reason: 'mistake' } })
  /** Mails the cancellings that are noted for customers, as if their waiting time were over. */
  const mailNotices = async () => {
    await world.sql(`update customer_notice set due_at = now() - interval '1 second' where kind = 'buyback_cancelled'`)
    const round = createCustomerNotices({
      ...deps,
      database: world.api.db,
      mailQueued: () => undefined,
      log: { warn: () => undefined },
    })
    while ((await round()) > 0);
  }

  it('are no flood to a stranger: where the confirmation was stopped, so is what follows it', async () => {
    const most = throttleLimits.visitorMailByRecipient.attempts
    for (let each = 0; each < most + 3; each++) {
      const { body } = await sell(await world.visitor())
      expect((await cancel(String(body['trackingToken']))).status).toBe(200)
    }
    await mailNotices()
    const sent = await notices('buyback_cancelled')
    expect([countOf(sent, 'queued'), countOf(sent, 'failed')]).toEqual([most, 3])
    expect(sent.find(({ status }) => status === 'failed')).toMatchObject({ error: 'MAIL_LIMIT_RECIPIENT' })
  })

  it('are bounded by day where one confirmation names many products, and all go to who is known', async () => {
    const { attempts } = throttleLimits.visitorNoticeByRecipient
    const sold = await sellCart(attempts + 2)
    for (const { trackingToken } of sold) expect((await cancel(trackingToken)).status).toBe(200)
    await mailNotices()
    const sent = await notices('buyback_cancelled')
    expect([countOf(sent, 'queued'), countOf(sent, 'failed')]).toEqual([attempts, 2])
    const remind = (buybackId: string) =>
      inAccount(world.api.db, world.accountId, (tx) =>
        queueNoticeMail(tx, deps, {
          accountId: world.accountId,
          buybackId,
          kind: 'send_reminder',
          isPaymentOwed: true,
        }),
      )
    await remind(sold[0]!.id)
    await world.sql(`update item set tested = true where buyback_id = $1`, sold[0]!.id)
    await remind(sold[1]!.id)
    await world.sql('update item set tested = false')
    expect((await notices('send_reminder')).map(({ error }) => error)).toEqual(['MAIL_LIMIT_RECIPIENT', null])
  })
})

describe('a mail that the recipient’s server refuses', () => {
  it('is told at each buyback that it is about, to staff alone', async () => {
    const smtp = await startSmtp()
    smtp.answer = () => Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 })
    const transport = createSmtpMail({ url: smtp.url, from: 'x@reprise.example', demandsTls: false })
    const sending = await createTestApi({ share: world.api, transport })
    try {
      const sold = await sellCart(2)
      expect(sold).toHaveLength(2)
      while ((await sending.mailRunner.runOnce()) > 0);
      const refused = [{ kind: 'buyback_confirmation', error: expect.stringContaining('550') }]
      for (const { id, trackingToken } of sold) {
        const told = async (asker: Asker, path: string) => (await outcomeOf(await asker.request(path))).body
        expect((await told(unit, `/api/buybacks/${id}`))['undeliveredMails']).toMatchObject(refused)
        expect(JSON.stringify(await told(world.api, `/api/tracking/${trackingToken}`))).not.toContain('550')
      }
      // To visitors who read their own buyback the list is empty.
      const visitor = await world.visitor()
      const { body } = await sell(visitor)
      while ((await sending.mailRunner.runOnce()) > 0);
      const path = `/api/buybacks/${String(body['id'])}`
      expect((await outcomeOf(await unit.request(path))).body['undeliveredMails']).toMatchObject(refused)
      expect((await outcomeOf(await visitor.request(path))).body['undeliveredMails']).toEqual([])
    } finally {
      await sending.close()
      transport.close()
      await smtp.close()
    }
  })
})
