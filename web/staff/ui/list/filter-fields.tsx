import { Pill } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isDay } from '#domain/kernel/day.ts'
import { DayField } from '#web/staff/ui/form/day-field.tsx'
import { TruncatedMultiSelect } from '#web/staff/ui/form/truncated-select.tsx'

/** So many choices are seen at a glance; more of them are also found by writing. */
const typedFrom = 7

/** A filter of several values; undefined stands for none. What is chosen but no choice has a name of its own. */
export function SeveralFilter<Value extends string>(props: {
  readonly label: string
  /** Undefined while the choices are on their way. */
  readonly data: readonly { readonly value: Value; readonly label: string }[] | undefined
  /** Whether the choices could not be read. */
  readonly hasFailed?: boolean
  readonly value: readonly Value[] | undefined
  readonly onChange: (values: readonly Value[] | undefined) => void
}) {
  const { t } = useTranslation('common')
  const { data, hasFailed = false } = props
  const isMissing = data === undefined && hasFailed
  return (
    <TruncatedMultiSelect
      size="md"
      label={props.label}
      placeholder={props.value === undefined ? t(($) => $.filter.any) : ''}
      data={[...(data ?? [])]}
      searchable={data !== undefined && data.length > typedFrom}
      error={isMissing && t(($) => $.filter.notRead)}
      value={[...(props.value ?? [])]}
      onChange={(values) => props.onChange(values.length === 0 ? undefined : (values as Value[]))}
      clearable
      hidePickedOptions={false}
      nothingFoundMessage={
        isMissing ? null : data === undefined ? t(($) => $.filter.reading) : t(($) => $.filter.noChoice)
      }
      renderPill={({ option, onRemove, disabled = false }) => (
        <Pill withRemoveButton onRemove={() => onRemove?.()} disabled={disabled}>
          {option?.label ?? (data === undefined && !hasFailed ? '…' : t(($) => $.filter.unknown))}
        </Pill>
      )}
    />
  )
}

/**
 * A filter by a day, `YYYY-MM-DD`; undefined stands for none. One that comes before the beginning of its time says that
 * nothing can be found.
 */
export function DayFilter(props: {
  readonly label: string
  readonly value: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly required?: boolean
  readonly onChange: (value: string | undefined) => void
}) {
  const { t } = useTranslation('common')
  const { value, min, max } = props
  const isReversed = value !== undefined && min !== undefined && value < min
  return (
    <DayField
      size="md"
      label={props.label}
      required={props.required ?? false}
      value={value ?? ''}
      min={min}
      max={max}
      error={isReversed ? t(($) => $.day.reversed) : undefined}
      onChange={(typed) => {
        if (typed === '' || isDay(typed)) props.onChange(typed === '' ? undefined : typed)
      }}
    />
  )
}
