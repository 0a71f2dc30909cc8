import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { id } from '#tests/support/floor-world.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { CircuitAnswer, CircuitOptions } from '#sync/calls/circuit.ts'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { CircuitFormPage } from './circuit-form-page.tsx'

const circuit: CircuitAnswer = {
  id: id(1),
  version: 3,
  name: 'Envoi',
  type: 'web_post',
  channel: 'web',
  deposit: 'post',
  status: 'enabled',
  ownLabel: false,
  carrierMissing: false,
  description: null,
  translations: {},
  terms: null,
  ruleDescription: null,
  highlightedInstruction: null,
  customValues: [],
  transferOrderNumberOfCopy: 1,
  defaultInstructions: [{ id: id(2), sequence: 1, type: 'post', label: 'Postez', translations: {} }],
  eligibleCountries: ['FR'],
  paymentModeIds: [id(3)],
  transportOptionIds: [],
  modifier: null,
  categories: [{ id: id(5), name: 'Smartphones' }],
}
const options: CircuitOptions = {
  paymentModes: [{ id: id(3), label: 'Virement', type: 'bank_transfer', active: true }],
  shippingMethods: [],
}

const tree = [
  { id: id(4), name: 'Téléphonie', parentId: null },
  { id: id(5), name: 'Smartphones', parentId: id(4) },
]

/** The form over a server that answers changes as the test says. */
async function open(userType: 'admin' | 'root_management_unit_analyst' = 'admin') {
  let stored = circuit
  const answers: Response[] = []
  const saves: { readonly version: string | null; readonly body: Record<string, unknown> }[] = []
  const http = createHttp({
    fetch: async (address, init) => {
      if (init?.method === 'PATCH') {
        const body = (await new Response(init.body ?? null).json()) as Record<string, unknown>
        saves.push({ version: new Headers(init.headers).get('if-match'), body })
        return answers.shift() ?? Response.json({ ...stored, version: stored.version + 1 })
      }
      const asked = typeof address === 'string' ? address : ''
      if (asked.includes('categories/tree')) return Response.json({ categories: tree })
      return Response.json(asked.includes('circuit-options') ? options : stored)
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { screen, path } = overPages(
    () => <CircuitFormPage id={circuit.id} />,
    ['/circuits', '/circuit/$id/edit'],
    `/circuit/${circuit.id}/edit`,
  )
  const { place } = await drawScreen(screen, {
    texts: ['errors', 'circuit', 'buyback'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType }),
  })
  const named = (label: string) =>
    [...place.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label))?.htmlFor ?? ''
  const field = (label: string) => place.querySelector<HTMLInputElement>(`#${CSS.escape(named(label))}`)!
  await vi.waitFor(() => expect(place.querySelector('form')).not.toBeNull())
  return {
    place,
    field,
    path,
    saves,
    answers,
    store: (next: CircuitAnswer) => (stored = next),
    save: () => userEvent.click(place.querySelector('button[type=submit]')!),
    alert: () => vi.waitUntil(() => place.querySelector<HTMLElement>('[role=alert]')),
  }
}

it('saves over the version that it opened, and says of each field what is wrong', { tags: ['slow'] }, async () => {
  const { place, field, saves, save, path } = await open()
  await userEvent.fill(field('Description'), '<b>Vite</b>')
  await userEvent.fill(field('Instruction 1'), ' ')
  await save()
  await vi.waitFor(() => expect(place.textContent).toContain('La description ne peut pas contenir de HTML.'))
  expect(place.textContent).toContain('Ce champ est obligatoire et doit compter de 1 à 150 caractères.')
  await vi.waitFor(() => expect(document.activeElement).toBe(field('Description')))
  expect(saves).toEqual([])
  await userEvent.fill(field('Description'), 'Sous 14 jours')
  await userEvent.fill(field('Instruction 1'), 'Postez le colis')
  await save()
  await vi.waitFor(() => expect(path()).toBe('/circuits'))
  expect(saves).toMatchObject([
    {
      version: '"3"',
      body: {
        description: 'Sous 14 jours',
        defaultInstructions: [{ id: id(2), type: 'post', label: 'Postez le colis' }],
        eligibleCountries: ['FR'],
        paymentModeIds: [id(3)],
        status: 'enabled',
        modifier: null,
        linkCategoryIds: [],
        unlinkCategoryIds: [],
      },
    },
  ])
})

it('keeps what was typed when another user has saved, until it is given up', { tags: ['slow'] }, async () => {
  const { field, save, answers, alert, store } = await open()
  await userEvent.fill(field('Nom'), 'Envoi postal')
  answers.push(Response.json({ code: 'REQUEST_VERSION_CONFLICT', message: 'x' }, { status: 412 }))
  await save()
  const told = await alert()
  expect(field('Nom').value).toBe('Envoi postal')
  store({ ...circuit, version: 4, name: 'Colis' })
  await userEvent.click(told.querySelector('button')!)
  await vi.waitFor(() => expect(field('Nom').value).toBe('Colis'))
})

it('names the categories that keep a circuit from being disabled (CIRC-11, ORG-07)', { tags: ['slow'] }, async () => {
  const { place, save, answers, alert, saves } = await open()
  await userEvent.click(place.querySelector('input[role=switch]')!)
  const details = { categories: [{ id: id(5), name: 'Smartphones' }] }
  answers.push(Response.json({ code: 'CIRCUIT_IN_USE', message: 'x', field: 'status', details }, { status: 409 }))
  await save()
  const told = await alert()
  expect(told.textContent).toContain('Le circuit n’a pas été modifié')
  expect(told.textContent).toContain('retirez-les du circuit avant de le désactiver')
  expect(told.textContent).toContain('Catégorie : Smartphones'.replace(' :', '\u00A0:'))
  expect(saves[0]?.body).toMatchObject({ status: 'disabled' })
  expect(place.querySelector<HTMLInputElement>('input[role=switch]')?.checked).toBe(false)
})

it('asks before what was typed is left, and stays where it is asked to', { tags: ['slow'] }, async () => {
  const { place, field, path } = await open()
  const cancel = () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Annuler')!
  const answer = (text: string) =>
    vi.waitUntil(() =>
      [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find((one) => one.textContent === text),
    )
  await userEvent.fill(field('Nom'), 'Envoi postal')
  await userEvent.click(cancel())
  await userEvent.click(await answer('Rester sur la page'))
  expect(field('Nom').value).toBe('Envoi postal')
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await userEvent.click(cancel())
  await userEvent.click(await answer('Quitter sans enregistrer'))
  await vi.waitFor(() => expect(path()).toBe('/circuits'))
})

it('can only be read by who may not change circuits', async () => {
  const { place, field } = await open('root_management_unit_analyst')
  expect(field('Nom').disabled).toBe(true)
  expect(place.querySelector('button[type=submit]')).toBeNull()
})

it('sends the categories that were taken away, and leaves the others (CAT-19)', { tags: ['slow'] }, async () => {
  const { place, field, saves, save } = await open()
  await vi.waitFor(() => expect(place.querySelector('.mantine-Pill-label')?.textContent).toBe('Smartphones'))
  await userEvent.click(field('Catégories'))
  await userEvent.keyboard('{Backspace}{Escape}')
  await save()
  await vi.waitFor(() => expect(saves).toHaveLength(1))
  expect(saves[0]?.body).toMatchObject({ linkCategoryIds: [], unlinkCategoryIds: [id(5)] })
})

it('writes values of the account’s own, each under one name (CIRC-14)', { tags: ['slow'] }, async () => {
  const { place, field, saves, save } = await open()
  const press = (text: string) =>
    userEvent.click([...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)!)
  expect(place.textContent).toContain('Transmises telles quelles au service de paiement')
  for (const [at, value] of ['42', '43'].entries()) {
    await press('Ajouter une valeur')
    await vi.waitFor(() => expect(field(`Valeur ${at + 1}`)).not.toBeNull())
    await userEvent.fill(field(`Nom ${at + 1}`), 'marchand')
    await userEvent.fill(field(`Valeur ${at + 1}`), value)
  }
  await save()
  await vi.waitFor(() => expect(place.textContent).toContain('Ce nom est déjà utilisé.'))
  expect(saves).toEqual([])
  await userEvent.fill(field('Nom 2'), 'terminal')
  await save()
  await vi.waitFor(() => expect(saves).toHaveLength(1))
  expect(saves[0]?.body).toMatchObject({
    customValues: [
      { name: 'marchand', value: '42' },
      { name: 'terminal', value: '43' },
    ],
  })
})
