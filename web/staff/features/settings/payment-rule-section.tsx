import { Alert, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PaymentRuleAnswer } from '#sync/calls/payment-release.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { useMayChange } from './change-permission.ts'
import { Section } from './settings-form.tsx'
import type { Part } from './use-part.ts'
import type { RuleValues } from './use-settings-parts.ts'

/** Above which amount the account asks for two people, and a change of it that waits for the second one. */
export function PaymentRuleSection({ part }: { readonly part: Part<RuleValues, PaymentRuleAnswer> }) {
  const { t } = useTranslation('settings')
  const mayChange = useMayChange()
  const { values, began } = part
  if (values === null || began === null)
    return (
      <Section id="settings-payment-rule" title={t(($) => $.paymentRule.title)}>
        <QueryPlaceholder error={part.readError} onRetry={part.retry} />
      </Section>
    )
  const { releaseAbove } = values
  return (
    <Section id="settings-payment-rule" title={t(($) => $.paymentRule.title)}>
      {began.waiting !== null && <WaitingRule releaseAboveCents={began.waiting.releaseAboveCents} />}
      <Switch
        size="md"
        label={t(($) => $.paymentRule.on)}
        description={t(($) => $.paymentRule.onHint)}
        checked={releaseAbove !== null}
        disabled={!mayChange}
        onChange={(event) => part.set({ releaseAbove: event.currentTarget.checked ? 0 : null })}
      />
      {releaseAbove !== null && (
        <>
          <AmountField
            label={t(($) => $.paymentRule.amount)}
            description={t(($) => $.paymentRule.amountHint)}
            value={releaseAbove}
            readOnly={!mayChange}
            error={part.problems.releaseAbove !== undefined && t(($) => $.paymentRule.invalid)}
            onChange={(amount) => part.set({ releaseAbove: amount })}
          />
          <Text size="sm" c="dimmed">
            {t(($) => $.paymentRule.lockHint)}
          </Text>
        </>
      )}
    </Section>
  )
}

function WaitingRule({ releaseAboveCents }: { readonly releaseAboveCents: number | null }) {
  const { t } = useTranslation(['settings', 'payment'])
  const format = useFormat()
  const rule =
    releaseAboveCents === null
      ? t(($) => $.release.rule.off, { ns: 'payment' })
      : releaseAboveCents === 0
        ? t(($) => $.release.rule.always, { ns: 'payment' })
        : t(($) => $.release.rule.above, { ns: 'payment', amount: format.money(releaseAboveCents) })
  return (
    <Alert color="yellow" role="status">
      {t(($) => $.paymentRule.waiting, { rule })}
    </Alert>
  )
}
