import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { FilterPanel, useFilterFault } from './filter-panel.tsx'
import { useTypedFilter, words } from './use-typed-filter.ts'

const waitMs = 300

function Field(props: { readonly value: string | undefined; readonly onChange: (value: string | undefined) => void }) {
  const [typed, type] = useTypedFilter({ ...words, ...props, waitMs })
  useFilterFault(typed === 'wrong')
  return <TextInput label="Words" value={typed} onChange={(event) => type(event.currentTarget.value)} />
}

/** A panel of one field over an address that may be changed from outside. */
async function open(first?: string) {
  const address = { value: first, set: (_value: string | undefined): void => undefined }
  const Screen = () => {
    const [value, setValue] = useState(first)
    useEffect(() => {
      address.value = value
      address.set = setValue
    }, [value])
    return (
      <FilterPanel count={value === undefined ? 0 : 1} onReset={() => setValue(undefined)} more={<span>more</span>}>
        <Field value={value} onChange={setValue} />
      </FilterPanel>
    )
  }
  const { place } = await drawScreen(<Screen />)
  const button = (name: string) => [...place.querySelectorAll('button')].find((one) => one.textContent.includes(name))
  const unfold = await vi.waitUntil(() => button('Plus de filtres'))
  unfold.click()
  await vi.waitUntil(() => button('Moins de filtres'))
  return { place, field: () => place.querySelector('input')!, address, button }
}

describe('a filter that is typed', () => {
  it('comes into the address after a pause, and the field keeps what is typed in the meantime', async () => {
    const { field, address } = await open()
    await userEvent.type(field(), 'app')
    await vi.waitFor(() => expect(address.value).toBe('app'))
    await userEvent.type(field(), 'le ')
    await vi.waitFor(() => expect(address.value).toBe('apple'))
    expect(field().value).toBe('apple ')
  })

  it('follows an address that changes by itself', async () => {
    const { field, address } = await open('apple')
    expect(field().value).toBe('apple')
    address.set('pear')
    await vi.waitFor(() => expect(field().value).toBe('pear'))
    await userEvent.fill(field(), 'plum')
    await vi.waitFor(() => expect(address.value).toBe('plum'))
    address.set('pear')
    await vi.waitFor(() => expect(field().value).toBe('pear'))
  })
})

describe('a filter whose input waits', () => {
  it('is dropped by an address that changes by itself in the meantime', async () => {
    const { field, address } = await open('apple')
    await userEvent.fill(field(), 'plum')
    address.set(undefined)
    await vi.waitFor(() => expect(field().value).toBe(''))
    await new Promise((done) => setTimeout(done, 2 * waitMs))
    expect([address.value, field().value]).toEqual([undefined, ''])
  })
})

describe('a panel of filters', () => {
  it('takes away what is set and what was only typed, and the keys go on from the panel', async () => {
    const { place, field, address, button } = await open('apple')
    await userEvent.fill(field(), 'pear')
    button('Effacer les filtres')!.click()
    await vi.waitFor(() => expect(field().value).toBe(''))
    expect(document.activeElement).toBe(place.querySelector('[role="group"]'))
    await new Promise((done) => setTimeout(done, 2 * waitMs))
    expect(address.value).toBeUndefined()
  })

  it('stays unfolded while something has to be corrected', async () => {
    const { field, button } = await open()
    await userEvent.fill(field(), 'wrong')
    await vi.waitFor(() => expect(button('Moins de filtres')).toBeUndefined())
    await userEvent.fill(field(), 'right')
    await vi.waitFor(() => expect(button('Moins de filtres')).toBeDefined())
  })
})
