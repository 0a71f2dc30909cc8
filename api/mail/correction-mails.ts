import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { maskedIban, type CorrectionKind } from '#domain/buyback/buyback-correction.ts'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { siteOrigin } from '#domain/organization/site-address.ts'
import { readMailedBuybacks, type MailedBuyback } from './buyback-mail-queries.ts'
import type { BuybackMailDeps, MailScope } from './buyback-mails.ts'
import { queueMail } from './mail-queries.ts'
import { mailLanguage, type MailKind } from './mail-texts.ts'
import { renderMail } from './render-mail.ts'
import { limitOfVisitorMail } from './visitor-mail-limit.ts'

type Tx = Transaction<Tables>

/** A correction that a mail is about. */
export interface MailedCorrection extends MailScope {
  readonly id: string
  readonly kind: CorrectionKind
  /** The address that the buyback had when it was asked for. */
  readonly recipient: string
  /** The new IBAN, of which mails show the end; null where the address is corrected. */
  readonly iban: string | null
}

const asked = { bank: 'bank_correction', address: 'address_correction' } as const
const done = { bank: 'bank_corrected', address: 'address_corrected' } as const

/**
 * Queues the mail whose link confirms a correction, in the transaction that keeps what was asked for; false where a limit
 * of visitors' mails stops it. It holds nothing that the visitor has typed but country and end of the IBAN: anybody who
 * has the private link may have it sent.
 */
export async function queueCorrectionMail(
  tx: Tx,
  { now, publicUrl }: Pick<BuybackMailDeps, 'now'> & { readonly publicUrl: string },
  correction: MailedCorrection,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<boolean> {
  const { accountId, buybackId, kind, recipient } = correction
  const [buyback] = await readMailedBuybacks(tx, { accountId, buybackIds: [buybackId] })
  if (buyback === undefined) return false
  // Who holds the private link is the visitor.
  const visitorId = `tracking:${buybackId}`
  const stopped = await limitOfVisitorMail(tx, {
    visitorId,
    address,
    accountId,
    recipient,
    labelOf: null,
    isOpenToAll: true,
  })
  const link = `${siteOrigin(buyback.site, publicUrl)}/buyback/tracking/${token}`
  await send(tx, correction, buyback, { kind: asked[kind], link, now: now(), stopped })
  return stopped === null
}

/** Queues the note that a correction was made, to the address that its link was mailed to. */
export async function queueCorrectedMail(tx: Tx, deps: BuybackMailDeps, correction: MailedCorrection): Promise<void> {
  const { accountId, buybackId, kind } = correction
  const [buyback] = await readMailedBuybacks(tx, { accountId, buybackIds: [buybackId] })
  if (buyback === undefined) return
  const link = deps.trackingLink({ accountId, buybackId, site: buyback.site })
  await send(tx, correction, buyback, { kind: done[kind], link, now: deps.now(), stopped: null })
}

async function send(
  tx: Tx,
  { accountId, buybackId, id, recipient, iban }: MailedCorrection,
  buyback: MailedBuyback,
  letter: {
    readonly kind: MailKind
    readonly link: string
    readonly now: Date
    readonly stopped: string | null
  },
): Promise<void> {
  const { kind, link, now, stopped } = letter
  const language = mailLanguage(buyback.language, buyback.accountLanguage)
  const { accountName, mainColor, brand, product, code } = buyback
  const rendered = renderMail(kind, language, {
    firstName: buyback.firstName ?? '',
    accountName,
    mainColor,
    link,
    facts: {
      code,
      product: productName({ brand, productLabel: product }) ?? product,
      iban: iban === null ? '' : maskedIban(iban),
      hours: String(lifetimes.correctionLinkMs / 3_600_000),
    },
  })
  const buybackIds = [buybackId]
  await queueMail(tx, {
    ...rendered,
    accountId,
    kind,
    dedupeKey: `${kind}:${id}`,
    recipient,
    language,
    now,
    buybackIds,
    stopped,
  })
}
