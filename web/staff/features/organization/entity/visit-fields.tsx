import { Fieldset, Stack, Text, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { entityLimits } from '#domain/organization/entity.schema.ts'
import { HoursLines } from '#web/staff/ui/form/hours-lines.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import formClasses from '#web/staff/ui/form/office-form.module.css'
import { hintBelow, useTextField, type EntityFieldsProps } from './entity-fields.ts'

/** How customers visit a store: its phone, the way there, and when it is open. */
export function VisitFields(props: EntityFieldsProps) {
  const { t } = useTranslation('entity')
  const { draft, set, problem } = props
  const text = useTextField(props)
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone').toSorted(), [])
  return (
    <Fieldset legend={t(($) => $.visit)}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {t(($) => $.hint.visit)}
        </Text>
        <div className={formClasses.pairs}>
          <TextInput {...text('phone', entityLimits.phone)} type="tel" inputMode="tel" />
          <TextInput
            {...text('directionsUrl', entityLimits.directionsUrl)}
            type="url"
            inputMode="url"
            description={t(($) => $.hint.directionsUrl)}
            inputWrapperOrder={hintBelow}
          />
        </div>
        <Fieldset legend={t(($) => $.hours)} variant="unstyled">
          <HoursLines
            value={draft.openingHours}
            fault={problem('openingHours')}
            hint={t(($) => $.hint.hours)}
            closedLabel={t(($) => $.field.openingHours)}
            onChange={(openingHours) => set({ ...draft, openingHours })}
          />
        </Fieldset>
        <TruncatedSelect
          label={t(($) => $.field.timeZone)}
          description={t(($) => $.hint.timeZone)}
          maw={420}
          data={zones}
          value={draft.timeZone}
          error={problem('timeZone')}
          searchable
          clearable
          onChange={(timeZone) => set({ ...draft, timeZone })}
        />
      </Stack>
    </Fieldset>
  )
}
