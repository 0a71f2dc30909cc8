import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startTexts } from '#web/lib/i18n.ts'
import { DataList } from './data-list.tsx'
import { listStart } from './list-state.ts'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

const pageOfTwo = ['one', 'two']
const threeRows = [...pageOfTwo, 'three']

/** The first page of a list of three rows, all of them chosen. */
async function open(all?: readonly string[]) {
  const texts = await startTexts('fr-FR', ['common'])
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
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <I18nextProvider i18n={texts}>
      <MantineProvider>
        <Sample />
      </MantineProvider>
    </I18nextProvider>,
  )
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
