import {
  MultiSelect,
  Select,
  TagsInput,
  defaultOptionsFilter,
  type MultiSelectProps,
  type OptionsFilter,
  type SelectProps,
  type TagsInputProps,
} from '@mantine/core'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { countOptions, othersValue, shortOptions } from './short-options.ts'
import { shortListLimit } from '#web/lib/shorten.ts'
import styles from './truncated-select.module.css'

type Own = 'filter' | 'limit' | 'classNames'

/**
 * A select that offers 30 options, counts the others, and brings them at one press or by writing (SHELL-12); `find` tells
 * which options fit what is written, where it is not those that contain it.
 */
export function TruncatedSelect({ find, ...props }: Omit<SelectProps, Own> & { readonly find?: OptionsFilter }) {
  const short = useShort(find)
  return <Select searchable={isLong(props.data)} {...short} {...props} />
}

/** The same for several values. */
export function TruncatedMultiSelect({
  find,
  ...props
}: Omit<MultiSelectProps, Own> & { readonly find?: OptionsFilter }) {
  const short = useShort(find)
  const classNames = { ...short.classNames, inputField: styles.field ?? '' }
  return <MultiSelect searchable={isLong(props.data)} {...short} {...props} classNames={classNames} />
}

/** The same where a value may also be none of the options. */
export function TruncatedTagsInput(props: Omit<TagsInputProps, Own>) {
  return <TagsInput {...useShort()} {...props} />
}

const isLong = (data: readonly (string | object)[] = []): boolean => countOptions(data) > shortListLimit

function useShort(find?: OptionsFilter) {
  const { t } = useTranslation('common')
  const [isWhole, setWhole] = useState(false)
  return useMemo(
    () => ({
      filter: isWhole
        ? (find ?? (defaultOptionsFilter as OptionsFilter))
        : shortOptions((count) => t(($) => $.list.othersByWriting, { count }), find),
      classNames: { option: styles.option ?? '' },
      // Nobody can choose the line that counts the others; a press on it brings them, and the list stays open.
      scrollAreaProps: {
        onClick: ({ target }: { readonly target: EventTarget }) => {
          const option = target instanceof Element ? target.closest('[role="option"]') : null
          if (option?.getAttribute('value') === othersValue) setWhole(true)
        },
      },
      // By keyboard, the list goes on behind the last option that it offers; the step itself is the list's own.
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowDown' && isAtOthers(event.currentTarget)) flushSync(() => setWhole(true))
      },
    }),
    [t, find, isWhole],
  )
}

/** Whether the option that stands before the count of the others is the marked one, in the open list of a field. */
function isAtOthers(field: Element): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  const options = [...(list?.querySelectorAll('[role="option"]') ?? [])]
  return (
    options.at(-1)?.getAttribute('value') === othersValue &&
    (options.at(-2)?.matches('[data-combobox-selected]') ?? false)
  )
}
