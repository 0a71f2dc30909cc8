import type { i18n } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCreationCode } from '#web/buyback/creation-refusal.ts'
import {
  askedAnswers,
  askedQuestionnaire,
  circuitOf,
  paymentOf,
  shippingOf,
  type Offer,
  type WizardFacts,
  type WizardProgress,
} from '#web/buyback/wizard.ts'
import { CallError } from '#web/lib/http.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { refusalText } from '../../kit/refusal-text.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import type { WizardAsks } from './wizard-asks.ts'
import classes from './wizard.module.css'

/** Locks the offer for 15 days and leads to its private link. */
export function KeepPrice(props: {
  readonly facts: WizardFacts
  readonly progress: WizardProgress
  readonly offer: Offer
  readonly lockPrice: WizardAsks['lockPrice']
}) {
  const { facts, progress, offer, lockPrice } = props
  const { t, i18n: texts } = useTranslation('journey')
  const go = useSiteNavigate()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const keep = async (): Promise<void> => {
    setSending(true)
    setProblem(null)
    try {
      await go(`/buyback/quote/${await lockPrice(quoteBody(facts, progress, offer))}`)
    } catch (error) {
      const hasChanged = error instanceof CallError && changed.includes(error.code)
      const words = hasChanged
        ? t(($) => $.offer.lockChanged)
        : (refusalText(t, error) ?? (await lastingText(texts, error)))
      setProblem(words ?? t(($) => $.offer.lockFailed))
      setSending(false)
    }
  }
  return (
    <div className={classes.onward}>
      <Button kind="quiet" disabled={isSending} onClick={() => void keep()}>
        {isSending ? t(($) => $.offer.locking) : t(($) => $.offer.lock)}
      </Button>
      {problem === null ? null : (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
    </div>
  )
}

const changed = ['BUYBACK_PRICE_CHANGED', 'BUYBACK_QUESTIONS_CHANGED']

/**
 * The words of the checkout for a refusal that the same press would meet again; null for any other failure, and where
 * they are not to be had. They come once they are needed, which is seldom.
 */
async function lastingText(texts: i18n, error: unknown): Promise<string | null> {
  if (!(error instanceof CallError) || !isCreationCode(error.code)) return null
  const { code } = error
  await texts.loadNamespaces('checkout')
  return texts.t(($) => $.refused[code], { ns: 'checkout', defaultValue: '' }) || null
}

function quoteBody(facts: WizardFacts, progress: WizardProgress, { estimate, lines, totalCents }: Offer) {
  const { product } = facts
  const circuit = circuitOf(facts, progress)
  const shipping = shippingOf(facts, progress)
  const payment = paymentOf(facts, progress)
  return {
    productId: product.id,
    questionnaireId: askedQuestionnaire(product),
    answers: [...askedAnswers(product, progress.answers)],
    ...(progress.imei === null ? {} : { imei: progress.imei }),
    ...(circuit === null || shipping === null || payment === null
      ? {}
      : { options: { circuitId: circuit.id, shippingMethodId: shipping.id, paymentModeId: payment.id } }),
    prices: {
      estimatedPriceCents: estimate.priceCents,
      impactPriceEntries: lines.map(({ source, label, impactCents }) => ({ source, label, valueCents: impactCents })),
      totalPriceCents: totalCents,
    },
  }
}
