import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ShortMultiSelect } from '#web/staff/ui/short-select.tsx'
import classes from './organization.module.css'

/** The filters of a list side by side, and the way to be rid of them. */
export function ListFilters(props: {
  readonly isSet: boolean
  readonly onReset: () => void
  readonly children: ReactNode
}) {
  const { t } = useTranslation('organization')
  return (
    <div className={classes.filters}>
      {props.children}
      {props.isSet && (
        <Button variant="subtle" size="sm" leftSection={<IconX size={18} aria-hidden />} onClick={props.onReset}>
          {t(($) => $.filter.reset)}
        </Button>
      )}
    </div>
  )
}

/** A filter of several values; undefined stands for none. */
export function SeveralFilter<Value extends string>(props: {
  readonly label: string
  readonly data: readonly { readonly value: Value; readonly label: string }[]
  readonly value: readonly Value[] | undefined
  readonly onChange: (values: readonly Value[] | undefined) => void
}) {
  const { t } = useTranslation('organization')
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
