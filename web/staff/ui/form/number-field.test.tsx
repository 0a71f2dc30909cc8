import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { NumberField, type NumberFieldProps } from './number-field.tsx'

/** A field of numbers on the page, and what it holds and says. */
async function open(props: NumberFieldProps = {}, Field: typeof NumberField = NumberField) {
  const held: (string | number)[] = ['']
  const Held = () => {
    const [value, setValue] = useState<string | number>('')
    return (
      <Field
        label="Weight"
        {...props}
        value={value}
        onChange={(next) => {
          held.push(next)
          setValue(next)
        }}
      />
    )
  }
  const { place } = await drawScreen(<Held />, { user: signedInUser(), language: 'en-GB' })
  const input = await vi.waitUntil(() => place.querySelector('input'))
  input.focus()
  return {
    input,
    value: () => held.at(-1),
    said: (words: string) => vi.waitFor(() => expect(place.textContent).toContain(words)),
    silent: () => vi.waitFor(() => expect(input.getAttribute('aria-invalid')).not.toBe('true')),
  }
}

it.each([
  ['number', NumberField],
  ['amount', AmountField as typeof NumberField],
])('a %s below nothing stays what was typed, and its field refuses it', async (_name, Field) => {
  const { input, value, said } = await open({}, Field)
  await userEvent.keyboard('-5')
  expect([input.value, value()]).toEqual(['-5', -5])
  await said('Enter 0 or more.')
  input.blur()
  expect(input.value).toBe('-5')
})

it('an empty field says nothing of its least value, which a number below it is told', async () => {
  const { input, said, silent } = await open({ min: 1 })
  expect(input.value).toBe('')
  await silent()
  await userEvent.keyboard('0')
  await said('Enter 1 or more.')
  await userEvent.keyboard('{Backspace}')
  await silent()
})

it('a signed number is below nothing without a word', async () => {
  const { value, silent } = await open({ isSigned: true, decimals: 2 })
  await userEvent.keyboard('-2.5')
  expect(value()).toBe(-2.5)
  await silent()
})

it('a letter, a second sign and a decimal too many are not taken, and the field says so until it is left', async () => {
  const { input, value, said, silent } = await open({ decimals: 2 })
  await userEvent.keyboard('12')
  await silent()
  await userEvent.keyboard('a')
  await said('Only a number with at most 2 decimals can be typed here.')
  expect(input.value).toBe('12')
  await userEvent.keyboard('-')
  await userEvent.keyboard('.345')
  expect([input.value, value()]).toEqual(['12.34', 12.34])
  await said('Only a number with at most 2 decimals')
  input.blur()
  await silent()
})

it('what is pasted is taken whole or not at all', async () => {
  const { input, value, said } = await open({ decimals: 2 })
  const paste = (text: string): void => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }
  paste('1,234')
  await said('Only a number with at most 2 decimals')
  paste('ab12')
  expect([input.value, value()]).toEqual(['', ''])
  paste('1.234,50')
  await vi.waitFor(() => expect(Number(value())).toBe(1234.5))
})

it('a whole number takes no separator', async () => {
  const { input, said } = await open()
  await userEvent.keyboard('1.5')
  await said('Only a whole number can be typed here.')
  expect(input.value).toBe('15')
})
