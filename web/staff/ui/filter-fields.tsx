import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ShortMultiSelect } from './short-select.tsx'

/** A filter of several values; undefined stands for none. */
export function SeveralFilter<Value extends string>(props: {
  readonly label: string
  readonly data: readonly { readonly value: Value; readonly label: string }[]
  readonly value: readonly Value[] | undefined
  readonly onChange: (values: readonly Value[] | undefined) => void
}) {
  const { t } = useTranslation('common')
  return (
    <ShortMultiSelect
      size="md"
      label={props.label}
      placeholder={props.value === undefined ? t(($) => $.filter.any) : ''}
      data={[...props.data]}
      value={[...(props.value ?? [])]}
      onChange={(values) => props.onChange(values.length === 0 ? undefined : (values as Value[]))}
      clearable
      hidePickedOptions={false}
      nothingFoundMessage={t(($) => $.filter.noChoice)}
    />
  )
}

/** A filter by a day, `YYYY-MM-DD`; undefined stands for none. */
export function DayFilter(props: {
  readonly label: string
  readonly value: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (value: string | undefined) => void
}) {
  return (
    <TextInput
      size="md"
      type="date"
      label={props.label}
      value={props.value ?? ''}
      min={props.min}
      max={props.max}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
    />
  )
}
