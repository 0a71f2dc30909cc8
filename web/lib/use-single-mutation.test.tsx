import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { useSingleMutation } from './use-single-mutation.ts'

async function drawButtons() {
  const answers: { readonly name: string; readonly fail: (reason: Error) => void }[] = []
  const send = vi.fn((name: string) => new Promise<void>((_, fail) => answers.push({ name, fail })))
  function Buttons() {
    const { mutate, isPending } = useSingleMutation({ mutationFn: send })
    return ['one', 'two'].map((name) => (
      <button key={name} disabled={isPending} onClick={() => mutate(name)}>
        {name}
      </button>
    ))
  }
  const { place } = await drawScreen(<Buttons />)
  const buttons = await vi.waitFor(() => {
    const [one, two] = place.querySelectorAll('button')
    if (one === undefined || two === undefined) throw new Error('no buttons yet')
    return { one, two }
  })
  return { send, answers, ...buttons }
}

it('sends an action once when its button is pressed twice before it is drawn again', async () => {
  const { send, one } = await drawButtons()
  one.click()
  one.click()
  await vi.waitFor(() => expect(one.disabled).toBe(true))
  expect(send).toHaveBeenCalledOnce()
})

it('sends an action for something else while one is sent', async () => {
  const { send, one, two } = await drawButtons()
  one.click()
  two.click()
  await vi.waitFor(() => expect(send.mock.calls.map(([name]) => name)).toEqual(['one', 'two']))
})

it('sends an action again once it has failed', async () => {
  const { send, answers, one } = await drawButtons()
  one.click()
  await vi.waitFor(() => expect(one.disabled).toBe(true))
  answers[0]?.fail(new Error('refused'))
  await vi.waitFor(() => expect(one.disabled).toBe(false))
  one.click()
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2))
})
