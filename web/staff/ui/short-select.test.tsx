import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ShortSelect } from './short-select.tsx'

it('one press on the count brings the options that a select leaves out, and chooses none (SHELL-12)', async () => {
  const data = Array.from({ length: 37 }, (_, at) => ({ value: `v${at}`, label: `Store ${at}` }))
  const Field = () => {
    const [value, setValue] = useState<string | null>('v0')
    return <ShortSelect label="Store" data={data} value={value} onChange={setValue} />
  }
  const { place } = await drawScreen(<Field />, { language: 'en-GB' })
  const input = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('input:not([type="hidden"])'))
  await userEvent.click(input)
  await userEvent.fill(input, '')
  const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')]
  await vi.waitFor(() => expect(options()).toHaveLength(31))
  const others = options().at(-1)!
  expect(others.textContent).toContain('and 7 others')
  // It is no option that could be chosen: nobody clicks it by its role.
  others.click()
  await vi.waitFor(() => expect(options()).toHaveLength(37))
  // Without the app's style sheets the list runs out of the window, where no pointer reaches its end.
  options().at(-1)!.click()
  await vi.waitFor(() => expect(input.value).toBe('Store 36'))
})
