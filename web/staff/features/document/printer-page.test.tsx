import { Notifications } from '@mantine/notifications'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { officeForm, refusal } from '#tests/support/office-form.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import type { Http } from '#web/lib/http.ts'
import { listPrintersCall, patchPrinterCall, type PrinterAnswer } from '#sync/calls/document.ts'
import { PrinterPage } from './printer-page.tsx'

const printer = (name: string, organizationName: string, host: string): PrinterAnswer => ({
  id: name,
  version: 1,
  organizationId: organizationName,
  organizationName,
  name,
  host,
  port: 9100,
  media: '100x150',
  dotsPerMm: 8,
  active: true,
  encrypted: false,
  fingerprint: '',
  tested: null,
})
const printers = [printer('Réception', 'Lyon', '10.0.0.5'), printer('Expédition', 'Lille', '10.0.0.9')]

const http = ((call: unknown) =>
  Promise.resolve(call === listPrintersCall ? { 'hydra:member': printers } : { 'hydra:member': [] })) as unknown as Http

it('a printer is found while its name or place is typed, and its name opens its form', async () => {
  const { place } = await drawScreen(overPages(() => <PrinterPage />, ['/printers']).screen, {
    texts: ['document'],
    http,
  })
  const names = () => [...place.querySelectorAll('tbody td button strong')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(names()).toEqual(['Expédition', 'Réception']))
  const search = place.querySelector<HTMLInputElement>('input[type="search"]')!
  await userEvent.type(search, 'reception')
  await vi.waitFor(() => expect(names()).toEqual(['Réception']))
  await userEvent.fill(search, 'lille 9100')
  await vi.waitFor(() => expect(names()).toEqual(['Expédition']))
  await userEvent.fill(search, 'Paris')
  await vi.waitFor(() => expect(place.textContent).toContain('Aucune imprimante ne correspond'))
  await userEvent.fill(search, '')
  await vi.waitFor(() => expect(names()).toHaveLength(2))
  place.querySelector<HTMLButtonElement>('tbody td button')?.click()
  const dialog = await vi.waitUntil(() => document.querySelector('[role="dialog"]'))
  await vi.waitFor(() => expect(dialog.querySelector<HTMLInputElement>('input')?.value).toBe('Expédition'))
})

it('a new printer says what is missing or wrong in its form, and its test what the server refuses', async () => {
  const places = { 'hydra:member': [{ id: 'Lyon', name: 'Lyon', type: 'warehouse' }], 'hydra:totalItems': 1 }
  const added: unknown[] = []
  const fetched = async (address: string, init?: RequestInit): Promise<Response> => {
    if (init?.method === 'POST' && address.endsWith('/print')) return refusal('PRINTER_HOST_NOT_ALLOWED', 409)()
    if (init?.method === 'POST') {
      added.push(JSON.parse(init.body as string))
      return Response.json(printer('Zebra quai 1', 'Lyon', '127.0.0.1'), { status: 201 })
    }
    if (!address.startsWith('/api/printers') || address.includes('places')) return Response.json(places)
    const found = added.length === 0 ? [] : [printer('Zebra quai 1', 'Lyon', '127.0.0.1')]
    return Response.json({ 'hydra:member': found, 'hydra:totalItems': found.length })
  }
  const withNews = () => (
    <>
      <Notifications />
      <PrinterPage />
    </>
  )
  const { place } = await drawScreen(overPages(withNews, ['/printers']).screen, {
    texts: ['document', 'errors'],
    http: createHttp({ fetch: fetched as typeof fetch, module: () => null, onSessionEnded: () => undefined }),
  })
  await vi.waitFor(() => expect(place.textContent).toContain('Aucune imprimante réseau'))
  ;[...place.querySelectorAll('button')].find((button) => button.textContent === 'Ajouter une imprimante')?.click()
  const dialog = await vi.waitUntil(() => document.querySelector<HTMLElement>('[role="dialog"]'))
  const { type, save } = officeForm(dialog)
  await vi.waitFor(() => expect(dialog.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(false))
  save()
  await vi.waitFor(() =>
    expect(dialog.textContent).toContain('Ce champ est obligatoire et doit compter de 2 à 255 caractères.'),
  )
  await type('Nom', 'Zebra quai 1')
  await type('Adresse réseau', 'http://10.0.0.9')
  save()
  await vi.waitFor(() => expect(dialog.textContent).toContain('sans http ni chemin'))
  expect(added).toEqual([])
  await type('Adresse réseau', '127.0.0.1')
  save()
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  expect(added).toMatchObject([{ name: 'Zebra quai 1', host: '127.0.0.1', port: 9100, organizationId: 'Lyon' }])
  await vi.waitFor(() => expect(place.querySelector('tbody')?.textContent).toContain('127.0.0.1:9100'))
  const test = [...place.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel?.includes('étiquette d’essai'))
  test?.click()
  await vi.waitFor(() =>
    expect(document.body.textContent).toContain('Cette adresse ne peut pas être celle d’une imprimante.'),
  )
})

it('the certificate of the last test takes the place of an earlier one at a press, in its field and in what is saved', async () => {
  const [earlier, shown] = ['A1'.repeat(32), 'B2'.repeat(32)]
  const known: PrinterAnswer = {
    ...printer('Zebra TLS', 'Lyon', '10.0.0.7'),
    encrypted: true,
    fingerprint: earlier,
    tested: { at: '2026-11-02T09:00:00.000Z', fault: 'PRINTER_CERTIFICATE_UNTRUSTED', certificate: shown },
  }
  const saved: unknown[] = []
  const keeping = ((call: unknown, sent: { readonly body?: unknown }) => {
    if (call === patchPrinterCall) saved.push(sent.body)
    return Promise.resolve(call === patchPrinterCall ? known : { 'hydra:member': [known] })
  }) as unknown as Http
  const { place } = await drawScreen(overPages(() => <PrinterPage />, ['/printers']).screen, {
    texts: ['document', 'errors'],
    http: keeping,
  })
  ;(await vi.waitUntil(() => place.querySelector<HTMLButtonElement>('tbody td button'))).click()
  const dialog = await vi.waitUntil(() => document.querySelector<HTMLElement>('[role="dialog"]'))
  const { field, save } = officeForm(dialog)
  expect((await field('Empreinte')).value).toBe(earlier)
  const believe = [...dialog.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Accepter ce certificat',
  )
  believe!.click()
  await vi.waitFor(async () => expect((await field('Empreinte')).value).toBe(shown))
  save()
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  expect(saved).toMatchObject([{ fingerprint: shown, encrypted: true }])
})
