import { IconCash } from '@tabler/icons-react'
import { describe, expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { CallError } from '#web/lib/http.ts'
import { listStart } from './list-state.ts'
import { ServerList, type FoundRows } from './server-list.tsx'

const away = new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })
const broken = new CallError('refused', { code: 'INTERNAL_ERROR', status: 500 })
const read = { 'hydra:member': ['one', 'two'], 'hydra:totalItems': 2 }

async function open(data: typeof read | undefined, error: Error | null, rest: Partial<FoundRows<string>> = {}) {
  const refetch = vi.fn<() => void>()
  const onChange = vi.fn<() => void>()
  const { place } = await drawScreen(
    <ServerList
      label="Rows"
      columns={[{ key: 'name', title: 'Name', cell: (name: string) => name }]}
      found={{
        data,
        isPlaceholderData: false,
        error,
        errorUpdatedAt: error === null ? 0 : 1,
        isFetching: false,
        refetch,
        ...rest,
      }}
      actions={[{ label: 'Pay', icon: IconCash, run: () => undefined }]}
      rowKey={(name) => name}
      rowName={(name) => name}
      state={{ ...listStart([]), page: 3 }}
      onChange={onChange}
      empty={null}
    />,
  )
  await vi.waitUntil(() => place.querySelector('section'))
  return { place, refetch, onChange }
}

describe('a list that the server answers', () => {
  it('shows what was answered', async () => {
    const { place } = await open(read, null)
    expect(place.querySelectorAll('tbody tr')).toHaveLength(2)
    expect(place.textContent).not.toContain('la dernière lue')
  })

  it('keeps what was read while the server is out of reach, and says so', async () => {
    const { place } = await open(read, away)
    expect(place.querySelectorAll('tbody tr')).toHaveLength(2)
    expect(place.querySelector('[role="status"]')?.textContent).toContain('la dernière lue')
  })

  it('offers nothing to do with rows that were read last', async () => {
    const { place } = await open(read, away)
    expect(place.querySelectorAll('tbody button:disabled')).toHaveLength(2)
  })

  it('lets the rows of the question before be looked at alone, until its own come', async () => {
    const { place } = await open(read, null, { isPlaceholderData: true })
    expect(place.querySelector('table')?.ariaBusy).toBe('true')
    expect(place.querySelector('tbody')?.inert).toBe(true)
  })

  it('waits for its own answer where the one before was empty, whatever page is asked for', async () => {
    const none = { 'hydra:member': [], 'hydra:totalItems': 0 }
    const { place, onChange } = await open(none, null, { isPlaceholderData: true })
    expect(place.querySelector('[role="status"][aria-label]')).not.toBeNull()
    expect(onChange).not.toHaveBeenCalled()
  })

  it('stays a failure while it asks again, rather than show rows of the question before', async () => {
    const { place } = await open(read, null, { isPlaceholderData: true, errorUpdatedAt: 1, isFetching: true })
    expect(place.querySelector('tbody')).toBeNull()
    expect(place.querySelector('[role="alert"] button')?.hasAttribute('data-loading')).toBe(true)
  })

  it.each([
    ['nothing was read', undefined, away],
    ['the server itself fails', read, broken],
  ])('is a failure where %s, and asks again', async (_title, data, error) => {
    const { place, refetch } = await open(data, error)
    expect(place.querySelector('tbody')).toBeNull()
    place.querySelector<HTMLButtonElement>('[role="alert"] button, section button')!.click()
    expect(refetch).toHaveBeenCalledOnce()
  })
})
