import { useTranslation } from 'react-i18next'
import type { ReleaseState } from '#domain/payment/payment-release.ts'
import type { PaymentReleaseAnswer } from '#sync/calls/payment-release.ts'
import { nonBreakingCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { StatusTone } from '#web/staff/ui/status-badge.tsx'

/** The tone of each state. */
export const toneOfRelease: Readonly<Record<ReleaseState, StatusTone>> = {
  waiting: 'waiting',
  released: 'success',
  refused: 'problem',
  withdrawn: 'neutral',
  not_needed: 'neutral',
}

/** Words for a rule: whom it asks for, above which amount. */
export function useRuleText() {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return (releaseAboveCents: number | null): string => {
    if (releaseAboveCents === null) return t(($) => $.release.rule.off)
    if (releaseAboveCents === 0) return t(($) => $.release.rule.always)
    return t(($) => $.release.rule.above, { amount: format.money(releaseAboveCents) })
  }
}

/** What a release is about, in a few words that name it among others. */
export function useReleaseName() {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return ({ subject, buybackCode, amountCents }: PaymentReleaseAnswer): string =>
    [
      t(($) => $.release.subject[subject]),
      ...(buybackCode === null ? [] : [nonBreakingCode(buybackCode)]),
      ...(amountCents === null ? [] : [format.money(amountCents)]),
    ].join(', ')
}
