import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { searchFieldMark } from '#web/staff/ui/shortcuts.tsx'
import type { ListState } from './list-state.ts'
import { useTypedFilter } from './use-typed-filter.ts'

/** The search of a list: what is typed goes into the address, after a pause or with Enter. */
export function ListSearch(props: {
  readonly label: string
  readonly state: ListState
  readonly onChange: (part: Partial<ListState>, replace?: boolean) => void
  /** Hears codes, of a list whose rows have some: one that is scanned is searched for. */
  readonly scans?: ComponentType<{ readonly onCode: (code: string) => void }> | undefined
}) {
  const { state, onChange, label, scans: Scans } = props
  const find = (search: string, replace: boolean): void => {
    if (search !== state.search) onChange({ search }, replace)
  }
  const [text, type, ask, replace] = useTypedFilter({
    value: state.search,
    show: (search) => search ?? '',
    read: (typed) => typed.trim(),
    onChange: (search = '') => find(search, true),
    waitMs: 300,
  })
  const findNow = (isReplacing: boolean): void => {
    ask(text.trim())
    find(text.trim(), isReplacing)
  }
  // The code stands for what was typed just before it, which would else follow it into the address.
  const findCode = (code: string): void => {
    replace(code)
    find(code, false)
  }
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        findNow(false)
      }}
    >
      {Scans !== undefined && <Scans onCode={findCode} />}
      <TextInput
        {...searchFieldMark}
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={20} aria-hidden />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => findNow(true)}
      />
    </form>
  )
}
