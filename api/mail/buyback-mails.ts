import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { isCarried } from '#domain/circuit/circuit-carrier.ts'
import { paymentFor } from '#domain/buyback/modifiers.ts'
import { promisedPrice } from '#domain/buyback/promised-price.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { PaymentType } from '#domain/circuit/payment-type.ts'
import type { NoticeKind } from '#domain/buyback/notice-kind.ts'
import { longDay } from '#domain/kernel/day.ts'
import { cents } from '#domain/kernel/money.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { SiteAddress } from '#domain/organization/site-address.ts'
import deDE from '#locales/de-DE/document.json' with { type: 'json' }
import enGB from '#locales/en-GB/document.json' with { type: 'json' }
import frFR from '#locales/fr-FR/document.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/document.json' with { type: 'json' }
import checkoutDE from '#locales/de-DE/checkout.json' with { type: 'json' }
import checkoutGB from '#locales/en-GB/checkout.json' with { type: 'json' }
import checkoutFR from '#locales/fr-FR/checkout.json' with { type: 'json' }
import checkoutBE from '#locales/nl-BE/checkout.json' with { type: 'json' }
import journeyDE from '#locales/de-DE/journey.json' with { type: 'json' }
import journeyGB from '#locales/en-GB/journey.json' with { type: 'json' }
import journeyFR from '#locales/fr-FR/journey.json' with { type: 'json' }
import journeyBE from '#locales/nl-BE/journey.json' with { type: 'json' }
import { slotText, type PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { relayPointText } from '#domain/circuit/relay-points.ts'
import { readInstructions } from '#api/db/circuit-instruction-queries.ts'
import { readMailedBuybacks, type MailedBuyback } from './buyback-mail-queries.ts'
import { queueMail } from './mail-queries.ts'
import { storeLines } from './store-lines.ts'
import { mailLanguage, mailTexts, type MailKind } from './mail-texts.ts'
import { renderMail, type MailLine } from './render-mail.ts'
import { limitOfVisitorMail, type FollowingMail, type MailingVisitor } from './visitor-mail-limit.ts'

type Tx = Transaction<Tables>

/** What mails about buybacks are made with. */
export interface BuybackMailDeps {
  readonly now: () => Date
  /** The address of the page where a customer follows a buyback, on the account's own site. */
  readonly trackingLink: (buyback: {
    readonly accountId: string
    readonly buybackId: string
    readonly site: SiteAddress
  }) => string
}

/** A buyback of an account. */
export interface MailScope {
  readonly accountId: string
  readonly buybackId: string
}

const paymentTypes: Readonly<Record<Language, Readonly<Record<PaymentType, string>>>> = {
  'fr-FR': frFR.print.buyback.paymentType,
  'en-GB': enGB.print.buyback.paymentType,
  'nl-BE': nlBE.print.buyback.paymentType,
  'de-DE': deDE.print.buyback.paymentType,
}

/** What the page says of a way of handing over, where its account says nothing of its own, and above a store. */
const ways = {
  'fr-FR': {
    of: journeyFR.options.circuitText,
    bring: checkoutFR.confirmation.bring,
    sendBy: checkoutFR.confirmation.sendBy,
    pickup: journeyFR.options.pickup,
    relay: journeyFR.options.relayPoint,
  },
  'en-GB': {
    of: journeyGB.options.circuitText,
    bring: checkoutGB.confirmation.bring,
    sendBy: checkoutGB.confirmation.sendBy,
    pickup: journeyGB.options.pickup,
    relay: journeyGB.options.relayPoint,
  },
  'nl-BE': {
    of: journeyBE.options.circuitText,
    bring: checkoutBE.confirmation.bring,
    sendBy: checkoutBE.confirmation.sendBy,
    pickup: journeyBE.options.pickup,
    relay: journeyBE.options.relayPoint,
  },
  'de-DE': {
    of: journeyDE.options.circuitText,
    bring: checkoutDE.confirmation.bring,
    sendBy: checkoutDE.confirmation.sendBy,
    pickup: journeyDE.options.pickup,
    relay: journeyDE.options.relayPoint,
  },
} as const satisfies Readonly<Record<Language, unknown>>

/**
 * Queues the confirmation of buybacks that were created together, one mail for all of them, in the transaction that
 * creates them; false where their customer has no address.
 */
export async function queueConfirmationMail(
  tx: Tx,
  deps: BuybackMailDeps,
  scope: {
    readonly accountId: string
    readonly buybackIds: readonly string[]
    /** The network that a visitor asks from. */
    readonly address?: string | null
  },
): Promise<boolean> {
  const buybacks = await readMailedBuybacks(tx, scope)
  const [first] = buybacks
  if (first === undefined) return false
  const links = buybacks.map(({ id, site }) => deps.trackingLink({ accountId: scope.accountId, buybackId: id, site }))
  const isOne = buybacks.length === 1
  const products = buybacks.map((buyback, index): MailLine => ({
    label: `${nameOf(buyback)} (${buyback.code})`,
    value: moneyOf(buyback).format(promisedPrice(buyback).totalCents / 100),
    link: isOne ? null : (links[index] ?? null),
  }))
  const total = buybacks.reduce((sum, buyback) => sum + promisedPrice(buyback).totalCents, 0)
  const { total: label = '' } = mailTexts[languageOf(first)].buyback_confirmation
  const sum: MailLine = { label, value: moneyOf(first).format(total / 100), link: null }
  const lines = isOne ? products : [...products, sum]
  return send(tx, deps, scope.accountId, first, {
    kind: 'buyback_confirmation',
    // Buybacks are confirmed together or not at all, so that any one of them names the mail.
    dedupeId: buybacks.map(({ id }) => id).toSorted()[0] ?? first.id,
    buybackIds: buybacks.map(({ id }) => id),
    visitor: visitorOf(first, scope.address ?? null),
    link: isOne ? (links[0] ?? null) : null,
    lines,
    facts: {
      code: isOne ? first.code : `${first.code} (+${buybacks.length - 1})`,
      instructions: await instructionsOf(tx, scope.accountId, buybacks, deps.now()),
      note: [...new Set(buybacks.map(({ note }) => note ?? ''))].filter(Boolean).join('\n'),
    },
  })
}

/** Queues the mail that a shipping label is ready, in the transaction that keeps the label. */
export async function queueLabelMail(tx: Tx, deps: BuybackMailDeps, scope: MailScope): Promise<boolean> {
  return sendAbout(tx, deps, scope, 'shipping_label', (buyback) => {
    const { shippingNumber, ownLabelOf } = buyback
    const isUnpaid = ownLabelOf !== null && isCarried(ownLabelOf)
    const { withoutPostage = '' } = mailTexts[languageOf(buyback)].shipping_label
    return { number: shippingNumber ?? '', postage: isUnpaid ? withoutPostage : '' }
  })
}

/** Queues the mail that a buyback has been paid, in the transaction that completes the payment. */
export async function queuePaymentMail(tx: Tx, deps: BuybackMailDeps, scope: MailScope): Promise<boolean> {
  return sendAbout(tx, deps, scope, 'payment', (buyback) => ({
    amount: moneyOf(buyback).format((buyback.paymentCents ?? promisedPrice(buyback).totalCents) / 100),
    paymentType: buyback.paymentType === null ? '' : paymentTypes[languageOf(buyback)][buyback.paymentType],
  }))
}

/** Queues the mail that a product is collected in another slot, in the transaction that books it. */
export async function queuePickupMail(
  tx: Tx,
  deps: BuybackMailDeps,
  scope: MailScope & { readonly slot: PickupSlot },
): Promise<boolean> {
  const { slot } = scope
  // A customer may come back to a former slot: each change has a mail of its own.
  const change = `${slot.day} ${slot.opens} ${deps.now().toISOString()}`
  return sendAbout(tx, deps, { ...scope, change }, 'pickup_changed', (buyback) => ({
    slot: slotText(slot, languageOf(buyback)),
  }))
}

/** Queues the mail that tells a customer of a step, in the transaction that forgets that it is to be told. */
export async function queueNoticeMail(
  tx: Tx,
  deps: BuybackMailDeps,
  scope: MailScope & {
    readonly kind: NoticeKind
    /** Whether the customer still waits for money. */
    readonly isPaymentOwed: boolean
  },
): Promise<boolean> {
  const { kind, isPaymentOwed } = scope
  return sendAbout(tx, deps, scope, kind, (buyback) => {
    const amount = moneyOf(buyback).format((buyback.paymentCents ?? dueFor(buyback)) / 100)
    const { paymentFollows = '' } = mailTexts[languageOf(buyback)][kind]
    const day = buyback.sendBy === null ? '' : longDay(buyback.sendBy, languageOf(buyback))
    return { amount, day, payment: isPaymentOwed ? paymentFollows.replace('{{amount}}', amount) : '' }
  })
}

/** What the customer is to be paid: for the confirmed price, or, before there is one, as promised. */
function dueFor(buyback: MailedBuyback): number {
  const { validatedPriceCents, declaration } = buyback
  if (validatedPriceCents === null) return promisedPrice(buyback).totalCents
  return paymentFor(cents(validatedPriceCents), declaration?.modifiers ?? [])
}

async function sendAbout(
  tx: Tx,
  deps: BuybackMailDeps,
  { accountId, buybackId, change }: MailScope & { readonly change?: string },
  kind: MailKind,
  factsOf: (buyback: MailedBuyback) => Readonly<Record<string, string>>,
): Promise<boolean> {
  const [buyback] = await readMailedBuybacks(tx, { accountId, buybackIds: [buybackId] })
  if (buyback === undefined) return false
  return send(tx, deps, accountId, buyback, {
    kind,
    dedupeId: change === undefined ? buybackId : `${buybackId}:${change}`,
    buybackIds: [buybackId],
    // The other kinds are of a product that has come: its customer is known by then.
    visitor: kind === 'pickup_changed' || kind in following ? visitorOf(buyback, null) : null,
    link: deps.trackingLink({ accountId, buybackId, site: buyback.site }),
    lines: [],
    facts: { code: buyback.code, product: nameOf(buyback), ...factsOf(buyback) },
  })
}

/** Mails of products that may never come, by how they follow the confirmation: anybody may cancel what they have sold. */
const following: Readonly<Partial<Record<MailKind, FollowingMail['as']>>> = {
  shipping_label: 'label',
  buyback_cancelled: 'notice',
  send_reminder: 'notice',
}

interface Letter {
  readonly kind: MailKind
  /** With the kind, the cause of the mail: a second one for it is not stored. */
  readonly dedupeId: string
  readonly buybackIds: readonly string[]
  /** The visitor who has caused it; null where none has. */
  readonly visitor: MailingVisitor | null
  readonly link: string | null
  readonly lines: readonly MailLine[]
  readonly facts: Readonly<Record<string, string>>
}

async function send(
  tx: Tx,
  deps: BuybackMailDeps,
  accountId: string,
  to: MailedBuyback,
  { kind, dedupeId, buybackIds, visitor, link, lines, facts }: Letter,
): Promise<boolean> {
  if (to.email === null) return false
  const language = languageOf(to)
  const { accountName, mainColor } = to
  const rendered = renderMail(kind, language, {
    firstName: to.firstName ?? '',
    accountName,
    mainColor,
    link,
    lines,
    facts,
  })
  const dedupeKey = `${kind}:${dedupeId}`
  const recipient = to.email
  const [as, [buybackId]] = [following[kind], buybackIds]
  const follows = as === undefined || buybackId === undefined ? null : { as, buybackId }
  const stopped = visitor === null ? null : await limitOfVisitorMail(tx, { ...visitor, accountId, recipient, follows })
  await queueMail(tx, {
    ...rendered,
    accountId,
    kind,
    dedupeKey,
    recipient,
    language,
    now: deps.now(),
    buybackIds,
    stopped,
  })
  return true
}

function visitorOf({ visitorId }: MailedBuyback, address: string | null): MailingVisitor | null {
  return visitorId === null ? null : { visitorId, address }
}

function languageOf({ language, accountLanguage }: MailedBuyback): Language {
  return mailLanguage(language, accountLanguage)
}

function nameOf({ brand, product }: MailedBuyback): string {
  return productName({ brand, productLabel: product }) ?? product
}

function moneyOf(buyback: MailedBuyback): Intl.NumberFormat {
  return new Intl.NumberFormat(languageOf(buyback), { style: 'currency', currency: buyback.currency })
}

/** What to do with the products, said once for each way and above it for which, where there are several. */
async function instructionsOf(
  tx: Tx,
  accountId: string,
  buybacks: readonly MailedBuyback[],
  now: Date,
): Promise<string> {
  // Products of one cart come in by a few ways: each is read once.
  const keyOf = ({ circuitId, categoryId, storeId, pickup, relayPoint, sendBy }: MailedBuyback) =>
    [circuitId, categoryId, storeId, pickup?.day, pickup?.opens, relayPoint?.reference, sendBy].join()
  const texts = new Map<string, string>()
  for (const buyback of buybacks)
    if (!texts.has(keyOf(buyback))) texts.set(keyOf(buyback), await stepsOf(tx, accountId, buyback, now))
  const ways = [...Map.groupBy(buybacks, (buyback) => texts.get(keyOf(buyback)) ?? '')]
  const parts = ways.map(([steps, sold]) => {
    const products = sold.map((buyback) => `${nameOf(buyback)} (${buyback.code})`).join(', ')
    return ways.length === 1 ? steps : `${products}:\n${steps}`
  })
  return parts.join('\n')
}

/** What the confirmation's page says of a buyback: how it is handed over and where, what matters, and each step. */
async function stepsOf(tx: Tx, accountId: string, buyback: MailedBuyback, now: Date): Promise<string> {
  const { circuitId, categoryId, storeId } = buyback
  const language = languageOf(buyback)
  const next = await readInstructions(tx, { accountId, circuitId, categoryId, storeId, language })
  const { store, highlightedInstruction, instructions } = next
  const { of, bring, sendBy, pickup, relay } = ways[language]
  const way =
    store == null
      ? (next.description ?? of[next.circuitType])
      : `${bring} ${storeLines(store, language, now).join('\n')}`
  const collected = buyback.pickup === null ? '' : `${pickup}: ${slotText(buyback.pickup, language)}`
  const { relayPoint, sendBy: day } = buyback
  const handedOver =
    relayPoint === null ? [] : [`${relay}: ${relayPointText(relayPoint)}`, relayPoint.openingHours ?? '']
  const last = day === null ? '' : sendBy.replace('{{day}}', longDay(day, language))
  const steps = numbered(instructions.map(({ label }) => label))
  return [way, collected, ...handedOver, last, highlightedInstruction ?? '', steps].filter(Boolean).join('\n')
}

function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
}
