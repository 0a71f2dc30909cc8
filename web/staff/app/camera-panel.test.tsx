import { afterEach, describe, expect, it, vi } from 'vitest'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'

afterEach(() => void vi.restoreAllMocks())

async function openCamera() {
  const { place } = await drawScreen(
    <ScannerContext value={scannedInto().hub}>
      <ScanPanel purpose="check_in" onCode={() => undefined} />
    </ScannerContext>,
    { texts: ['scan'] },
  )
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  const press = async (name: string) => (await vi.waitUntil(() => button(name))).click()
  await press('Scanner avec la caméra')
  return { button, press, said: () => place.querySelector('[role=alert]')?.textContent ?? '' }
}

describe('a camera that is not to be had says why', () => {
  it.each([
    ['absent', 'NotFoundError', 'n’a pas de caméra'],
    ['busy', 'NotReadableError', 'Une autre application'],
  ])('and can be asked for again where it is %s', async (_face, name, sentence) => {
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    asked.mockRejectedValue(new DOMException('x', name))
    const { press, said } = await openCamera()
    await vi.waitFor(() => expect(said()).toContain(sentence))
    expect(asked).toHaveBeenCalledOnce()
    await press('Réessayer la caméra')
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  })

  it('and is not asked for without a secure address', async () => {
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false)
    const { button, said } = await openCamera()
    await vi.waitFor(() => expect(said()).toContain('https'))
    expect(asked).not.toHaveBeenCalled()
    for (const name of ['Scanner avec la caméra', 'Réessayer la caméra']) expect(button(name)).toBeUndefined()
  })
})
