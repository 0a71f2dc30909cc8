import { Fieldset, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pickupLimits } from '#domain/circuit/pickup-slots.ts'
import { HoursLines } from '#web/staff/ui/form/hours-lines.tsx'
import { CountryField } from '#web/staff/ui/form/country-field.tsx'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import formClasses from '#web/staff/ui/form/office-form.module.css'
import type { PickupValues } from './pickup-values.ts'

/** In which slots products are collected at their customers', and how many customers are visited in each. */
export function PickupFields(props: {
  readonly values: PickupValues
  readonly problem: (field: string) => string | null
  readonly isOff: boolean
  readonly onChange: (values: PickupValues, mended: string) => void
}) {
  const { values, problem, isOff, onChange } = props
  const { t } = useTranslation('circuit')
  const number = (field: 'capacity' | 'daysAhead' | 'cutOffDays', path: string) => ({
    label: t(($) => $.pickup[field]),
    value: values[field],
    error: problem(`pickup.${path}`),
    disabled: isOff,
    onChange: (value: string | number) => onChange({ ...values, [field]: value }, `pickup.${path}`),
  })
  return (
    <Fieldset legend={t(($) => $.pickup.title)}>
      <Stack gap="md">
        <Switch
          size="md"
          label={t(($) => $.pickup.isOn)}
          description={t(($) => $.pickup.text)}
          checked={values.isOn}
          disabled={isOff}
          onChange={(event) => onChange({ ...values, isOn: event.currentTarget.checked }, 'pickup')}
        />
        {values.isOn && (
          <>
            <HoursLines
              value={values.windows}
              fault={problem('pickup.windows') ?? problem('pickup.closedOn')}
              hint={t(($) => $.pickup.windows)}
              closedLabel={t(($) => $.pickup.closedOn)}
              isOff={isOff}
              onChange={(windows) => onChange({ ...values, windows }, 'pickup.windows')}
            />
            <div className={formClasses.pairs}>
              <NumberField {...number('capacity', 'capacity')} max={pickupLimits.capacity} />
              <NumberField {...number('daysAhead', 'daysAhead')} max={pickupLimits.daysAhead} />
              <NumberField {...number('cutOffDays', 'cutOff.days')} max={pickupLimits.cutOffDays} />
              <TextInput
                size="md"
                label={t(($) => $.pickup.cutOffTime)}
                value={values.cutOffTime}
                error={problem('pickup.cutOff.time')}
                disabled={isOff}
                onChange={(event) => onChange({ ...values, cutOffTime: event.currentTarget.value }, 'pickup.cutOff')}
              />
              <CountryField
                label={t(($) => $.pickup.holidaysOf)}
                isClearable
                value={values.holidaysOf ?? ''}
                error={problem('pickup.holidaysOf')}
                onChange={(holidaysOf) => onChange({ ...values, holidaysOf }, 'pickup.holidaysOf')}
              />
            </div>
            <Text size="sm" c="dimmed">
              {t(($) => $.pickup.carrier)}
            </Text>
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
