import type { Transaction } from 'kysely'
import { readParcelEvents, readParcels } from '#api/db/parcels-of-buyback.ts'
import type { Tables } from '#api/db/tables.ts'
import { bonusOf, modifierLines, paymentFor } from '#domain/buyback/modifiers.ts'
import { promiseEndsAt } from '#domain/buyback/quote-validity.ts'
import { isPredeclared } from '#domain/item/first-state.ts'
import { cents } from '#domain/kernel/money.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { wordedFor } from '#domain/kernel/translations.ts'
import type { BuybackDetail } from './buyback-detail-queries.ts'

type Tx = Transaction<Tables>

/** The product in a language of the reader. */
export function localizedProduct({ product, productTranslations }: BuybackDetail, language: Language | null) {
  return wordedFor({ ...product, translations: productTranslations }, ['label'], language)
}

/**
 * The parcel that the product travels in, and what was told of all its parcels. Under a label of the program's own no
 * carrier reports anything, so that its customer is told of none.
 */
export async function deliveryOf(
  tx: Tx,
  {
    accountId,
    buybackId,
    isForCustomer,
  }: Record<'accountId' | 'buybackId', string> & { readonly isForCustomer: boolean },
) {
  const parcels = await readParcels(tx, { accountId, buybackId })
  const events = await readParcelEvents(tx, accountId, parcels)
  const [latest] = parcels
  const current = isForCustomer && latest?.state === 'program' ? undefined : latest
  return {
    parcel:
      current === undefined
        ? null
        : {
            carrierName: current.carrierName,
            trackingNumber: current.trackingNumber,
            trackingUrl: current.trackingUrl,
          },
    deliveryEvents: events.map(({ at, status, place, text }) => ({ at: at.toISOString(), status, place, text })),
  }
}

/** What the buyback pays: by the validated price where there is one, else by the declared one. */
export function pricesOf({ declaration, declaredPriceCents, validatedPriceCents, bonusCents, facts }: BuybackDetail) {
  const modifiers = declaration?.modifiers ?? []
  const counted = validatedPriceCents ?? declaredPriceCents
  const lines = counted === null ? [] : modifierLines(cents(counted), modifiers)
  const sum = (price: number): number =>
    modifierLines(cents(price), modifiers).reduce((total, { impactCents }) => total + impactCents, price)
  return {
    impactPriceEntries: lines.map(({ source, label, impactCents }) => ({ source, label, valueCents: impactCents })),
    bonusCents: declaration === null ? bonusCents : bonusOf(lines),
    totalPriceCents: declaredPriceCents === null ? null : sum(declaredPriceCents),
    paidPriceCents:
      validatedPriceCents === null
        ? null
        : (facts?.validated?.paymentCents ?? paymentFor(cents(validatedPriceCents), modifiers)),
  }
}

/** When the promise of the price ends; null once a store has finalised it. */
export function holdsUntil({ status, item, createdAt }: BuybackDetail): string | null {
  return isPredeclared({ status: item.status, buybackStatus: status })
    ? new Date(promiseEndsAt(createdAt.getTime())).toISOString()
    : null
}
