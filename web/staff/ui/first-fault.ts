/** Goes to the first field of a form that something is wrong with, once the form shows it; the eye and the keys are there. */
export function focusFirstFault(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const wrong = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
    // A field on another tab cannot be gone to.
    wrong.find((field) => field.checkVisibility())?.focus()
  })
}
