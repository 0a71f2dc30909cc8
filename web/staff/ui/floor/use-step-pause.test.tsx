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
    const [around, setAround] = useState(1)
    useStepPause(`${at} ${around}`)
    return (
      <>
        <header>
          <button type="button" onClick={() => setAround(around + 1)}>
            {around}
          </button>
        </header>
        <main>
          <button key={at} type="button" onClick={() => setAt(at + 1)}>
            {at}
          </button>
        </main>
      </>
    )
  }
  const { place } = await drawScreen(<Steps />)
  const button = () => place.querySelector<HTMLButtonElement>('main button')
  const around = () => place.querySelector<HTMLButtonElement>('header button')!
  await vi.waitFor(() => expect(button()?.textContent).toBe('1'))
  await pause()
  return { button: () => button()!, around, said: () => button()?.textContent }
}

it('a double tap is one step', async () => {
  const { button, said } = await drawSteps()
  await userEvent.dblClick(button())
  expect(said()).toBe('2')
})

it('a step takes a tap once it has stood there for a moment', async () => {
  const { button, said } = await drawSteps()
  await userEvent.click(button())
  await pause()
  await userEvent.click(button())
  expect(said()).toBe('3')
})

it('what stands around a step takes every tap', async () => {
  const { around } = await drawSteps()
  await userEvent.dblClick(around())
  expect(around().textContent).toBe('3')
})

it('a result that stands before a step is taken away also while that has just become another', async () => {
  const taken = vi.fn()
  const Behind = () => {
    const [at, setAt] = useState(1)
    useStepPause(`${at}`)
    return (
      <main>
        <button type="button" onClick={() => setAt(at + 1)}>
          {at}
        </button>
        <div data-stays>
          <button type="button" onClick={taken}>
            OK
          </button>
        </div>
      </main>
    )
  }
  const { place } = await drawScreen(<Behind />)
  const [step, ok] = await vi.waitFor(() => {
    const found = [...place.querySelectorAll('button')]
    expect(found).toHaveLength(2)
    return found as [HTMLButtonElement, HTMLButtonElement]
  })
  step.click()
  await vi.waitFor(() => expect(step.textContent).toBe('2'))
  await userEvent.click(ok)
  expect(taken).toHaveBeenCalledOnce()
})

it('a key presses the button of a step at once', async () => {
  const { button, said } = await drawSteps()
  for (const next of ['2', '3']) {
    button().focus()
    await userEvent.keyboard('{Enter}')
    expect(said()).toBe(next)
  }
})
