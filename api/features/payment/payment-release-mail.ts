import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { queueMail } from '#api/mail/mail-queries.ts'
import { mailLanguage } from '#api/mail/mail-texts.ts'
import { readMailReader, type UserScope } from '#api/mail/password-mails.ts'
import { renderMail } from '#api/mail/render-mail.ts'
import { defaultLanguage } from '#domain/kernel/languages.ts'
import type { PaymentReleaseAnswer } from '#sync/calls/payment-release.ts'
import deDE from '#locales/de-DE/payment.json' with { type: 'json' }
import enGB from '#locales/en-GB/payment.json' with { type: 'json' }
import frFR from '#locales/fr-FR/payment.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/payment.json' with { type: 'json' }

const texts = { 'fr-FR': frFR, 'en-GB': enGB, 'nl-BE': nlBE, 'de-DE': deDE }

/** Tells who made it that a second person has refused it; a user of another account, or one who left, is told nothing. */
export async function mailRefusal(
  tx: Transaction<Tables>,
  maker: UserScope,
  refused: PaymentReleaseAnswer,
  now: Date,
): Promise<void> {
  const { accountId, userId } = maker
  const reader = await readMailReader(tx, maker)
  const user = await tx
    .selectFrom('user_account')
    .select('status')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst()
  if (reader === null || user?.status !== 'active') return
  const language = mailLanguage(reader.language, defaultLanguage)
  const { amountCents, currency } = refused
  const amount =
    amountCents === null || currency === null
      ? ''
      : new Intl.NumberFormat(language, { style: 'currency', currency }).format(amountCents / 100)
  const what = [texts[language].release.subject[refused.subject], refused.buybackCode, amount]
  const rendered = renderMail('payment_release_refused', language, {
    ...reader,
    link: null,
    facts: {
      what: what.filter((part) => part !== null && part !== '').join(', '),
      by: refused.decidedBy ?? '–',
      reason: refused.reason ?? '–',
    },
  })
  const kind = 'payment_release_refused' as const
  const mail = { ...rendered, kind, dedupeKey: `${kind}:${refused.id}`, language, recipient: reader.email }
  await queueMail(tx, { ...mail, accountId, now })
}
