import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { signedInUser } from '../../app/signed-in-user.fixture.ts'
import { AmountField } from './amount-field.tsx'

it('an amount fills up its cents once it is left, and takes a separator as it is typed', async () => {
  const values: (string | number)[] = []
  const Field = () => {
    const [value, setValue] = useState<string | number>('')
    values.push(value)
    return <AmountField label="Cost" fillsCents value={value} onChange={setValue} />
  }
  const { place } = await drawScreen(<Field />, { user: signedInUser() })
  const input = await vi.waitUntil(() => place.querySelector('input'))
  const type = async (text: string) => {
    input.focus()
    input.select()
    await userEvent.keyboard(text)
    const typed = input.value
    input.blur()
    return typed
  }
  expect(await type('7')).toBe('7')
  await vi.waitFor(() => expect(input.value).toBe('7,00'))
  expect(await type('12,5')).toBe('12,5')
  await vi.waitFor(() => expect(input.value).toBe('12,50'))
  expect(values.at(-1)).toBe(12.5)
})

const signOf = (place: HTMLElement) => place.querySelector('[data-position=right]')?.textContent

it.each([
  ['en-GB', '£'],
  ['de-DE', '£'],
  ['fr-FR', '£GB'],
] as const)('the sign of a currency is the one that readers of %s know', async (language, sign) => {
  const viewedAccount = { currency: 'GBP', timeZone: 'Europe/London' } as NonNullable<StoredUser['viewedAccount']>
  const user = signedInUser({ viewedAccount })
  const { place } = await drawScreen(<AmountField label="Cost" />, { user, language })
  await vi.waitFor(() => expect(signOf(place)).toBe(sign))
})
