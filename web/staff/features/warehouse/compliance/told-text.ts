import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import type { JudgedTest } from './judge-draft.ts'

/** Says what the customer will be told of a test. */
export function useToldText(): (judged: JudgedTest) => string {
  const { t } = useTranslation('compliance')
  const format = useFormat()
  return ({ decision, compared }) => {
    const { outcome } = decision
    if (compared === null || outcome === 'set_aside') return t(($) => $.told.set_aside)
    const price = format.money(compared.toldCents)
    if (outcome === 'proposal')
      return compared.declaredCents === null
        ? t(($) => $.told.proposalAlone, { price })
        : t(($) => $.told.proposal, { price, declared: format.money(compared.declaredCents) })
    if (outcome === 'with_absorption')
      return t(($) => $.told.with_absorption, { price, absorbed: format.money(compared.absorbedCents) })
    return t(($) => $.told[outcome], { price })
  }
}
