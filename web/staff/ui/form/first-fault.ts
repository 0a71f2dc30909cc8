/**
 * Goes to the first field of a form that something is wrong with, once the form shows it; the eye and the keys are there.
 * Where no field is, it goes to `otherwise`, which says what is wrong with the whole.
 */
export function focusFirstFault(form: HTMLElement, otherwise: HTMLElement | null = null): void {
  requestAnimationFrame(() => {
    const wrong = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
    // A field on another tab cannot be gone to.
    const field = wrong.find((one) => one.checkVisibility()) ?? otherwise
    field?.focus()
  })
}
