import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { stepPauseMs, useStepPause } from './use-step-pause.ts'

const pause = (): Promise<void> => new Promise((done) => void setTimeout(done, stepPauseMs))

/** A button that leads from step to step, in one place. */
async function drawSteps() {
  const Steps = () => {
    const [at, setAt] = useState(1)
    useStepPause(`${at}`)
    return (
      <button key={at} type="button" onClick={() => setAt(at + 1)}>
        {at}
      </button>
    )
  }
  const { place } = await drawScreen(<Steps />)
  await vi.waitFor(() => expect(place.textContent).toBe('1'))
  return { place, button: () => place.querySelector('button')! }
}

it('a double tap is one step', async () => {
  const { place, button } = await drawSteps()
  await pause()
  await userEvent.dblClick(button())
  expect(place.textContent).toBe('2')
})

it('a screen that has just opened takes no tap, and takes one after a moment', async () => {
  const { place, button } = await drawSteps()
  await userEvent.click(button())
  expect(place.textContent).toBe('1')
  await pause()
  await userEvent.click(button())
  expect(place.textContent).toBe('2')
  await pause()
  await userEvent.click(button())
  expect(place.textContent).toBe('3')
})
