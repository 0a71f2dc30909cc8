import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paymentIssuers } from '#domain/organization/payment-issuer.ts'
import type { ClientFieldsProps } from './client-fields.ts'

/** What a client is: retailer, buyer, or both (ORG-05). */
export function ModulesTab({ draft, set, problem }: ClientFieldsProps) {
  const { t } = useTranslation('client')
  return (
    <Stack gap="md" maw={640}>
      <Text>{t(($) => $.form.modulesText)}</Text>
      <Checkbox
        label={t(($) => $.module.retailer)}
        description={t(($) => $.form.retailerText)}
        checked={draft.isRetailer}
        error={problem('isRetailer')}
        onChange={(event) => set({ isRetailer: event.currentTarget.checked })}
      />
      <Checkbox
        label={t(($) => $.module.buyer)}
        description={t(($) => $.form.buyerText)}
        checked={draft.isBuyerAndWorkshopsSupervisor}
        error={problem('isBuyerAndWorkshopsSupervisor')}
        onChange={(event) => set({ isBuyerAndWorkshopsSupervisor: event.currentTarget.checked })}
      />
    </Stack>
  )
}

/** Who issues the payments of a client, or who holds its transport contract: the retailer or the buyer (ORG-06). */
export function HolderTab(
  props: ClientFieldsProps & {
    readonly field: 'paymentIssuer' | 'transportContractHolder'
    readonly label: string
    readonly text: string
  },
) {
  const { t } = useTranslation('client')
  const { draft, set, problem, field } = props
  return (
    <Radio.Group
      label={props.label}
      description={props.text}
      value={draft[field]}
      error={problem(field)}
      onChange={(value) => set({ [field]: paymentIssuers.find((one) => one === value) ?? draft[field] })}
    >
      <Stack gap="sm" mt="sm">
        {paymentIssuers.map((one) => (
          <Radio key={one} value={one} label={t(($) => $.form.holder[one])} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
