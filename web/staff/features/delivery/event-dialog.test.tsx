import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Language } from '#domain/kernel/languages.ts'
import type { Http } from '#web/lib/http.ts'
import { EventDialog } from './event-dialog.tsx'

async function drawDialog(language: Language) {
  const sent: { readonly at: string }[] = []
  const http = ((_call: unknown, input: { readonly body: { readonly at: string } }) => {
    sent.push(input.body)
    return Promise.resolve({})
  }) as unknown as Http
  const { session } = await drawScreen(
    <EventDialog
      buybackId="b"
      first="DELIVERY_PICKED_UP"
      count={1}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
    { language, texts: ['delivery', 'buyback'], http },
  )
  session.chooseLanguage(language)
  const dialog = await vi.waitUntil(() => document.querySelector<HTMLElement>('[role="dialog"]'))
  await vi.waitFor(() => expect(dialog.querySelector('button[type="submit"]')).not.toBeNull())
  const fieldOf = (label: string) => {
    const found = [...dialog.querySelectorAll('label')].find((one) => one.textContent.startsWith(label))
    return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
  }
  const save = () => dialog.querySelector<HTMLButtonElement>('button[type="submit"]')!
  return { dialog, fieldOf, save, sent }
}

it.each([
  ['fr-FR', 'Date', 'Heure', '04/05/2026'],
  ['de-DE', 'Datum', 'Uhrzeit', '04.05.2026'],
] as const)('in %s the moment of an event is typed as the app writes it', async (language, date, time, typed) => {
  const { fieldOf, save, sent } = await drawDialog(language)
  await userEvent.fill(fieldOf(date), typed)
  await userEvent.fill(fieldOf(time), '9h05')
  await userEvent.tab()
  await vi.waitFor(() => expect(fieldOf(time).value).toBe('09:05'))
  expect(fieldOf(date).value).toBe(typed)
  save().click()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.at).toBe(new Date(2026, 4, 4, 9, 5).toISOString())
})

it('a moment that is none or still to come cannot be saved, and is said', async () => {
  const { dialog, fieldOf, save, sent } = await drawDialog('fr-FR')
  await vi.waitFor(() => expect(save().disabled).toBe(false))
  await userEvent.fill(fieldOf('Heure'), '25:00')
  await vi.waitFor(() => expect(dialog.textContent).toContain('Saisissez une heure'))
  expect(save().disabled).toBe(true)
  await userEvent.fill(fieldOf('Heure'), '10:00')
  await userEvent.fill(fieldOf('Date'), `01/01/${new Date().getFullYear() + 1}`)
  await vi.waitFor(() => expect(dialog.textContent).toContain('Ce moment est encore à venir'))
  expect(save().disabled).toBe(true)
  expect(sent).toEqual([])
})
