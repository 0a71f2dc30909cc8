import { expect, it, vi } from 'vitest'
import type { ListedClient } from '#sync/calls/client.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { ClientFormPage } from './client-form-page.tsx'
import { ClientsPage } from './clients-page.tsx'

const client: ListedClient = {
  id: 'c1',
  version: 1,
  organizationId: 'o1',
  name: 'A déjà repris',
  status: 'inactive',
  createdAt: '2026-01-05T10:00:00.000Z',
  isRetailer: true,
  isBuyerAndWorkshopsSupervisor: false,
  webChannelUrl: null,
  linkedBuyers: 0,
  linkedRetailers: 0,
}
const refused = (code: string, status: number) => Response.json({ code, message: code }, { status })

/** The list of one client, whose deletion the server refuses. */
async function open(change: Partial<ListedClient>, refusal: Response, isGone = false) {
  let isListed = true
  const office = await openOffice(() => <ClientsPage opening={null} />, {
    answer: ({ method }) => {
      if (method === 'DELETE') {
        isListed = !isGone
        return refusal
      }
      const found = isListed ? [{ ...client, ...change }] : []
      return { 'hydra:member': found, 'hydra:totalItems': found.length }
    },
    texts: ['client'],
    userType: 'super_admin',
    pages: ['/clients', '/client/create'],
  })
  const name = change.name ?? client.name
  await vi.waitFor(() => expect(office.rows()).toHaveLength(1), { timeout: 10_000 })
  const remove = async () => {
    if (!office.offers(`Supprimer ${name}`)) await office.press(`Autres actions ${name}`)
    await vi.waitFor(() => expect(office.offers(`Supprimer ${name}`) || office.offers('Supprimer')).toBe(true))
    await office.press(office.offers(`Supprimer ${name}`) ? `Supprimer ${name}` : 'Supprimer')
  }
  const dialog = () => vi.waitUntil(() => document.querySelector<HTMLElement>('[role=dialog]'))
  const confirm = async () => {
    const within = await dialog()
    const button = await vi.waitUntil(() =>
      [...within.querySelectorAll('button')].find(({ textContent }) => textContent === 'Supprimer'),
    )
    button.click()
  }
  const deletions = () => office.asked.filter(({ method }) => method === 'DELETE')
  return { ...office, remove, dialog, confirm, deletions }
}

it.each([
  ['has records', refused('CLIENT_HAS_RECORDS', 409), 'Ce client a déjà travaillé'],
  ['cannot be deleted just now', refused('SERVER_ERROR', 500), 'une erreur inconnue est survenue'],
] as const)('a client that %s says why, and stays (ORG-11, ORG-12)', async (_title, refusal, text) => {
  const { remove, confirm, dialog, rows } = await open({}, refusal)
  await remove()
  await confirm()
  await vi.waitFor(async () => expect((await dialog()).textContent).toContain(text))
  expect(rows()).toHaveLength(1)
})

it('a client that is gone says so, and leaves the list (ORG-11)', async () => {
  const { remove, confirm, rows } = await open({}, refused('account_not_found', 404), true)
  await remove()
  await confirm()
  await vi.waitFor(() => expect(rows()).toHaveLength(0))
})

it('a client that is active is not asked about: it says at once why it stays (ORG-10)', async () => {
  const { remove, dialog, deletions, texts } = await open({ status: 'active' }, refused('SERVER_ERROR', 500))
  await remove()
  const said = texts.t(($) => $.still_active, { ns: 'errors' })
  await vi.waitFor(async () => expect((await dialog()).textContent).toContain(said))
  expect(deletions()).toEqual([])
})

it('a catalog that could not be indexed again says so (ORG-04)', async () => {
  const whole = {
    ...client,
    siret: null,
    capital: null,
    street: null,
    streetMore: null,
    zipCode: null,
    city: 'Lille',
    country: 'FR',
    companyCountry: 'FR',
    language: 'fr-FR',
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    emailDPO: null,
    tagManagerId: null,
    consentToolId: null,
    trackingTags: null,
    paymentIssuer: 'retailer',
    transportContractHolder: 'retailer',
  }
  const { press, alert, asked } = await openOffice(() => <ClientFormPage organizationId="o1" />, {
    answer: ({ path }) => (path.endsWith('/catalog-reindex') ? refused('SERVER_ERROR', 500) : whole),
    texts: ['client', 'organization'],
    pages: ['/client/$organizationId/edit', '/clients'],
  })
  await press('Réindexer le catalogue')
  expect((await alert()).textContent).toContain('La réindexation du catalogue a échoué.')
  expect(asked.at(-1)?.path).toContain('catalog-reindex')
})

it('a client that is to be like another one needs that one (ORG-02, O1)', async () => {
  const { press, field, fill, says, asked } = await openOffice(() => <ClientFormPage organizationId={null} />, {
    answer: () => ({ 'hydra:member': [], 'hydra:totalItems': 0 }),
    texts: ['client', 'organization'],
    pages: ['/client/create', '/clients'],
  })
  await fill('Nom', 'Vélos du Nord')
  ;(await field('Copier un autre client')).click()
  await press('Créer le client')
  await says('Ce champ est obligatoire.')
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})
