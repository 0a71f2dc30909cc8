import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { DayFilter } from './filter-fields.tsx'

/** Days from and to on a German screen in an English browser. */
async function drawDays(first: { readonly from?: string; readonly to?: string }) {
  const told: (string | undefined)[] = []
  const Days = () => {
    const [from, setFrom] = useState(first.from)
    const [to, setTo] = useState(first.to)
    return (
      <>
        <DayFilter label="Von" value={from} max={to} onChange={setFrom} />
        <DayFilter
          label="Bis"
          value={to}
          min={from}
          onChange={(value) => {
            told.push(value)
            setTo(value)
          }}
        />
      </>
    )
  }
  const { place, session } = await drawScreen(<Days />, { language: 'de-DE' })
  session.chooseLanguage('de-DE')
  const fields = await vi.waitFor(() => {
    const found = [...place.querySelectorAll<HTMLInputElement>('input:not([type="date"])')]
    expect(found).toHaveLength(2)
    return found
  })
  return { place, told, from: fields[0]!, to: fields[1]! }
}

it('a day is written and read as the language of the app does', async () => {
  const { from, to, told } = await drawDays({ from: '2026-03-02' })
  await vi.waitFor(() => expect(from.value).toBe('02.03.2026'))
  await userEvent.fill(to, '4.5.2026')
  expect(told.at(-1)).toBe('2026-05-04')
  await userEvent.click(from)
  expect(to.value).toBe('04.05.2026')
  await userEvent.fill(to, '')
  expect(told.at(-1)).toBeUndefined()
})

it('what is no day is told to nobody but who has typed it', async () => {
  const { place, from, to, told } = await drawDays({})
  await userEvent.fill(to, '31.02.2026')
  await userEvent.click(from)
  expect(told).toEqual([])
  await vi.waitFor(() => expect(place.textContent).toContain('Geben Sie ein Datum ein'))
})

it('a time that ends before it begins is said', async () => {
  const { place } = await drawDays({ from: '2026-03-02', to: '2026-03-01' })
  await vi.waitFor(() => expect(place.textContent).toContain('Das Ende liegt vor dem Anfang'))
})
