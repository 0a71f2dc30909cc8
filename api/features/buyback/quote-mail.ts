import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { hashToken, isToken } from '#api/http/token.ts'
import { queueMail } from '#api/mail/mail-queries.ts'
import { mailLanguage } from '#api/mail/mail-texts.ts'
import { renderMail } from '#api/mail/render-mail.ts'
import { limitOfVisitorMail, type MailingVisitor } from '#api/mail/visitor-mail-limit.ts'
import { priceContract } from '#domain/buyback/contract-price.ts'
import { promiseHolds } from '#domain/buyback/quote-validity.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { mailboxOf } from '#domain/kernel/email-domain.ts'
import type { Currency, Language } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { textIn, type Translations } from '#domain/kernel/translations.ts'
import { siteOrigin, type SiteAddress } from '#domain/organization/site-address.ts'
import type { QuoteMailAnswer } from '#sync/calls/quote.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { readQuoteRow } from './quote-queries.ts'

/** Who asks for a kept price by mail, and where it goes. */
export interface QuoteMail {
  readonly accountId: string
  readonly token: string
  readonly recipient: string
  /** The language of the page; null is the account's. */
  readonly language: Language | null
  /** Null where staff asks. */
  readonly visitor: MailingVisitor | null
}

/**
 * Mails the link of a kept price. The mail holds the account's words alone: product, price and end, and nothing that the
 * visitor has typed. One that breaks a limit of visitors' mails waits on the page of jobs, and the answer says so.
 */
export async function mailQuote(
  deps: Pick<BuybackDeps, 'database' | 'now' | 'publicUrl'>,
  { accountId, token, recipient, language: asked, visitor }: QuoteMail,
): Promise<Result<QuoteMailAnswer, Failure>> {
  if (!isToken(token, 'quote')) return refuse('REQUEST_NOT_FOUND')
  const tokenHash = hashToken(token)
  return inAccount(deps.database, accountId, async (tx) => {
    const row = await readQuoteRow(tx, { accountId, tokenHash })
    const facts = row === null ? null : await readFacts(tx, { accountId, productId: row.content.terms.productId })
    if (row === null || facts === null) return refuse('REQUEST_NOT_FOUND')
    const now = deps.now()
    if (row.isSold) return refuse('QUOTE_SOLD')
    if (!promiseHolds(row.createdAt.getTime(), now.getTime()))
      return refuse('QUOTE_EXPIRED', { details: { expiresAt: row.expiresAt.toISOString() } })
    const { terms, answers, modifiers } = row.content
    const priced = priceContract({ product: terms, answers, modifiers, zeroNotAllowed: false })
    if (!priced.ok) throw new Error('a locked offer has a price')
    const language = mailLanguage(asked, facts.language)
    const product = textIn(facts.product, facts.translations, 'label', language) ?? facts.product
    const rendered = renderMail('kept_price', language, {
      firstName: '',
      accountName: facts.accountName,
      mainColor: facts.mainColor,
      link: `${siteOrigin(facts.site, deps.publicUrl)}/buyback/quote/${token}`,
      facts: {
        product: productName({ brand: facts.brand, productLabel: product }) ?? product,
        price: new Intl.NumberFormat(language, { style: 'currency', currency: facts.currency }).format(
          priced.value.totalCents / 100,
        ),
        end: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: facts.timeZone }).format(row.expiresAt),
      },
    })
    const dedupeKey = `kept_price:${causeOf(tokenHash, recipient, now)}`
    const known = await lockMail(tx, accountId, dedupeKey)
    // The same press again counts no second time, and what goes to the mailbox already is on its way.
    if (known !== null && !known.isStopped) return succeed({ isSent: true })
    const stopped =
      visitor === null
        ? null
        : await limitOfVisitorMail(tx, { ...visitor, accountId, recipient, follows: null, isOpenToAll: true })
    if (known !== null && stopped === null) await letGo(tx, accountId, dedupeKey, now)
    await queueMail(tx, {
      ...rendered,
      accountId,
      kind: 'kept_price',
      dedupeKey,
      recipient,
      language,
      now,
      stopped,
    })
    return succeed({ isSent: stopped === null })
  })
}

/** The mail of a cause that was asked for before, held until the transaction ends; null where there is none. */
async function lockMail(
  tx: Transaction<Tables>,
  accountId: string,
  dedupeKey: string,
): Promise<{ readonly isStopped: boolean } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${accountId}:${dedupeKey}`}, 0))`.execute(tx)
  const { rows } = await sql<{ isStopped: boolean }>`
    select status = 'failed' as "isStopped" from mail_message
    where account_id = ${accountId} and dedupe_key = ${dedupeKey} for update`.execute(tx)
  return rows[0] ?? null
}

/** Sends a mail that was stopped before. */
async function letGo(tx: Transaction<Tables>, accountId: string, dedupeKey: string, now: Date): Promise<void> {
  await sql`update mail_message set status = 'queued', last_error = null, attempts = 0, next_attempt_at = ${now}
    where account_id = ${accountId} and dedupe_key = ${dedupeKey} and status = 'failed'`.execute(tx)
}

/** One mail a day of the same price to the same mailbox: a second press brings no second one. */
function causeOf(tokenHash: Buffer, recipient: string, now: Date): string {
  const day = now.toISOString().slice(0, 10)
  return createHash('sha256')
    .update(tokenHash)
    .update(`${mailboxOf(recipient)}:${day}`)
    .digest('base64url')
}

interface QuoteMailFacts {
  readonly brand: string | null
  readonly product: string
  readonly translations: Translations
  readonly accountName: string
  readonly mainColor: string | null
  readonly site: SiteAddress
  readonly language: Language
  readonly currency: Currency
  readonly timeZone: string
}

/** The product's names and what mails of the account are made with; null where the product is no longer there. */
async function readFacts(
  tx: Transaction<Tables>,
  { accountId, productId }: { readonly accountId: string; readonly productId: string },
): Promise<QuoteMailFacts | null> {
  const { rows } = await sql<QuoteMailFacts>`
    select p.brand, p.label as product, p.translations, a.name as "accountName", a.main_color as "mainColor",
      json_build_object('host', a.host, 'webChannelUrl', a.web_channel_url) as site, a.language, a.currency,
      a.time_zone as "timeZone"
    from product p join account a on a.id = p.account_id
    where p.account_id = ${accountId} and p.id = ${productId}`.execute(tx)
  return rows[0] ?? null
}
