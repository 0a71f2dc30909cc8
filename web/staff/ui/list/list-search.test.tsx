import { expect, it, vi } from 'vitest'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { ListSearch } from './list-search.tsx'
import { listStart, type ListState } from './list-state.ts'

/** The search of a list, and a scanner over it. */
async function open(state: Partial<ListState> = {}) {
  const { hub, scan } = scannedInto()
  const onChange = vi.fn<(part: Partial<ListState>, replace?: boolean) => void>()
  const onMeaningless = vi.fn<() => void>()
  hub.onMeaningless(onMeaningless)
  await drawScreen(
    <ScannerContext value={hub}>
      <ListSearch label="Search" state={{ ...listStart([]), ...state }} onChange={onChange} scans={ScannedSearch} />
    </ScannerContext>,
  )
  await vi.waitUntil(() => document.querySelector('input'))
  // Its listener is there with its first drawing.
  await new Promise(requestAnimationFrame)
  return { scan, onChange, onMeaningless }
}

it('a code that is scanned over a list of what has codes is searched for (F18)', async () => {
  const { scan, onChange } = await open()
  scan('20000018')
  await vi.waitFor(() => expect(onChange.mock.calls).toEqual([[{ search: '20000018' }, false]]))
})

it('a code that is searched for already asks nothing more', async () => {
  const { scan, onChange } = await open({ search: '20000018' })
  scan('20000018')
  scan('20000026')
  await vi.waitFor(() => expect(onChange.mock.calls).toEqual([[{ search: '20000026' }, false]]))
})

it('a command is no code, and does nothing there', async () => {
  const { scan, onChange, onMeaningless } = await open()
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(onMeaningless).toHaveBeenCalledOnce())
  expect(onChange).not.toHaveBeenCalled()
})
