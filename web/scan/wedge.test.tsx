import { afterEach, expect, it, vi } from 'vitest'
import { createWedgeDetector, type WedgeDetector } from './wedge.ts'

let detector: WedgeDetector | null = null
afterEach(() => {
  detector?.stop()
  document.body.innerHTML = ''
})

/** Types into a field as a machine does, with a pause before some characters, in which a part could end as a code. */
async function type(field: HTMLInputElement, text: string, pausesAt: readonly number[]): Promise<void> {
  for (const [at, key] of [...text].entries()) {
    if (pausesAt.includes(at)) await new Promise((resolve) => setTimeout(resolve, 400))
    const code = /\d/.test(key) ? `Digit${key}` : `Key${key}`
    const pressed = field.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
    if (pressed) field.value += key
  }
  await new Promise((resolve) => setTimeout(resolve, 400))
}

function fieldOf(name: string) {
  const onScan = vi.fn<() => void>()
  document.body.innerHTML = `<input name="${name}">`
  detector = createWedgeDetector({ target: document, validators: [(code) => /^\d{8}$|^\d{13}$/.test(code)], onScan })
  detector.start([])
  return { onScan, field: document.querySelector('input')! }
}

const iban = 'FR7630006000011234567890189'

it('an IBAN that is typed at machine speed stands as it was typed, wherever it paused (E10)', async () => {
  const { onScan, field } = fieldOf('iban')
  await type(field, iban, [4, 12, 17])
  expect(field.value).toBe(iban)
  expect(onScan).not.toHaveBeenCalled()
})

it('a product that is scanned while the field of the IBAN is empty is heard, and leaves it empty', async () => {
  const { onScan, field } = fieldOf('iban')
  await type(field, '20000018', [])
  expect(onScan).toHaveBeenCalledOnce()
  expect(field.value).toBe('')
})

it('a part of the same typing in any other field is a scan', async () => {
  const { onScan, field } = fieldOf('other')
  await type(field, iban, [4, 12])
  expect(onScan).toHaveBeenCalled()
})
