import { Anchor, Radio, Stack, Text } from '@mantine/core'
import { IconTools } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { checkInRequirements } from '#domain/item/item-status.ts'
import { proposalEnds } from '#domain/quarantine/proposal.ts'
import { useCan, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { fieldsOf, SwitchField, type Field } from './settings-fields.tsx'
import { buyerPaymentQuery } from './settings-calls.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { Section, SettingsForm } from './settings-form.tsx'
import type { DetailValues } from './settings-values.ts'
import { useDetailPart } from './use-settings-parts.ts'

/** `/settings/lcm/general` (SET-07): check-in, comments of the warehouse, and who pays. */
export function LcmSettingsPage() {
  const { t } = useTranslation('settings')
  const detail = useDetailPart()
  const { values } = detail
  if (values === null)
    return (
      <Page title={t(($) => $.lcm.title)} icon={IconTools}>
        <QueryPlaceholder error={detail.readError} onRetry={detail.retry} />
      </Page>
    )
  const field = fieldsOf(values, detail.problems, detail.set)
  return (
    <Page title={t(($) => $.lcm.title)} icon={IconTools}>
      <SettingsForm parts={[detail]} troubles={<SaveError error={detail.saveError} onReload={detail.reload} />}>
        <Section id="settings-check-in" title={t(($) => $.lcm.checkIn)}>
          <CheckInField field={field('warehouseCheckinRequirement')} />
        </Section>
        <Section id="settings-comments" title={t(($) => $.lcm.comments)}>
          <SwitchField
            label={t(($) => $.lcm.commentMandatory)}
            description={t(($) => $.lcm.commentMandatoryHint)}
            field={field('isWarehouseCommentMandatory')}
          />
          <SwitchField
            label={t(($) => $.lcm.commentShared)}
            description={t(($) => $.lcm.commentSharedHint)}
            field={field('isWarehouseCommentSharedToClient')}
          />
        </Section>
        <Section id="settings-proposals" title={t(($) => $.lcm.proposals)}>
          <UnansweredField field={field('unansweredProposal')} />
        </Section>
        <Section id="settings-payment" title={t(($) => $.lcm.payment)}>
          <BuyerPaymentField field={field('buyerPaymentEnabled')} />
          <SwitchField
            label={t(($) => $.lcm.sameImeiHeld)}
            description={t(($) => $.lcm.sameImeiHeldHint)}
            field={field('sameImeiHeld')}
          />
        </Section>
      </SettingsForm>
    </Page>
  )
}

function CheckInField({ field }: { readonly field: Field<DetailValues['warehouseCheckinRequirement']> }) {
  const { t } = useTranslation('settings')
  const mayChange = useCan('settings.update')
  return (
    <Radio.Group
      size="md"
      label={t(($) => $.lcm.requirement)}
      value={field.value}
      onChange={(value) => {
        const chosen = checkInRequirements.find((one) => one === value)
        if (chosen !== undefined) field.onChange(chosen)
      }}
    >
      <Stack gap="sm" mt="xs">
        {checkInRequirements.map((requirement) => (
          <Radio
            key={requirement}
            size="md"
            value={requirement}
            label={t(($) => $.lcm.requirements[requirement])}
            description={t(($) => $.lcm.requirementHints[requirement])}
            disabled={!mayChange}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** What becomes of a price proposal that nobody answers in time. */
function UnansweredField({ field }: { readonly field: Field<DetailValues['unansweredProposal']> }) {
  const { t } = useTranslation('settings')
  const mayChange = useCan('settings.update')
  return (
    <Radio.Group
      size="md"
      label={t(($) => $.lcm.unanswered)}
      description={t(($) => $.lcm.unansweredHint)}
      value={field.value}
      onChange={(value) => {
        const chosen = proposalEnds.find((one) => one === value)
        if (chosen !== undefined) field.onChange(chosen)
      }}
    >
      <Stack gap="sm" mt="xs">
        {proposalEnds.map((end) => (
          <Radio key={end} size="md" value={end} label={t(($) => $.lcm.unansweredEnds[end])} disabled={!mayChange} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Whether the buyer pays: that takes a buyer who works with the account (API-10). What is on can always be put off. */
function BuyerPaymentField({ field }: { readonly field: Field<boolean> }) {
  const { t } = useTranslation('settings')
  const common = useTranslation('common').t
  const http = useHttp()
  const { viewedAccountId } = useSignedInUser()
  const available = useQuery(buyerPaymentQuery(http, viewedAccountId))
  const isAvailable = available.data?.byBuyerFeatureAvailable === true
  return (
    <>
      <SwitchField
        label={t(($) => $.lcm.buyerPayment)}
        description={
          available.data?.byBuyerFeatureAvailable === false
            ? t(($) => $.lcm.buyerPaymentUnavailable)
            : t(($) => $.lcm.buyerPaymentHint)
        }
        field={field}
        disabled={!isAvailable && !field.value}
      />
      {available.isError && (
        <Text size="sm" role="alert">
          {t(($) => $.lcm.buyerPaymentUnread)}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => void available.refetch()}>
            {common(($) => $.action.retry)}
          </Anchor>
        </Text>
      )}
    </>
  )
}
