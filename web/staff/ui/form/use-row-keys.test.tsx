import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { useRowKeys } from './use-row-keys.ts'

function Rows() {
  const [rows, setRows] = useState(['a', 'b', 'c'])
  const { keys, forget } = useRowKeys(rows.length)
  return (
    <>
      {rows.map((row, at) => (
        <p key={keys[at]}>
          <input aria-label={row} />
          <button
            type="button"
            onClick={() => {
              forget(at)
              setRows(rows.filter((_, each) => each !== at))
            }}
          >
            without {row}
          </button>
        </p>
      ))}
      <button type="button" onClick={() => setRows([...rows, 'd'])}>
        more
      </button>
      <button type="button" onClick={() => setRows(['x'])}>
        begin again
      </button>
    </>
  )
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[aria-label='${name}']`)
const press = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()

it('a row that goes takes its own field along, and each other keeps what stands in it', async () => {
  await drawScreen(<Rows />)
  await vi.waitUntil(() => field('c'))
  for (const name of ['a', 'b', 'c']) await userEvent.fill(field(name)!, `typed ${name}`)
  const last = field('c')
  press('without a')
  await vi.waitFor(() => expect(field('a')).toBeNull())
  expect([field('b')?.value, field('c')?.value, field('c') === last]).toEqual(['typed b', 'typed c', true])
  press('more')
  await vi.waitFor(() => expect(field('d')?.value).toBe(''))
  press('begin again')
  await vi.waitFor(() => expect(document.querySelectorAll('input')).toHaveLength(1))
})
