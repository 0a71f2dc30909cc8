import { Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hoursLimits, readSpans, weekdays } from '#domain/organization/opening-hours.ts'
import { weekdayNames } from '#web/lib/weekday-names.ts'
import formClasses from './office-form.module.css'

/** Spans of each weekday and the days without any, each typed as a line of one text. */
export function HoursLines(props: {
  readonly value: string
  /** What is wrong with any of them, in words. */
  readonly fault: string | null
  readonly hint: string
  readonly closedLabel: string
  readonly isOff?: boolean
  readonly onChange: (value: string) => void
}) {
  const { t, i18n } = useTranslation('common')
  const { value, fault, hint, closedLabel, isOff = false, onChange } = props
  const lines = value.split('\n')
  const names = weekdayNames(i18n.language)
  const write = (at: number, line: string): void => {
    const next = [...weekdays, 0].map((_day, index) => (index === at ? line : (lines[index] ?? '')))
    onChange(next.some((one) => one.trim() !== '') ? next.join('\n') : '')
  }
  // Each day says itself what of it cannot be read, the first one that none has a span; the days without any say the rest.
  const isEmpty = value.trim() === ''
  const isAtFault = (at: number): boolean => (isEmpty ? at === 0 : readSpans(lines[at] ?? '', at + 1) === null)
  const isDayAtFault = weekdays.some((day) => isAtFault(day - 1))
  return (
    <Stack gap="md">
      <Text c="dimmed" size="sm">
        {hint}
      </Text>
      <div className={formClasses.pairs}>
        {weekdays.map((day) => (
          <TextInput
            key={day}
            size="md"
            label={names(day)}
            value={lines[day - 1] ?? ''}
            maxLength={hoursLimits.text}
            disabled={isOff}
            error={fault !== null && isAtFault(day - 1) ? fault : null}
            onChange={(event) => write(day - 1, event.currentTarget.value)}
          />
        ))}
        <TextInput
          size="md"
          label={closedLabel}
          description={t(($) => $.hours.closedOn)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={lines[7] ?? ''}
          maxLength={hoursLimits.text}
          disabled={isOff}
          error={isDayAtFault ? null : fault}
          onChange={(event) => write(7, event.currentTarget.value)}
        />
      </div>
    </Stack>
  )
}
