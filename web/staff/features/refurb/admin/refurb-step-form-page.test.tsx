import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { id } from '#tests/support/floor-world.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { RefurbStepFormPage } from './refurb-step-form-page.tsx'

/** The form of a new step over one warehouse, whose cost it asks for. */
async function openForm() {
  const stocks = [
    { id: id(4), name: 'Établi réparation', native: null },
    { id: id(6), name: 'Établi nettoyage', native: null },
  ]
  const network = vi.fn<typeof fetch>(async () =>
    Response.json({ warehouses: [{ id: id(5), name: 'Atelier Lyon', stocks }] }),
  )
  const http = createHttp({ fetch: network, module: () => null, onSessionEnded: () => undefined })
  const { screen } = overPages(() => <RefurbStepFormPage id={null} />, ['/refurb-step/create', '/refurb-steps'])
  const { place } = await drawScreen(screen, {
    texts: ['errors', 'refurb'],
    http,
    user: signedInUser({ module: 'rps', userType: 'warehouse_manager' }),
  })
  const name = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('form input'))
  const submit = place.querySelector<HTMLButtonElement>('button[type=submit]')!
  const faults = () => [...place.querySelectorAll('[id$="-error"]')].map(({ textContent }) => textContent)
  const cost = [...place.querySelectorAll<HTMLInputElement>('fieldset input')].at(-1)!
  return { network, name, submit, faults, cost }
}

it('a new step says what is missing and which cost is too high, and keeps what was typed', async () => {
  const { network, name, submit, faults, cost } = await openForm()
  await userEvent.click(submit)
  await vi.waitFor(() =>
    expect(faults()).toEqual([
      'Ce champ est obligatoire et doit compter de 1 à 255 caractères.',
      'Ce champ est obligatoire.',
    ]),
  )
  await userEvent.fill(name, 'Gravure laser')
  await userEvent.fill(cost, '999999')
  await userEvent.click(submit)
  await vi.waitFor(() =>
    expect(faults()).toEqual(['Ce champ est obligatoire.', expect.stringMatching(/^100.000 au plus/)]),
  )
  expect(cost.value).toBe('999999,00')
  expect(name.value).toBe('Gravure laser')
  // Nothing but the question where steps are worked on.
  expect(network).toHaveBeenCalledOnce()
})

it('a cost below nothing, or with a third decimal, is refused by its field and not sent as another one (F26)', async () => {
  const { network, submit, faults, cost } = await openForm()
  await userEvent.fill(cost, '12,345')
  await vi.waitFor(() => expect(faults()).toEqual([expect.stringContaining('2 décimales')]))
  expect(cost.value).toBe('')
  await userEvent.fill(cost, '-3')
  await userEvent.click(submit)
  await vi.waitFor(() => expect(faults()).toHaveLength(3))
  expect([cost.value, cost.getAttribute('aria-invalid')]).toEqual(['-3,00', 'true'])
  expect(network).toHaveBeenCalledOnce()
})
