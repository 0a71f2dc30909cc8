import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { PaymentReleaseAnswer } from '#sync/calls/payment-release.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { PaymentFilePage } from './payment-file-page.tsx'
import { ReleaseCount, ReleaseHint } from './payment-release-hint.tsx'
import { PaymentReleasePage } from './payment-release-page.tsx'

const soon = { timeout: 10_000 }

const marked: PaymentReleaseAnswer = {
  id: 'r1',
  subject: 'mark',
  state: 'waiting',
  amountCents: 60_000,
  currency: 'EUR',
  count: null,
  closedCount: null,
  paymentId: 'p1',
  fileId: null,
  buybackCode: '2000000000017',
  customerName: 'Anna Martin',
  customerEmail: null,
  note: 'VIR 42',
  payer: null,
  rule: null,
  madeAt: '2026-11-29T10:00:00.000Z',
  madeBy: 'Ada Lenoir',
  isOwn: false,
  mayRelease: true,
  bar: null,
  decidedAt: null,
  decidedBy: null,
  reason: null,
}
const nothing = { paymentId: null, buybackCode: null, customerName: null, note: null }
const ofAccount = { ...nothing, amountCents: null, currency: null }
const file: PaymentReleaseAnswer = {
  ...marked,
  ...nothing,
  id: 'r2',
  subject: 'file',
  fileId: 'f1',
  count: 12,
  closedCount: 2,
}
const payer: PaymentReleaseAnswer = {
  ...marked,
  ...ofAccount,
  id: 'r3',
  subject: 'payer',
  payer: { name: 'Maison Une', iban: 'FR7630006000011234567890189' },
}
const own: PaymentReleaseAnswer = {
  ...marked,
  ...ofAccount,
  id: 'r4',
  subject: 'rule',
  rule: { releaseAboveCents: 50_000 },
  isOwn: true,
  mayRelease: false,
  bar: 'own',
}
const payout: PaymentReleaseAnswer = {
  ...marked,
  id: 'r5',
  subject: 'payout',
  customerEmail: 'anna@exemple.fr',
  madeBy: null,
  mayRelease: false,
  bar: 'part',
}
const refused: PaymentReleaseAnswer = {
  ...marked,
  id: 'r6',
  state: 'refused',
  mayRelease: false,
  decidedAt: '2026-11-29T11:00:00.000Z',
  decidedBy: 'Bea Petit',
  reason: 'Sans justificatif',
}

const pages: readonly [string, ...string[]] = ['/payment-releases', '/payments/$id', '/payment-files/$id']
const texts = ['payment', 'shell']

/** Presses an action of the one row, whose name goes on with what the row is about. */
async function pressOfRow(label: string): Promise<void> {
  const of = () => [...document.querySelectorAll('button')].find((each) => each.ariaLabel?.startsWith(`${label} `))
  ;(await vi.waitUntil(of, soon)).click()
}

function openList(rows: readonly PaymentReleaseAnswer[], decided: unknown = { ...marked, state: 'released' }) {
  let listed = rows
  const answer = ({ method, path }: { readonly method: string; readonly path: string }) => {
    if (method === 'GET') return { 'hydra:member': listed, 'hydra:totalItems': listed.length }
    if (!(decided instanceof Response)) listed = listed.filter(({ id }) => !path.includes(`/${id}/`))
    return decided
  }
  return openOffice(PaymentReleasePage, { answer, texts, pages })
}

it('what waits says what it is, who asked for it, and why one may not release it', async () => {
  const { rows, place } = await openList([marked, file, payer, own, payout, refused])
  await vi.waitFor(() => expect(rows()).toHaveLength(6), soon)
  const said = rows().map((row) => row.textContent.replaceAll(/\s/g, ' '))
  expect(said[0]).toContain('Anna Martin')
  expect(said[0]).toContain('Ada Lenoir')
  expect(said[1]).toContain('12 virements')
  expect(said[2]).toContain('FR76 3000 6000')
  expect(said[3]).toContain('Deux personnes au-delà de 500,00 €')
  expect(said[3]).toContain('Demandé par vous')
  expect(said[4]).toContain('Vous avez traité ce produit')
  expect(said[4]).toContain('anna@exemple.fr')
  expect(said[5]).toContain('Bea Petit')
  expect(said[5]).toContain('Sans justificatif')
  expect(place.scrollWidth).toBeLessThanOrEqual(Math.max(place.clientWidth, document.documentElement.clientWidth))
})

it('only what waits is asked for, until the filter says otherwise', async () => {
  const { asked, says } = await openList([])
  await says('Rien n’attend d’autorisation')
  const [first] = asked.filter(({ path }) => path === '/api/payment-releases')
  expect(first!.query).toMatchObject({ 'state[]': 'waiting' })
})

it('is released at one press and one answer, and the list is read again', async () => {
  const { rows, asked, button, says } = await openList([marked])
  await vi.waitFor(() => expect(rows()).toHaveLength(1), soon)
  await pressOfRow('Autoriser')
  ;(await button('Autoriser')).click()
  await says('Autorisé\u00a0: Paiement manuel')
  const sent = asked.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
  expect(sent).toEqual([{ path: '/api/payment-releases/r1/release', body: {} }])
  await says('Rien n’attend d’autorisation')
})

it('a file says before its release which of its buybacks were cancelled since', async () => {
  const { rows, says } = await openList([file])
  await vi.waitFor(() => expect(rows()).toHaveLength(1), soon)
  await pressOfRow('Autoriser')
  await says('2 virements concernent des reprises annulées depuis')
})

it('is refused with a reason', async () => {
  const { rows, asked, fill, button, says } = await openList([marked], { ...marked, state: 'refused' })
  await vi.waitFor(() => expect(rows()).toHaveLength(1), soon)
  await pressOfRow('Refuser')
  await fill('Motif', ' Sans justificatif ')
  ;(await button('Refuser')).click()
  await says('Refusé\u00a0: Paiement manuel')
  const sent = asked.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
  expect(sent).toEqual([{ path: '/api/payment-releases/r1/refuse', body: { reason: 'Sans justificatif' } }])
})

it('one’s own is taken back, and not offered to be released', async () => {
  const { rows, asked, button, says } = await openList([own], { ...own, state: 'withdrawn' })
  await vi.waitFor(() => expect(rows()).toHaveLength(1), soon)
  expect([...document.querySelectorAll('button')].some(({ ariaLabel }) => ariaLabel?.startsWith('Autoriser'))).toBe(
    false,
  )
  await pressOfRow('Retirer')
  ;(await button('Retirer')).click()
  await says('Retiré\u00a0: Règle des deux personnes')
  expect(asked.find(({ method }) => method === 'POST')).toMatchObject({ path: '/api/payment-releases/r4/refuse' })
})

it('is neither released nor refused where others act on the payments of the account', async () => {
  const { rows } = await openList([{ ...marked, mayRelease: false, bar: 'not_acting' }])
  await vi.waitFor(() => expect(rows()).toHaveLength(1), soon)
  expect(rows()[0]!.textContent).toContain('Une autre société s’occupe des paiements')
  const named = [...document.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel ?? '')
  expect(named.filter((name) => /^(Autoriser|Refuser|Retirer) /.test(name))).toEqual([])
})

it('a decision of another user is said in the dialog', async () => {
  const late = () => Response.json({ code: 'PAYMENT_RELEASE_DECIDED', message: 'x' }, { status: 409 })
  const { rows, button, says } = await openList([marked], late())
  await vi.waitFor(() => expect(rows()).toHaveLength(1), soon)
  await pressOfRow('Autoriser')
  ;(await button('Autoriser')).click()
  await says('Cela n’attend plus d’autorisation')
})

it('a list that cannot be read says so, and is tried again', async () => {
  let fails = true
  const { rows, press, says } = await openOffice(PaymentReleasePage, {
    answer: () =>
      fails
        ? Response.json({ code: 'SERVER_ERROR', message: 'x' }, { status: 500 })
        : { 'hydra:member': [marked], 'hydra:totalItems': 1 },
    texts,
    pages,
  })
  await says('Le chargement a échoué')
  fails = false
  await press('Réessayer')
  await vi.waitFor(() => expect(rows()).toHaveLength(1), soon)
})

it('the dashboard and the menu say how many wait', async () => {
  const Both = () => (
    <QueryClientProvider client={new QueryClient()}>
      <ReleaseHint />
      <ReleaseCount />
    </QueryClientProvider>
  )
  const { says, place, asked } = await openOffice(Both, {
    answer: () => ({ 'hydra:member': [marked], 'hydra:totalItems': 3 }),
    texts,
    pages,
  })
  await says('3 en attente d’autorisation')
  await vi.waitFor(() =>
    expect(place.querySelector('[aria-label="3 en attente d’autorisation"]')?.textContent).toBe('3'),
  )
  expect(asked[0]!.query).toMatchObject({ releasable: 'true' })
})

it('a file that waits is not offered to be downloaded or confirmed', async () => {
  const held = {
    id: 'f1',
    messageId: 'M1',
    createdAt: '2026-11-29T10:00:00.000Z',
    createdBy: 'Ada',
    executeOn: '2026-11-30',
    count: 0,
    totalCents: 60_000,
    currency: 'EUR',
    sentAt: null,
    refused: 0,
    releaseState: 'waiting',
  }
  const { says, place } = await openOffice(() => <PaymentFilePage id="f1" left={0} />, {
    answer: () => ({ file: held, lines: [] }),
    texts: ['payment'],
    pages: ['/payment-files/$id', '/payment-files', '/payment-releases'],
  })
  await says('Une deuxième personne doit autoriser ce fichier')
  expect(place.textContent).not.toContain('Télécharger')
  expect(place.textContent).not.toContain('Confirmer l’exécution')
})
