import { useEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { clearScreens, drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { useNamedField } from './use-named-field.ts'

/** A form that comes late, as one that is read from the server does. */
function LateForm() {
  useNamedField()
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), 20)
    return () => clearTimeout(timer)
  }, [])
  if (!isRead) return null
  return (
    <>
      <input aria-label="Name" />
      <fieldset id="field-methods">
        <input aria-label="By post" />
      </fieldset>
      <input id="field-siret" aria-label="SIRET" />
    </>
  )
}

async function focusedAt(address: string): Promise<string | null | undefined> {
  clearScreens()
  const { screen } = overPages(LateForm, ['/entity'], address)
  const { place } = await drawScreen(screen, {})
  await vi.waitUntil(() => place.querySelector('#field-siret'))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return document.activeElement?.getAttribute('aria-label')
}

it('brings the person to the field that the address names, once it is there', async () => {
  expect(await focusedAt('/entity#field-siret')).toBe('SIRET')
  expect(await focusedAt('/entity#field-methods')).toBe('By post')
  expect(await focusedAt('/entity#field-gone')).toBeNull()
})
