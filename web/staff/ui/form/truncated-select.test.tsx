import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { TruncatedMultiSelect, TruncatedSelect } from './truncated-select.tsx'

const data = Array.from({ length: 37 }, (_, at) => ({ value: `v${at}`, label: `Store ${at}` }))
const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')]

it('one press on the count brings the options that a select leaves out, and chooses none (SHELL-12)', async () => {
  const Field = () => {
    const [value, setValue] = useState<string | null>('v0')
    return <TruncatedSelect label="Store" data={data} value={value} onChange={setValue} />
  }
  const { place } = await drawScreen(<Field />, { language: 'en-GB' })
  const input = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('input:not([type="hidden"])'))
  await userEvent.click(input)
  await userEvent.fill(input, '')
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

const chosen = { one: null as string | null, several: [] as readonly string[] }

it.each([
  ['one value', () => <TruncatedSelect label="Store" data={data} onChange={(value) => (chosen.one = value)} />],
  [
    'several',
    () => <TruncatedMultiSelect label="Store" data={data} onChange={(values) => (chosen.several = values)} />,
  ],
])(
  'the arrow goes on from the last option that is offered to those that are left out: %s (SHELL-12)',
  async (_, Field) => {
    Object.assign(chosen, { one: null, several: [] })
    const { place } = await drawScreen(<Field />, { language: 'en-GB' })
    const input = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('input:not([type="hidden"])'))
    input.focus()
    const marked = () => document.querySelector('[data-combobox-selected]')?.textContent
    // The list opens by the first press, and is drawn before it can be walked.
    await userEvent.keyboard('{ArrowDown}')
    await vi.waitFor(() => expect(options()).toHaveLength(31))
    for (let at = 0; at < 30 && marked() !== 'Store 29'; at += 1) await userEvent.keyboard('{ArrowDown}')
    expect([marked(), options().length]).toEqual(['Store 29', 31])
    await userEvent.keyboard('{ArrowDown}')
    expect([marked(), options().length]).toEqual(['Store 30', 37])
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(chosen.one ?? chosen.several[0]).toBe('v30'))
  },
)
