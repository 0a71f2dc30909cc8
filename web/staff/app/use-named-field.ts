import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

const focusable = 'input, textarea, select, button, [tabindex]'
/** A page that is longer on its way leaves the visitor alone. */
const mostMs = 10_000

/** Brings a person to the field that the address names, as `#field-siret`, once its form has been read. */
export function useNamedField(): void {
  const { hash, pathname } = useLocation()
  useEffect(() => {
    if (!hash.startsWith('field-') || showField(hash)) return
    const stop = (): void => {
      observer.disconnect()
      clearTimeout(timer)
      for (const event of ownInputs) removeEventListener(event, stop)
    }
    const observer = new MutationObserver(() => showField(hash) && stop())
    observer.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(stop, mostMs)
    for (const event of ownInputs) addEventListener(event, stop)
    return stop
  }, [hash, pathname])
}

// Once a person types or clicks, the focus stays where it is.
const ownInputs = ['pointerdown', 'keydown'] as const

function showField(id: string): boolean {
  const field = document.getElementById(id)
  if (field === null) return false
  field.scrollIntoView({ block: 'center' })
  const input = field.matches(focusable) ? field : field.querySelector<HTMLElement>(focusable)
  input?.focus({ preventScroll: true })
  return true
}
