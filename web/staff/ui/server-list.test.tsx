import { describe, expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { CallError } from '#web/lib/http.ts'
import { listStart } from './list-state.ts'
import { ServerList } from './server-list.tsx'

const away = new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })
const broken = new CallError('refused', { code: 'INTERNAL_ERROR', status: 500 })
const read = { 'hydra:member': ['one', 'two'], 'hydra:totalItems': 2 }

async function open(data: typeof read | undefined, error: Error | null) {
  const refetch = vi.fn<() => void>()
  const { place } = await drawScreen(
    <ServerList
      label="Rows"
      columns={[{ key: 'name', title: 'Name', cell: (name: string) => name }]}
      found={{ data, error, refetch }}
      rowKey={(name) => name}
      rowName={(name) => name}
      state={listStart([])}
      onChange={() => undefined}
      empty={null}
    />,
  )
  await vi.waitUntil(() => place.querySelector('section'))
  return { place, refetch }
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
