import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import type { EvaluatedTest } from './evaluate-draft.ts'

/** Says what the customer will be told of a test: what is paid, with bonuses and deductions, as their mail says it. */
export function useCustomerMessage(): (evaluated: EvaluatedTest) => string {
  const { t } = useTranslation('compliance')
  const format = useFormat()
  return ({ decision, compared, paymentCents, declaredPaymentCents }) => {
    const { outcome } = decision
    if (compared === null || paymentCents === null || outcome === 'set_aside') return t(($) => $.told.set_aside)
    const price = format.money(paymentCents)
    if (outcome === 'proposal')
      return declaredPaymentCents === null
        ? t(($) => $.told.proposalAlone, { price })
        : t(($) => $.told.proposal, { price, declared: format.money(declaredPaymentCents) })
    if (outcome === 'with_absorption')
      return t(($) => $.told.with_absorption, { price, absorbed: format.money(compared.absorbedCents) })
    return t(($) => $.told[outcome], { price })
  }
}
