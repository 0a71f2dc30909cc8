import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { DataList } from './data-list.tsx'
import { listStart } from './list-state.ts'

const pageOfTwo = ['one', 'two']
const threeRows = [...pageOfTwo, 'three']

/** The first page of a list of three rows, all of them chosen. */
async function open(all?: readonly string[]) {
  const onChange = vi.fn<(keys: ReadonlySet<string>) => void>()
  function Sample() {
    const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(threeRows))
    return (
      <DataList
        label="Rows"
        columns={[{ key: 'name', title: 'Name', cell: (name: string) => name }]}
        rows={pageOfTwo}
        total={threeRows.length}
        rowKey={(name) => name}
        rowName={(name) => name}
        state={{ ...listStart([]), perPage: 2 }}
        onChange={() => undefined}
        empty={null}
        selection={{
          keys,
          onChange: (next) => {
            setKeys(next)
            onChange(next)
          },
          ...(all === undefined ? {} : { all }),
        }}
      />
    )
  }
  await drawScreen(<Sample />)
  const box = async (place: number) =>
    vi.waitFor(() => {
      const found = document.querySelectorAll<HTMLInputElement>('table input[type="checkbox"]')[place]
      if (found === undefined) throw new Error('no box yet')
      return found
    })
  const press = async (place: number) => {
    ;(await box(place)).click()
    return vi.waitFor(() => [...onChange.mock.lastCall![0]])
  }
  return { press }
}

describe('the box at the head of a list', () => {
  it('stands for the rows of the page where no others are known', async () => {
    const { press } = await open()
    expect(await press(0)).toEqual(['three'])
  })

  it('stands for the rows of all pages where they are known', async () => {
    const { press } = await open(threeRows)
    expect(await press(0)).toEqual([])
    expect(await press(1)).toEqual(['one'])
    expect(await press(0)).toEqual(['one', 'two', 'three'])
  })
})

it('what names a row links to its page, and the search acts while a user types', async () => {
  const searched: (string | undefined)[] = []
  const List = () => {
    const [state, setState] = useState(listStart([]))
    return (
      <DataList
        label="Rows"
        columns={[{ key: 'name', title: 'Name', cell: (name: string) => name }]}
        rows={pageOfTwo}
        total={2}
        rowKey={(name) => name}
        rowName={(name) => name}
        state={state}
        onChange={(part) => {
          searched.push(part.search)
          setState((before) => ({ ...before, ...part }))
        }}
        searchLabel="Search"
        pathOf={(name) => (name === 'one' ? '/rows/one' : null)}
        empty={null}
      />
    )
  }
  const { place } = await drawScreen(overPages(List, ['/rows', '/rows/one']).screen)
  const links = await vi.waitFor(() => {
    const found = [...place.querySelectorAll<HTMLAnchorElement>('td a')]
    expect(found).not.toEqual([])
    return found
  })
  expect(links.map(({ textContent, pathname }) => [textContent, pathname])).toEqual([['one', '/rows/one']])
  await userEvent.type(place.querySelector('input[type="search"]')!, 'tw')
  // Of keys that come slowly the first may be searched for alone.
  await vi.waitFor(() => expect(searched.at(-1)).toBe('tw'))
})

it('the column that names a row is the one that links, with the question that its page needs', async () => {
  const List = () => (
    <DataList
      label="Rows"
      columns={[
        { key: 'position', title: 'Position', cell: () => 1 },
        { key: 'name', title: 'Name', cell: (name: string) => name },
      ]}
      rows={['one']}
      total={1}
      rowKey={(name) => name}
      rowName={(name) => name}
      state={listStart([])}
      onChange={() => undefined}
      nameColumn="name"
      pathOf={(name) => `/rows/${name}?account=a`}
      empty={null}
    />
  )
  const { place } = await drawScreen(overPages(List, ['/rows', '/rows/one']).screen)
  const links = await vi.waitFor(() => {
    const found = [...place.querySelectorAll<HTMLAnchorElement>('td a')]
    expect(found).not.toEqual([])
    return found
  })
  expect(links.map(({ textContent, pathname, search }) => [textContent, pathname, search])).toEqual([
    ['one', '/rows/one', '?account=a'],
  ])
})

it('the rows of a long list are counted in thousands', async () => {
  const { place } = await drawScreen(
    <DataList
      label="Rows"
      columns={[{ key: 'name', title: 'Name', cell: (name: string) => name }]}
      rows={pageOfTwo}
      total={12_345}
      rowKey={(name) => name}
      rowName={(name) => name}
      state={{ ...listStart([]), perPage: 2 }}
      onChange={() => undefined}
      empty={null}
    />,
  )
  const count = await vi.waitUntil(() => place.querySelector('[role="status"]'))
  expect(count.textContent).toBe('12\u202f345 résultats')
})

it('a list that is not cut into pages shows 30 rows, and the others at one press (SHELL-12)', async () => {
  const rows = Array.from({ length: 34 }, (_, at) => `row ${at}`)
  const { place } = await drawScreen(
    <DataList
      label="Rows"
      columns={[{ key: 'name', title: 'Name', cell: (name: string) => name }]}
      rows={rows}
      total={rows.length}
      rowKey={(name) => name}
      rowName={(name) => name}
      state={listStart([])}
      onChange={() => undefined}
      empty={null}
      isWhole
    />,
  )
  const drawn = () => place.querySelectorAll('tbody tr').length
  await vi.waitFor(() => expect(drawn()).toBe(30))
  expect(place.querySelector('[role="status"]')?.textContent).toBe('34 résultats')
  const others = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'et 4 autres')
  others!.click()
  await vi.waitFor(() => expect(drawn()).toBe(34))
})

describe('a press on a row', () => {
  it('opens it', async () => {
    const { cell, onOpen } = await openable()
    ;(await cell('two')).click()
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('two')
  })

  it('leaves it closed on a control of its own, in the menu of one, and beside the controls', async () => {
    const { cell, button, menuItem, onOpen, onRun } = await openable()
    const first = (await cell('one')).closest('tr')!
    const [box, actions] = [first.cells[0]!, first.cells[first.cells.length - 1]!]
    box.querySelector('input')!.click()
    box.click()
    actions.click()
    ;(await button('act one')).click()
    ;(await button('Autres actions one')).click()
    ;(await menuItem()).click()
    expect(onRun).toHaveBeenCalledTimes(2)
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('leaves it closed at the end of a text being marked', async () => {
    const { cell, onOpen } = await openable()
    const place = await cell('one')
    document.getSelection()!.selectAllChildren(place)
    place.click()
    expect(onOpen).not.toHaveBeenCalled()
    document.getSelection()!.removeAllRanges()
    place.click()
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('one')
  })
})

/** A list whose rows open, are chosen, and have one action more than stand in the row. */
async function openable() {
  const [onOpen, onRun] = [vi.fn<(row: string) => void>(), vi.fn<(row: string) => void>()]
  await drawScreen(
    <DataList
      label="Rows"
      columns={[{ key: 'name', title: 'Name', cell: (name: string) => name }]}
      rows={pageOfTwo}
      total={pageOfTwo.length}
      rowKey={(name) => name}
      rowName={(name) => name}
      state={listStart([])}
      onChange={() => undefined}
      empty={null}
      selection={{ keys: new Set<string>(), onChange: () => undefined }}
      actions={['act', 'again', 'then', 'last'].map((label) => ({ label, icon: IconPencil, run: onRun }))}
      onOpen={onOpen}
    />,
  )
  const found = async <Found extends Element>(find: () => Found | undefined) =>
    vi.waitFor(() => {
      const element = find()
      if (element === undefined) throw new Error('not there yet')
      return element
    })
  const all = <Kind extends Element>(selector: string) => [...document.querySelectorAll<Kind>(selector)]
  const cell = async (name: string) =>
    found(() => all<HTMLElement>('td[data-label]').find(({ textContent }) => textContent === name))
  const button = async (name: string) =>
    found(() => all<HTMLElement>('button').find((one) => one.getAttribute('aria-label') === name))
  const menuItem = async () => found(() => all<HTMLElement>('[role="menuitem"]')[0])
  return { cell, button, menuItem, onOpen, onRun }
}
