import deDE from '#locales/de-DE/mail.json' with { type: 'json' }
import enGB from '#locales/en-GB/mail.json' with { type: 'json' }
import frFR from '#locales/fr-FR/mail.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/mail.json' with { type: 'json' }
import { noticeKinds } from '#domain/buyback/notice-kind.ts'
import type { ProposalEnd } from '#domain/quarantine/proposal.ts'
import { languages, type Language } from '#domain/kernel/languages.ts'

export const mailKinds = [
  'password_renewal',
  'password_changed',
  'user_invitation',
  'price_proposal',
  'buyback_confirmation',
  'shipping_label',
  'payment',
  'register_head',
  'payment_release_refused',
  'proposal_reminder',
  'kept_price',
  'pickup_changed',
  'bank_correction',
  'address_correction',
  'bank_corrected',
  'address_corrected',
  ...noticeKinds,
] as const
export type MailKind = (typeof mailKinds)[number]

/** Which papers are made again: the program's own label and the tracking sheet, the sheet alone, or none. */
export type RenewedPapers = 'label' | 'sheet' | 'none'

/** The texts of one kind in one language; `{{name}}` stands for a value. */
export interface MailText {
  readonly subject: string
  readonly greeting: string
  readonly body: readonly string[]
  /** What the one link of the mail says; none where it has no link. */
  readonly action?: string
  readonly closing: string
  /** Of a label: what is said of one that has no postage. */
  readonly withoutPostage?: string
  /** Of a step that has a payment owed: that it follows, where it is still owed. */
  readonly paymentFollows?: string
  /** Of a price proposal: what becomes of it without an answer. */
  readonly ends?: Readonly<Record<ProposalEnd, string>>
  /** Of a corrected address: what becomes of the papers, by the one that is made again. */
  readonly papers?: Readonly<Record<RenewedPapers, string>>
  /** Of a confirmation: what the sum of its products is called. */
  readonly total?: string
}

/** The texts of every kind of mail in each language. */
export const mailTexts: Readonly<Record<Language, Readonly<Record<MailKind, MailText>>>> = {
  'fr-FR': frFR,
  'en-GB': enGB,
  'nl-BE': nlBE,
  'de-DE': deDE,
}

/** A stored language as one that the product speaks. */
export function mailLanguage(stored: string | null, otherwise: Language): Language {
  return languages.find((language) => language === stored) ?? otherwise
}
