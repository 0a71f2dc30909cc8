// @module-tag slow
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSmtpMail, mailLanes } from '#api/adapters/mail/smtp-mail.ts'
import type { MailTransport, OutgoingMail } from '#api/adapters/mail/mail-transport.ts'
import { inAccount } from '#api/db/in-account.ts'
import { claimMail, queueMail } from '#api/mail/mail-queries.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { startSmtp, type SmtpServer } from '#tests/support/smtp-server.ts'

let api: TestApi
let owner: pg.Client
let transport: MailTransport
let smtp: SmtpServer

/** A transport to a server of the tests, which speaks no TLS. */
const plainMail = (url: string, from = 'x@reprise.example') => createSmtpMail({ url, from, demandsTls: false })

beforeAll(async () => {
  smtp = await startSmtp()
  transport = plainMail(smtp.url, 'Reprise <no-reply@reprise.example>')
  api = await createTestApi({ transport })
  owner = new pg.Client({ connectionString: api.testDatabase.ownerUrl })
  await owner.connect()
})
beforeEach(async () => {
  smtp.answer = () => null
  smtp.stage = () => null
  smtp.letters.length = 0
  await system('delete from mail_message')
  await owner.query('delete from throttle')
})
afterAll(async () => {
  await owner.end()
  await api.close()
  transport.close()
  await smtp.close()
})

async function system(sql: string): Promise<Record<string, unknown>[]> {
  await owner.query("begin; set local app.system = 'on'")
  const { rows } = await owner.query<Record<string, unknown>>(sql)
  await owner.query('commit')
  return rows
}

/** A mail server that holds what it was given until it is told how that ends. */
function heldTransport() {
  const sent: OutgoingMail[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const transport: MailTransport = {
    send: async (mail) => {
      sent.push(mail)
      await promise
    },
    close: () => undefined,
  }
  return { transport, sent, end: (failure?: Error) => (failure === undefined ? resolve() : reject(failure)) }
}

const renew = (email: string) => api.request('/api/password/renew', { method: 'POST', json: { email } })

function newMail(dedupeKey: string, now = new Date()) {
  const { retailer } = api.accounts
  return {
    accountId: retailer.id,
    dedupeKey,
    kind: 'password_renewal' as const,
    recipient: `${dedupeKey}@x.example`,
    language: 'fr-FR' as const,
    subject: 'Objet',
    text: 'Bonjour',
    html: '<p>Bonjour</p>',
    now,
  }
}

const queue = (dedupeKey: string) =>
  inAccount(api.db, api.accounts.retailer.id, (tx) => queueMail(tx, newMail(dedupeKey)))

describe('a mail', () => {
  it(
    'reaches a real SMTP server with the message id of its row, and its links are forgotten afterwards',
    { tags: ['slow'] },
    async () => {
      await renew('store_seller@retailer.example')
      const [row] = await system('select id, body_text from mail_message')
      expect(String(row?.['body_text'])).toContain('/renew/p_')
      await api.mailRunner.runOnce()
      expect(smtp.letters).toHaveLength(1)
      const letter = smtp.letters[0]
      expect(letter?.to).toBe('store_seller@retailer.example')
      expect(letter?.raw).toContain(`Message-ID: <${String(row?.['id'])}@localhost>`)
      expect(letter?.raw).toContain('From: Reprise <no-reply@reprise.example>')
      expect(letter?.raw).toMatch(/Content-Type: multipart\/alternative/)
      const [sent] = await system('select status, attempts, body_text, body_html from mail_message')
      expect(sent).toEqual({ status: 'sent', attempts: 1, body_text: '', body_html: null })
    },
  )

  it('exists only if the transaction of its cause does, and once for one cause', async () => {
    const { id } = api.accounts.retailer
    const failing = inAccount(api.db, id, async (tx) => {
      await queueMail(tx, newMail('rolled-back'))
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await queue('twice')
    await queue('twice')
    expect(await system('select dedupe_key from mail_message')).toEqual([{ dedupe_key: 'twice' }])
  })

  it('is tried again later when the server refuses it for now', async () => {
    await queue('busy')
    smtp.answer = () => Object.assign(new Error('try later'), { responseCode: 451 })
    await api.mailRunner.runOnce()
    expect(await api.mailRunner.runOnce()).toBe(0)
    const [row] = await system(
      "select status, attempts, next_attempt_at > now() + interval '20 seconds' as waits from mail_message",
    )
    expect(row).toEqual({ status: 'queued', attempts: 1, waits: true })
    smtp.answer = () => null
    await system('update mail_message set next_attempt_at = now()')
    await api.mailRunner.runOnce()
    expect(smtp.letters.map((letter) => letter.to)).toEqual(['busy@x.example'])
  })

  it('fails for good when the server refuses it for good, without the address in the note', async () => {
    await queue('gone')
    smtp.answer = () => Object.assign(new Error('no such user gone@x.example'), { responseCode: 550 })
    await api.mailRunner.runOnce()
    const [row] = await system('select status, attempts, last_error from mail_message')
    expect(row).toMatchObject({ status: 'failed', attempts: 1 })
    expect(String(row?.['last_error'])).toContain('550')
    expect(JSON.stringify([row, ...api.logLines])).not.toContain('gone@x.example')
  })

  it('fails for good when the server refuses its text for good', async () => {
    await queue('unwanted')
    smtp.stage = (stage) => (stage === 'text' ? Object.assign(new Error('spam'), { responseCode: 554 }) : null)
    await api.mailRunner.runOnce()
    expect(await system('select status, attempts from mail_message')).toEqual([{ status: 'failed', attempts: 1 }])
  })

  it.each([
    ['login', 535],
    ['greeting', 554],
    ['sender', 552],
  ] as const)('waits through a refused %s (%i), and goes out once that is mended', async (refused, responseCode) => {
    const url = smtp.url.replace('//', '//user:secret@')
    const fresh = plainMail(url)
    const other = await createTestApi({ share: api, transport: fresh })
    await queue('held-up')
    smtp.stage = (stage) => (stage === refused ? Object.assign(new Error('no'), { responseCode }) : null)
    await other.mailRunner.runOnce()
    const [row] = await system('select status, attempts, last_error from mail_message')
    expect(row).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining(`${responseCode}`) })
    smtp.stage = () => null
    await system('update mail_message set next_attempt_at = now()')
    await other.mailRunner.runOnce()
    expect(smtp.letters.map((letter) => letter.to)).toEqual(['held-up@x.example'])
    await other.close()
    fresh.close()
  })

  it(
    'waits through a night and more in which the login is refused, ever longer, and is given up after days',
    { tags: ['slow'] },
    async () => {
      const fresh = plainMail(smtp.url.replace('//', '//user:secret@'))
      const other = await createTestApi({ share: api, transport: fresh })
      const attempt = async () => {
        await system('update mail_message set next_attempt_at = now()')
        await other.mailRunner.runOnce()
        const [row] = await system(
          `select status, attempts, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from mail_message`,
        )
        return row
      }
      try {
        await queue('expired-password')
        smtp.stage = (stage) => (stage === 'login' ? Object.assign(new Error('no'), { responseCode: 535 }) : null)
        for (let hour = 0; hour < 23; hour++) await attempt()
        expect(await attempt()).toEqual({ status: 'queued', attempts: 24, minutes: 60 })
        await system(`update mail_message set created_at = now() - interval '71 hours'`)
        expect(await attempt()).toMatchObject({ status: 'queued' })
        await system(`update mail_message set created_at = now() - interval '73 hours'`)
        expect(await attempt()).toMatchObject({ status: 'failed', attempts: 26 })
        await queue('waited-for-a-server')
        await system(`update mail_message set created_at = now() - interval '73 hours'`)
        await other.mailRunner.runOnce()
        expect(await system(`select status from mail_message where attempts = 1`)).toEqual([{ status: 'queued' }])
      } finally {
        await other.close()
        fresh.close()
      }
    },
  )

  it.each([
    ['greeting', 554, { code: 'EPROTOCOL' }],
    ['login', 535, { code: 'EAUTH' }],
    ['sender', 552, { code: 'EENVELOPE', command: 'MAIL FROM' }],
    ['recipient', 550, { code: 'EENVELOPE', command: 'RCPT TO' }],
    ['text', 554, { code: 'EMESSAGE' }],
  ] as const)(
    'that is refused at the %s is so by an error that says where and for how long',
    async (at, code, known) => {
      const fresh = plainMail(smtp.url.replace('//', '//user:secret@'))
      const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode })
      const send = () =>
        fresh.send({ messageId: '<1@x.example>', to: 'a@x.example', subject: 'S', text: 'T', html: 'T' })
      try {
        for (const [responseCode, permanent] of [
          [code, true],
          [450, false],
        ] as const) {
          smtp.answer = () => (at === 'recipient' ? refusal(responseCode) : null)
          smtp.stage = (stage) => (stage === at ? refusal(responseCode) : null)
          await expect(send()).rejects.toMatchObject({ ...known, responseCode, permanent })
        }
      } finally {
        fresh.close()
      }
    },
  )

  it('waits where the server asks for a login before it looks at the recipient', async () => {
    await queue('unknown-sender')
    smtp.answer = () => Object.assign(new Error('authentication required'), { responseCode: 530 })
    await api.mailRunner.runOnce()
    expect(await system('select status, attempts from mail_message')).toEqual([{ status: 'queued', attempts: 1 }])
  })

  it.each([
    ['client', 'recipient', 554, '5.7.1 Service unavailable; Client host blocked'],
    ['greeting', 'recipient', 504, '5.5.2 Helo command rejected: need fully-qualified hostname'],
    ['greeting', 'recipient', 550, '5.7.1 Helo command rejected: Host not found'],
    ['sender', 'recipient', 553, '5.7.1 Sender address rejected: not owned by user'],
    ['sender', 'recipient', 550, '5.1.8 Sender address rejected: Domain not found'],
    ['sender', 'recipient', 550, '5.1.7 Sender address rejected: undeliverable address'],
    ['relay', 'recipient', 554, '5.7.1 Relay access denied'],
    ['client', 'recipient', 554, 'Blocked by a list'],
    ['sender', 'text', 550, '5.7.60 Client does not have permissions to send as this sender'],
  ] as const)('waits where a refused %s is told only at the %s (%i %s)', async (_what, at, responseCode, words) => {
    await queue('told-late')
    const refusal = () => Object.assign(new Error(words), { responseCode })
    smtp.answer = () => (at === 'recipient' ? refusal() : null)
    smtp.stage = (stage) => (stage === at ? refusal() : null)
    await api.mailRunner.runOnce()
    const [row] = await system('select status, attempts, last_error from mail_message')
    expect(row).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining(`${responseCode}`) })
  })

  it.each([
    ['recipient', 550, '5.1.1 User unknown'],
    ['recipient', 553, '5.1.3 Bad recipient address syntax'],
    ['recipient', 550, '5.2.1 Mailbox disabled'],
    ['recipient', 551, 'User not local'],
    ['recipient', 553, 'Mailbox name not allowed'],
    ['text', 552, '5.3.4 Message too big'],
  ] as const)('fails for good where it is the %s that is refused (%i %s)', async (at, responseCode, words) => {
    await queue('meant')
    const refusal = () => Object.assign(new Error(words), { responseCode })
    smtp.answer = () => (at === 'recipient' ? refusal() : null)
    smtp.stage = (stage) => (stage === at ? refusal() : null)
    await api.mailRunner.runOnce()
    expect(await system('select status, attempts from mail_message')).toEqual([{ status: 'failed', attempts: 1 }])
  })

  it('waits through a server that is away', async () => {
    const nowhere = plainMail('smtp://127.0.0.1:9')
    const away = await createTestApi({ share: api, transport: nowhere })
    await queue('away')
    await away.mailRunner.runOnce()
    expect(await system('select status, attempts from mail_message')).toEqual([{ status: 'queued', attempts: 1 }])
    await away.close()
  })

  it('goes out once with two processes at work', async () => {
    const sent: OutgoingMail[] = []
    const slow: MailTransport = {
      send: async (mail) => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        sent.push(mail)
      },
      close: () => undefined,
    }
    const first = await createTestApi({ share: api, transport: slow })
    const second = await createTestApi({ share: api, transport: slow })
    for (let index = 0; index < 40; index++) await queue(`mail-${index}`)
    const work = async (one: TestApi) => {
      while ((await one.mailRunner.runOnce()) > 0);
    }
    await Promise.all([work(first), work(second), work(first)])
    expect(sent.map((mail) => mail.to).toSorted()).toEqual(
      Array.from({ length: 40 }, (_, index) => `mail-${index}@x.example`).toSorted(),
    )
    await Promise.all([first.close(), second.close()])
  })

  it('is taken alone however the planner joins, so that none waits out a lease under which nobody works', async () => {
    await queue('before')
    await api.mailRunner.runOnce()
    // With figures of a single row the planner walks through the table and asks for what is due beside each row.
    await owner.query('vacuum analyze mail_message')
    for (const name of ['one', 'two', 'three']) await queue(name)
    expect(await claimMail(api.db, 180)).not.toBeNull()
    expect(await system('select status from mail_message order by status')).toEqual([
      { status: 'queued' },
      { status: 'queued' },
      { status: 'sending' },
      { status: 'sent' },
    ])
  })

  it('whose server takes long to answer delays no other one, and goes out once', async () => {
    const held = heldTransport()
    const relay: MailTransport = {
      send: (mail) => (mail.to.startsWith('slow') ? held.transport.send(mail) : transport.send(mail)),
      close: () => undefined,
    }
    const other = await createTestApi({ share: api, transport: relay })
    for (const name of ['slow', 'one', 'two']) await queue(name)
    const working = other.mailRunner.runOnce()
    await expect.poll(() => smtp.letters.length).toBe(2)
    // One that is queued while the server still thinks goes out, too.
    await queue('late')
    other.mailRunner.nudge()
    await expect.poll(() => smtp.letters.length).toBe(3)
    // A letter has come before its mail is marked.
    await expect
      .poll(() => system('select status from mail_message order by status'))
      .toEqual([{ status: 'sending' }, { status: 'sent' }, { status: 'sent' }, { status: 'sent' }])
    held.end()
    expect(await working).toBe(4)
    expect(held.sent.map(({ to }) => to)).toEqual(['slow@x.example'])
    expect(await system('select status, attempts from mail_message where attempts <> 1')).toEqual([])
    await other.close()
  })

  it('is never on its way more often than the lanes allow, so that none waits out its lease unsent', async () => {
    const held = heldTransport()
    const slow = await createTestApi({ share: api, transport: held.transport })
    for (let each = 0; each < mailLanes + 2; each++) await queue(`m${each}`)
    const working = slow.mailRunner.runOnce()
    await expect.poll(() => held.sent.length).toBe(mailLanes)
    expect(await system(`select count(*)::int as waiting from mail_message where status = 'queued'`)).toEqual([
      { waiting: 2 },
    ])
    held.end()
    expect(await working).toBe(mailLanes + 2)
    await slow.close()
  })

  it.each([
    ['the one that was late could not send it', true, false],
    ['the one that took it over could not send it', false, true],
  ])('that one of two runners sent stays sent, although %s', async (_what, lateFails, otherFails) => {
    const [first, second] = [heldTransport(), heldTransport()]
    const [late, other] = await Promise.all(
      [first, second].map(({ transport: held }) => createTestApi({ share: api, transport: held })),
    )
    await queue('handed-on')
    const lateWork = late!.mailRunner.runOnce()
    await expect.poll(() => first.sent.length).toBe(1)
    await system('update mail_message set next_attempt_at = now()')
    const otherWork = other!.mailRunner.runOnce()
    await expect.poll(() => second.sent.length).toBe(1)
    const failure = new Error('gone away')
    const endOther = async () => {
      second.end(otherFails ? failure : undefined)
      await otherWork
    }
    if (!otherFails) await endOther()
    first.end(lateFails ? failure : undefined)
    await lateWork
    if (otherFails) await endOther()
    expect(await system('select status from mail_message')).toEqual([{ status: 'sent' }])
    await Promise.all([late!.close(), other!.close()])
  })

  it('of a runner that died in between is taken over by another once the lease has run out', async () => {
    await queue('orphan')
    const held = heldTransport()
    const dead = await createTestApi({ share: api, transport: held.transport })
    const working = dead.mailRunner.runOnce()
    await expect.poll(() => system('select status from mail_message')).toEqual([{ status: 'sending' }])
    expect(await api.mailRunner.runOnce()).toBe(0)
    await system('update mail_message set next_attempt_at = now()')
    expect(await api.mailRunner.runOnce()).toBe(1)
    expect(smtp.letters.map((letter) => letter.to)).toEqual(['orphan@x.example'])
    held.end(new Error('gone away'))
    await working
    await dead.close()
  })
})
