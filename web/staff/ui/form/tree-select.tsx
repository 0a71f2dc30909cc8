import { CheckIcon, Pill, type MultiSelectProps, type SelectProps } from '@mantine/core'
import { useMemo, type CSSProperties } from 'react'
import { TruncatedMultiSelect, TruncatedSelect } from './truncated-select.tsx'
import { findInTree, shortLabel, type TreeOption } from './tree-options.ts'
import classes from './tree-select.module.css'

type Own = 'data' | 'value' | 'defaultValue' | 'filter' | 'limit' | 'classNames' | 'searchable'

/**
 * A select of several entries of a tree. Long names are cut after 40 characters (CAT-21); the entry that would be
 * chosen shows its whole name, and so does a chosen one under the pointer.
 */
export function TreeMultiSelect({
  options,
  value,
  ...props
}: Omit<MultiSelectProps, Own | 'renderOption' | 'renderPill'> & {
  readonly options: readonly TreeOption[]
  readonly value: readonly string[]
}) {
  const { known, data, find } = useTree(options)
  return (
    <TruncatedMultiSelect
      {...props}
      searchable
      data={data}
      find={find}
      // What the tree does not have, or not yet, has no name to show.
      value={value.filter((one) => known.has(one))}
      renderOption={({ option, checked = false }) => {
        const entry = known.get(option.value)
        return entry === undefined ? option.label : <Entry {...entry} isChosen={checked} />
      }}
      renderPill={({ option, onRemove, disabled = false }) => (
        <Pill
          withRemoveButton
          onRemove={() => onRemove?.()}
          disabled={disabled}
          title={known.get(String(option.value))?.label}
        >
          {option.label}
        </Pill>
      )}
    />
  )
}

/** The same for one entry. */
export function TreeSelect({
  options,
  value,
  ...props
}: Omit<SelectProps, Own | 'renderOption'> & {
  readonly options: readonly TreeOption[]
  readonly value: string | null
}) {
  const { known, data, find } = useTree(options)
  return (
    <TruncatedSelect
      {...props}
      searchable
      data={data}
      find={find}
      value={value !== null && known.has(value) ? value : null}
      renderOption={({ option, checked = false }) => {
        const entry = known.get(option.value)
        return entry === undefined ? option.label : <Entry {...entry} isChosen={checked} />
      }}
    />
  )
}

function useTree(options: readonly TreeOption[]) {
  return useMemo(() => {
    const byValue = new Map(options.map((option) => [option.value, option]))
    return {
      known: byValue,
      data: options.map((option) => ({ value: option.value, label: shortLabel(option.label) })),
      find: findInTree(byValue),
    }
  }, [options])
}

function Entry({ label, depth, isChosen }: TreeOption & { readonly isChosen: boolean }) {
  const short = shortLabel(label)
  return (
    <span className={classes.entry} style={{ '--depth': depth } as CSSProperties}>
      {isChosen && <CheckIcon size={12} className={classes.chosen} />}
      {short === label ? (
        label
      ) : (
        <>
          <span className={classes.short} aria-hidden>
            {short}
          </span>
          <span className={classes.whole}>{label}</span>
        </>
      )}
    </span>
  )
}
