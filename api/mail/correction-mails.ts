import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { maskedIban, type CorrectionKind } from '#domain/buyback/buyback-correction.ts'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { siteOrigin } from '#domain/organization/site-address.ts'
import { readMailedBuybacks, type MailedBuyback } from './buyback-mail-queries.ts'
import type { BuybackMailDeps, MailScope } from './buyback-mails.ts'
import { queueMail } from './mail-queries.ts'
import { mailLanguage, mailTexts, type MailKind, type RenewedPapers } from './mail-texts.ts'
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
 * Counts a mail that asks to confirm a correction; false where a limit of visitors' mails stops it. Asked before anything is
 * kept: who asks too often neither ends a valid link nor fills the office's list of mails.
 */
export async function mayMailCorrection(
  tx: Tx,
  { accountId, buybackId, recipient }: MailScope & Pick<MailedCorrection, 'recipient'>,
  address: string,
): Promise<boolean> {
  // Who holds the private link is the visitor.
  const visitor = { visitorId: `tracking:${buybackId}`, address }
  const letter = { accountId, recipient, follows: null, isOpenToAll: true }
  return (await limitOfVisitorMail(tx, { ...visitor, ...letter })) === null
}

/**
 * Queues the mail whose link confirms a correction, in the transaction that keeps what was asked for. It holds nothing that the visitor has typed but country and end of the IBAN: anybody who
 * has the private link may have it sent.
 */
export async function queueCorrectionMail(
  tx: Tx,
  { now, publicUrl }: Pick<BuybackMailDeps, 'now'> & { readonly publicUrl: string },
  correction: MailedCorrection,
  token: string,
): Promise<void> {
  const { accountId, buybackId, kind } = correction
  const [buyback] = await readMailedBuybacks(tx, { accountId, buybackIds: [buybackId] })
  if (buyback === undefined) return
  const link = `${siteOrigin(buyback.site, publicUrl)}/buyback/tracking/${token}`
  await send(tx, correction, buyback, { kind: asked[kind], link, now: now(), papers: 'none' })
}

/** Queues the note that a correction was made, to the address that its link was mailed to. */
export async function queueCorrectedMail(
  tx: Tx,
  deps: BuybackMailDeps,
  correction: MailedCorrection,
  papers: RenewedPapers,
): Promise<void> {
  const { accountId, buybackId, kind } = correction
  const [buyback] = await readMailedBuybacks(tx, { accountId, buybackIds: [buybackId] })
  if (buyback === undefined) return
  const link = deps.trackingLink({ accountId, buybackId, site: buyback.site })
  await send(tx, correction, buyback, { kind: done[kind], link, now: deps.now(), papers })
}

async function send(
  tx: Tx,
  { accountId, buybackId, id, recipient, iban }: MailedCorrection,
  buyback: MailedBuyback,
  letter: {
    readonly kind: MailKind
    readonly link: string
    readonly now: Date
    readonly papers: RenewedPapers
  },
): Promise<void> {
  const { kind, link, now, papers } = letter
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
      papers: mailTexts[language][kind].papers?.[papers] ?? '',
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
  })
}
