import {
  MultiSelect,
  Select,
  TagsInput,
  type MultiSelectProps,
  type OptionsFilter,
  type SelectProps,
  type TagsInputProps,
} from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countOptions, shortOptions } from './short-options.ts'
import { shortListLimit } from '#web/lib/shorten.ts'
import styles from './short-select.module.css'

type Own = 'filter' | 'limit' | 'classNames'

/**
 * A select that offers 30 options, counts the others, and lets them be found by writing (SHELL-12); `find` tells which
 * options fit what is written, where it is not those that contain it.
 */
export function ShortSelect({ find, ...props }: Omit<SelectProps, Own> & { readonly find?: OptionsFilter }) {
  const short = useShort(find)
  return <Select searchable={isLong(props.data)} {...short} {...props} />
}

/** The same for several values. */
export function ShortMultiSelect({ find, ...props }: Omit<MultiSelectProps, Own> & { readonly find?: OptionsFilter }) {
  const short = useShort(find)
  const classNames = { ...short.classNames, inputField: styles.field ?? '' }
  return <MultiSelect searchable={isLong(props.data)} {...short} {...props} classNames={classNames} />
}

/** The same where a value may also be none of the options. */
export function ShortTagsInput(props: Omit<TagsInputProps, Own>) {
  return <TagsInput {...useShort()} {...props} />
}

const isLong = (data: readonly (string | object)[] = []): boolean => countOptions(data) > shortListLimit

function useShort(find?: OptionsFilter) {
  const { t } = useTranslation('common')
  return useMemo(
    () => ({
      filter: shortOptions((count) => t(($) => $.list.othersByWriting, { count }), find),
      classNames: { option: styles.option ?? '' },
    }),
    [t, find],
  )
}
