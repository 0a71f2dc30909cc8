import { Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { entityLimits } from '#domain/organization/entity.schema.ts'
import { hoursLimits, readSpans, weekdays } from '#domain/organization/opening-hours.ts'
import { weekdayNames } from '#web/lib/weekday-names.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
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
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput {...text('phone', entityLimits.phone)} type="tel" inputMode="tel" />
          <TextInput
            {...text('directionsUrl', entityLimits.directionsUrl)}
            type="url"
            inputMode="url"
            description={t(($) => $.hint.directionsUrl)}
            inputWrapperOrder={hintBelow}
          />
        </SimpleGrid>
        <HoursFields {...props} />
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

function HoursFields({ draft, set, problem }: EntityFieldsProps) {
  const { t, i18n } = useTranslation('entity')
  const lines = draft.openingHours.split('\n')
  const names = weekdayNames(i18n.language)
  const fault = problem('openingHours')
  const write = (at: number, line: string): void => {
    const next = [...weekdays, 0].map((_day, index) => (index === at ? line : (lines[index] ?? '')))
    set({ ...draft, openingHours: next.some((one) => one.trim() !== '') ? next.join('\n') : '' })
  }
  // Each day says itself what of it cannot be read; the days that it stays closed on say all the rest.
  const isUnread = (at: number): boolean => readSpans(lines[at] ?? '', at + 1) === null
  const isDayAtFault = weekdays.some((day) => isUnread(day - 1))
  return (
    <Fieldset legend={t(($) => $.hours)} variant="unstyled">
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {t(($) => $.hint.hours)}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {weekdays.map((day) => (
            <TextInput
              key={day}
              label={names(day)}
              value={lines[day - 1] ?? ''}
              maxLength={hoursLimits.text}
              error={fault !== null && isUnread(day - 1) ? fault : null}
              onChange={(event) => write(day - 1, event.currentTarget.value)}
            />
          ))}
          <TextInput
            label={t(($) => $.field.openingHours)}
            description={t(($) => $.hint.closedOn)}
            inputWrapperOrder={hintBelow}
            value={lines[7] ?? ''}
            maxLength={hoursLimits.text}
            error={isDayAtFault ? null : fault}
            onChange={(event) => write(7, event.currentTarget.value)}
          />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  )
}
