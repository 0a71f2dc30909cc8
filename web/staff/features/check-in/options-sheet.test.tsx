import { afterEach, expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { OptionsSheet } from './options-sheet.tsx'

const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'vibrate')!
afterEach(() => void Object.defineProperty(Navigator.prototype, 'vibrate', own))

async function wordsOfSheet(): Promise<string> {
  const nothing = (): void => undefined
  await drawScreen(
    <OptionsSheet
      {...{ options: { stockId: null, comment: '' }, stocks: [], volume: 1, vibration: true, onWarehouse: null }}
      {...{ onOptions: nothing, onVolume: nothing, onVibration: nothing, onSingle: nothing, onClose: nothing }}
    />,
    { language: 'en-GB', texts: ['warehouse'] },
  )
  const sheet = await vi.waitUntil(() => document.querySelector('dialog[open]'))
  await vi.waitFor(() => expect(sheet.textContent).toContain('Signal volume'))
  return sheet.textContent
}

it('vibration is offered where the browser has it', async () => {
  expect(await wordsOfSheet()).toContain('Vibration')
})

it('vibration is left out where the browser has none, as in Firefox and Safari (E7)', async () => {
  Reflect.deleteProperty(Navigator.prototype, 'vibrate')
  expect(await wordsOfSheet()).not.toContain('Vibration')
})
