import { expect, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

/** The form of a page of the office, as its tests fill it in. */
export function officeForm(place: HTMLElement) {
  const field = (label: string) =>
    vi.waitFor(() => {
      const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))
      return place.querySelector<HTMLInputElement>(`#${CSS.escape(found!.htmlFor)}`)!
    })
  return {
    /** The field whose label begins with some words. */
    field,
    type: async (label: string, text: string) => userEvent.fill(await field(label), text),
    save: () => place.querySelector<HTMLElement>('button[type=submit]')!.click(),
    /** What is said aloud of a failure. */
    alert: () => vi.waitFor(() => place.querySelector('[role=alert]')?.textContent ?? expect.fail('no alert')),
  }
}

export const refusal =
  (code: string, status: number, rest: object = {}) =>
  () =>
    Response.json({ code, message: code, ...rest }, { status })
