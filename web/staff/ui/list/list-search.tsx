import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { searchFieldMark } from '#web/staff/ui/shortcuts.tsx'
import type { ListState } from './list-state.ts'
import { useScannedSearch } from './use-scanned-search.ts'
import { useTypedFilter } from './use-typed-filter.ts'

/** The search of a list: what is typed goes into the address, after a pause or with Enter. */
export function ListSearch(props: {
  readonly label: string
  readonly state: ListState
  readonly onChange: (part: Partial<ListState>, replace?: boolean) => void
  /** Whether the rows have codes, so that one that is scanned is searched for. */
  readonly scans?: boolean
}) {
  const { state, onChange, label, scans = false } = props
  const find = (search: string, replace: boolean): void => {
    if (search !== state.search) onChange({ search }, replace)
  }
  const [text, type, ask] = useTypedFilter({
    value: state.search,
    show: (search) => search ?? '',
    read: (typed) => typed.trim(),
    onChange: (search = '') => find(search, true),
    waitMs: 300,
  })
  const findNow = (replace: boolean): void => {
    ask(text.trim())
    find(text.trim(), replace)
  }
  useScannedSearch((code) => find(code, false), scans)
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        findNow(false)
      }}
    >
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
