import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Language } from '#domain/kernel/languages.ts'
import { DayField } from './day-field.tsx'

/** The field on a screen in a language, in a browser that speaks English. */
async function drawDay(language: Language, first = '') {
  const told: string[] = []
  const Day = () => {
    const [day, setDay] = useState(first)
    return (
      <DayField
        label="Day"
        value={day}
        onChange={(value) => {
          told.push(value)
          setDay(value)
        }}
      />
    )
  }
  const { place, session } = await drawScreen(<Day />, { language })
  session.chooseLanguage(language)
  const field = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('input:not([type="date"])'))
  return { place, field, told, calendar: place.querySelector<HTMLInputElement>('input[type="date"]')! }
}

/** What the browser does once a day of its calendar is pressed. */
function pick(calendar: HTMLInputElement, day: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(calendar, day)
  calendar.dispatchEvent(new Event('input', { bubbles: true }))
}

it.each([
  ['fr-FR', 'JJ/MM/AAAA', '04/05/2026', '02/03/2020'],
  ['de-DE', 'TT.MM.JJJJ', '04.05.2026', '02.03.2020'],
] as const)('in %s a day is written as %s, typed or picked', async (language, form, typed, picked) => {
  const { field, calendar, told } = await drawDay(language)
  await vi.waitFor(() => expect(field.placeholder).toBe(form))
  await userEvent.fill(field, typed)
  expect(told.at(-1)).toBe('2026-05-04')
  await vi.waitFor(() => expect(calendar.value).toBe('2026-05-04'))
  await userEvent.tab()
  expect(field.value).toBe(typed)
  pick(calendar, '2020-03-02')
  await vi.waitFor(() => expect(field.value).toBe(picked))
  expect(told.at(-1)).toBe('2020-03-02')
})

it('a day picked while the field has the focus replaces what was typed', async () => {
  const { field, calendar } = await drawDay('fr-FR', '2026-05-04')
  await userEvent.fill(field, '31/02/20')
  pick(calendar, '2020-03-02')
  await vi.waitFor(() => expect(field.value).toBe('02/03/2020'))
})

it('what is no day is said once the field is left', async () => {
  const { place, field } = await drawDay('de-DE')
  await userEvent.fill(field, '31.02.2026')
  expect(place.textContent).not.toContain('Geben Sie ein Datum ein')
  await userEvent.tab()
  await vi.waitFor(() => expect(place.textContent).toContain('Geben Sie ein Datum ein'))
  expect(field.value).toBe('31.02.2026')
})
