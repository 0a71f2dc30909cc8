import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { ChoiceList } from './choice-list.tsx'
import { startTexts } from './site-texts.ts'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

it('what may be read about a choice opens without choosing it, line by line', async () => {
  const texts = await startTexts('en-GB', [])
  const place = document.body.appendChild(document.createElement('div'))
  const chosen = vi.fn()
  const choices = [
    { id: 'voucher', name: 'Voucher', text: 'In our stores', more: 'Valid for a year.\nNot for food.' },
    { id: 'transfer', name: 'Bank transfer', text: 'Within 5 days' },
  ]
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <ChoiceList title="Payment" choices={choices} chosen={null} onChoose={chosen} />
    </I18nextProvider>,
  )
  await vi.waitFor(() => expect(place.querySelectorAll('li')).toHaveLength(2))
  expect(place.querySelectorAll('details')).toHaveLength(1)
  const [summary] = place.querySelectorAll('summary')
  expect(summary!.textContent).toBe('More about this Voucher')
  summary!.click()
  await vi.waitFor(() => expect(place.querySelector('details p')!.checkVisibility()).toBe(true))
  expect(getComputedStyle(place.querySelector('details p')!).whiteSpace).toBe('pre-line')
  expect(chosen).not.toHaveBeenCalled()
})
