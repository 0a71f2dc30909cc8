import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { useLoaded } from './use-loaded.ts'

type Load = () => Promise<{ readonly text: string }>

function Page({ load }: { readonly load: Load }) {
  const [isNeeded, setIsNeeded] = useState(false)
  return (
    <button type="button" aria-pressed={isNeeded} onClick={() => setIsNeeded((before) => !before)}>
      {useLoaded(load, { isNeeded })?.text ?? 'nothing yet'}
    </button>
  )
}

async function drawPage(load: Load): Promise<HTMLButtonElement> {
  const { place } = await drawScreen(<Page load={load} />)
  const button = await vi.waitUntil(() => place.querySelector('button'))
  expect(button.textContent).toBe('nothing yet')
  return button
}

test('a part is loaded when it is needed, and stays when it is not needed any more', async () => {
  const load = vi.fn(() => Promise.resolve({ text: 'the part' }))
  const button = await drawPage(load)
  expect(load).not.toHaveBeenCalled()
  button.click()
  await vi.waitUntil(() => button.textContent === 'the part')
  button.click()
  await vi.waitUntil(() => button.ariaPressed === 'false')
  expect(button.textContent).toBe('the part')
  expect(load).toHaveBeenCalledOnce()
})

test('a part that could not be fetched breaks nothing, and comes when it can be', async () => {
  const load = vi.fn(() => Promise.resolve({ text: 'the part' })).mockRejectedValueOnce(new TypeError('no network'))
  const button = await drawPage(load)
  button.click()
  await vi.waitUntil(() => load.mock.calls.length === 1)
  expect(button.textContent).toBe('nothing yet')
  await vi.waitUntil(() => button.textContent === 'the part', { timeout: 20_000 })
  expect(load).toHaveBeenCalledTimes(2)
}, 30_000)
