// @module-tag slow
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { mailProposal, mailReminder } from '#api/features/quarantine/proposal-mail.ts'
import { queueConfirmationMail, queueNoticeMail, queuePaymentMail, queuePickupMail } from '#api/mail/buyback-mails.ts'
import { queueCorrectedMail, queueCorrectionMail } from '#api/mail/correction-mails.ts'
import { mailPasswordLink } from '#api/mail/password-mails.ts'
import { mailKinds, mailTexts, type MailKind, type MailText } from '#api/mail/mail-texts.ts'
import { correctionKinds } from '#domain/buyback/buyback-correction.ts'
import { noticeKinds } from '#domain/buyback/notice-kind.ts'
import { languages, type Language } from '#domain/kernel/languages.ts'
import { testOrigin } from '#tests/support/api.ts'
import { createPaperWorld, type Letter, type PaperWorld } from '#tests/support/paper-world.ts'

let world: PaperWorld
const written = new Map<string, Letter>()
const mailOf = (kind: MailKind, language: Language) => written.get(`${kind} ${language}`)!

beforeAll(async () => {
  world = await createPaperWorld()
  for (const language of languages) {
    await writeAboutBuyback(language)
    await writeAboutPassword(language)
  }
})
afterAll(() => world.close())

/** Keeps the one mail of a kind that has been queued since the last look. */
async function keep(kind: MailKind, language: Language): Promise<void> {
  const sql = 'delete from mail_message where kind = $1 returning subject, body_text, body_html, language'
  const letter = await vi.waitFor(async () => {
    const { rows } = await world.owner.query<Letter>(sql, [kind])
    expect(rows, kind).toHaveLength(1)
    return rows[0]!
  })
  written.set(`${kind} ${language}`, letter)
}

/** Has a buyback confirmed, labelled, contested and paid, as the product itself writes about each. */
async function writeAboutBuyback(language: Language): Promise<void> {
  const { api, owner, account, trackingLink } = world
  const deps = { now: () => new Date(), trackingLink, publicUrl: testOrigin }
  const { id } = await world.made({ language })
  const scope = { accountId: account.id, buybackId: id }
  await inAccount(api.db, account.id, (tx) =>
    queueConfirmationMail(tx, deps, { accountId: account.id, buybackIds: [id] }),
  )
  await owner.query(`update buyback set send_by = '2126-12-14' where account_id = $1 and id = $2`, [account.id, id])
  await owner.query(`update item set status = 'item_created' where account_id = $1 and buyback_id = $2`, [
    account.id,
    id,
  ])
  await inAccount(api.db, account.id, (tx) =>
    queueNoticeMail(tx, deps, { ...scope, kind: 'send_reminder', isPaymentOwed: false }),
  )
  const proposalId = newId()
  await owner.query(
    `with contested as (
       update item set status = 'item_in_quarantine', warehouse_id = $4, stock_id = $5
       where account_id = $1 and buyback_id = $2 returning id)
     insert into price_proposal (account_id, id, item_id, buyback_id, price_cents)
     select $1, $3, id, $2, 4000 from contested`,
    [account.id, id, proposalId, account.warehouseId, account.stocks.in_quarantine],
  )
  await owner.query(`update buyback set status = 'bb_in_processing' where account_id = $1 and id = $2`, [
    account.id,
    id,
  ])
  expect(
    await inAccount(api.db, account.id, (tx) => mailProposal(tx, deps, { accountId: account.id, id: proposalId })),
  ).toBe(true)
  await owner.query(
    `insert into payment (account_id, id, buyback_id, amount_cents, currency) values ($1, $2, $3, 9900, 'EUR')`,
    [account.id, newId(), id],
  )
  await inAccount(api.db, account.id, (tx) => queuePaymentMail(tx, deps, scope))
  const reminded = { accountId: account.id, id: proposalId }
  expect(await inAccount(api.db, account.id, (tx) => mailReminder(tx, deps, reminded))).toBe(true)
  const slot = { day: '2026-12-01', opens: '09:00', closes: '12:00' }
  await inAccount(api.db, account.id, (tx) => queuePickupMail(tx, deps, { ...scope, slot }))
  for (const kind of correctionKinds) {
    const iban = kind === 'bank' ? 'DE89370400440532013000' : null
    const corrected = { ...scope, id: newId(), kind, recipient: 'anna@customer.example', iban }
    await owner.query('delete from throttle')
    await inAccount(api.db, account.id, async (tx) => {
      await queueCorrectionMail(tx, deps, corrected, 'c_token')
      await queueCorrectedMail(tx, deps, corrected, 'label')
    })
  }
  for (const kind of noticeKinds)
    await inAccount(api.db, account.id, (tx) => queueNoticeMail(tx, deps, { ...scope, kind, isPaymentOwed: true }))
  const kinds = [
    'buyback_confirmation',
    'shipping_label',
    'price_proposal',
    'payment',
    'proposal_reminder',
    'pickup_changed',
    'bank_correction',
    'address_correction',
    'bank_corrected',
    'address_corrected',
  ] as const
  for (const kind of [...kinds, ...noticeKinds]) await keep(kind, language)
}

/** Invites a user, who then asks for a new password and chooses it. */
async function writeAboutPassword(language: Language): Promise<void> {
  const { api, owner } = world
  const email = 'store_manager@retailer.example'
  await owner.query('update user_account set language = $1 where email = $2', [language, email])
  await owner.query('delete from throttle')
  const { id: accountId } = api.accounts.retailer
  const scope = { accountId, userId: api.accounts.userIds[email]! }
  const deps = { now: () => new Date(), publicUrl: testOrigin }
  await inAccount(api.db, accountId, (tx) => mailPasswordLink(tx, deps, scope, 'create'))
  await keep('user_invitation', language)
  await api.request('/api/password/renew', { method: 'POST', json: { email } })
  await keep('password_renewal', language)
  const token = /\/renew\/(p_[\w-]{43})/.exec(mailOf('password_renewal', language).body_text)?.[1] ?? ''
  const chosen = { method: 'POST', json: { password: `Neuf-2026-${language}` } }
  expect((await api.request(`/api/password/new/${token}`, chosen)).status).toBe(204)
  await keep('password_changed', language)
}

/** What HTML says to its reader. */
function readHtml(html: string): string {
  return html
    .replace(/<head>.*<\/head>/, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** Whether a text says a line of a template, with something in the place of each value. */
function says(text: string, line: string): boolean {
  const parts = line.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join(String.raw`\S(?:.*\S)?`)}$`, 'mu').test(text)
}

/** Words that one of the languages has and the others have not; the account's own instructions may be in another one. */
const words: Readonly<Record<Language, readonly string[]>> = {
  'fr-FR': ['bonjour', 'votre', 'vous', 'bientôt', 'à', 'suit', 'du'],
  'en-GB': ['hello', 'your', 'you', 'soon', 'the', 'of', 'is', 'has'],
  'nl-BE': ['dag', 'uw', 'u', 'binnenkort', 'het', 'van', 'na', 'hebt'],
  'de-DE': ['guten', 'ihr', 'ihre', 'ihren', 'sie', 'bald', 'der', 'das', 'und'],
}

function languageOf(text: string): Language {
  const spoken = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const score = (language: Language) => spoken.filter((word) => words[language].includes(word)).length
  return languages.toSorted((one, other) => score(other) - score(one))[0]!
}

/** That a payment follows, in the mail of a step that has one owed. */
function followsOf({ paymentFollows }: MailText): readonly string[] {
  return paymentFollows === undefined ? [] : [paymentFollows]
}

// What tells the state of a register has no link, and is tested with the register (register.test.ts); a kept price is
// mailed for nobody's buyback, and tested with its limits (quote-mails.test.ts).
const elsewhere: readonly MailKind[] = ['register_head', 'payment_release_refused', 'kept_price']
const linked = mailKinds.filter((kind) => !elsewhere.includes(kind))

describe.each(linked)('the mail %s', (kind) => {
  it.each(languages)('says in %s everything that it has to say, as text and as HTML', (language) => {
    const { subject, body_text: text, body_html: html, language: stored } = mailOf(kind, language)
    const texts = mailTexts[language][kind]
    const spoken = { text, html: readHtml(html) }
    expect(stored).toBe(language)
    expect(says(subject, texts.subject), subject).toBe(true)
    expect(subject).not.toContain('\n')
    expect(html).toContain(`<html lang="${language}">`)
    for (const [form, said] of Object.entries(spoken)) {
      for (const line of [texts.greeting, ...texts.body, ...followsOf(texts), texts.action ?? '', texts.closing])
        expect(says(said, line), `${form}: ${line}\n${said}`).toBe(true)
      expect(said, form).toMatch(/http:\/\/(localhost:8080|retailer\.example)\/\S{10,}/)
      const prose = `${subject}\n${said.replaceAll(/https?:\/\/\S+/g, '')}`
      // Neither a value left out nor the name of a text or of a stored word.
      expect(prose, form).not.toMatch(/\{\{|\}\}|undefined|null|NaN|\p{L}_\p{L}|\p{Ll}\.\p{Ll}/u)
      expect(languageOf(said), said).toBe(language)
    }
  })

  it('differs in every text between the languages', () => {
    const parts = languages.map((language) => {
      const { subject, body_text, body_html } = mailOf(kind, language)
      const texts = mailTexts[language][kind]
      return [
        subject,
        body_text,
        readHtml(body_html),
        texts.action,
        ...followsOf(texts),
        ...texts.body.filter((line) => !/^\{\{\w+\}\}$/.test(line)),
      ]
    })
    for (const [at] of parts[0]!.entries()) expect(new Set(parts.map((part) => part[at])).size, parts[0]![at]).toBe(4)
  })
})
