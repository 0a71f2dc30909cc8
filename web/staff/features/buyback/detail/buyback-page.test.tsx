import { describe, expect, it, vi } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { openOffice, type Asked } from '#tests/support/office-page.tsx'
import { clearScreens } from '#tests/support/staff-screen.tsx'
import { buybackRead } from '../buyback.fixture.ts'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import { BuybackPage } from './buyback-page.tsx'
import type { BuybackTab } from './buyback-tabs.ts'

const refused = (code: string, status: number) => Response.json({ code, message: code }, { status })

const paid: PaymentAnswer = {
  id: 'p1',
  buybackId: 'b1',
  buybackCode: '2000000000017',
  customerName: 'Anna Martin',
  status: 'payment_completed',
  absorbedCents: 0,
  amountCents: 33_000,
  currency: 'EUR',
  modeId: null,
  modeLabel: null,
  modeType: null,
  provider: null,
  settledAt: '2026-11-06T10:00:00.000Z',
  promisedOn: null,
  completedAt: null,
  complementaryInformation: null,
  attempts: 0,
  failure: null,
  fileId: null,
  releaseState: null,
  mayAskAgain: false,
}

interface Opened {
  readonly userType?: UserType
  readonly tab?: BuybackTab
  /** What becomes of the buyback by a call that changes it. */
  readonly change?: (call: Asked) => Partial<BuybackAnswer> | Response
}

/** The page of a buyback whose server follows what is done with it. */
async function open(first: BuybackAnswer | null, { userType = 'admin', tab = 'info', change }: Opened = {}) {
  let stored = first
  const office = await openOffice(() => <BuybackPage id="b1" tab={tab} delivery={null} />, {
    answer: (call) => {
      if (call.path !== '/api/buybacks/b1' && call.method === 'GET') return refused('SERVER_ERROR', 500)
      if (stored === null) return refused('REQUEST_NOT_FOUND', 404)
      if (call.method === 'GET') return stored
      const next = change?.(call) ?? {}
      if (next instanceof Response) return next
      stored = { ...stored, ...next }
      const { id, status, paymentStatus, item } = stored
      if (call.path.endsWith('/mark-as-paid')) return { ...paid, buybackId: id, status: paymentStatus }
      return { id, status, paymentStatus, itemStatus: item.status }
    },
    texts: ['buyback', 'item', 'warehouse', 'journey', 'document', 'delivery', 'customer'],
    module: userType.startsWith('store') ? 'tim' : 'root',
    userType,
    pages: ['/buyback/$id', '/buybacks', '/payments/$id'],
    at: '/buyback/b1',
  })
  const dialog = () => vi.waitUntil(() => document.querySelector<HTMLElement>('[role=dialog]'))
  const confirm = async (name: string) => {
    const within = await dialog()
    return vi.waitUntil(() =>
      [...within.querySelectorAll('button')].find(({ textContent, disabled }) => textContent === name && !disabled),
    )
  }
  const posts = () => office.asked.filter(({ method }) => method !== 'GET').map(({ body }) => body)
  return { ...office, dialog, confirm, posts }
}

describe('a buyback', () => {
  it('shows whose it is, and what was declared beside what was found', async () => {
    const line = { questionId: 'q', title: 'Écran', declaredImpactCents: 0, controlledImpactCents: -5_000 }
    const tested = buybackRead({
      controlledGrade: 'grade_c',
      controlledPriceCents: 28_000,
      diagnostic: {
        ...buybackRead().diagnostic,
        lines: [{ ...line, declaredAnswer: 'Intact', controlledAnswer: 'Rayé' }],
        outcome: 'with_absorption',
        testedAt: '2026-11-05T10:00:00.000Z',
      },
    })
    const info = await open(tested)
    await info.says('Anna Martin')
    expect(info.place.querySelector('h1')?.textContent.replaceAll(/\D/g, '')).toBe('2000000000017')
    clearScreens()
    const found = await open(tested, { tab: 'diagnostic' })
    await found.says('Différent')
    await found.says('Rayé')
    expect(found.place.querySelector('[role=tab][aria-selected=true]')?.textContent).toBe('Résultats du diagnostic')
  })

  it('whose payment waits for a second person is not offered to be paid again', async () => {
    const due = { status: 'bb_completed', paymentStatus: 'payment_created' } as const
    const payment = { id: 'p1', completedAt: null, information: null }
    const free = await open(buybackRead({ ...due, payment: { ...payment, isWaiting: false } }))
    await vi.waitFor(() => expect(free.offers('Marquer comme payée')).toBe(true))
    clearScreens()
    const held = await open(buybackRead({ ...due, payment: { ...payment, isWaiting: true } }))
    await held.says('En attente d’une deuxième personne')
    expect(held.offers('Marquer comme payée')).toBe(false)
  })

  it('that does not exist, or is out of reach, says so', async () => {
    await (await open(null)).heading('Reprise introuvable')
  })

  it('is cancelled for a reason, with what was noted', async () => {
    const { press, dialog, confirm, says, fill, offers, posts } = await open(buybackRead(), {
      change: () => ({
        status: 'bb_cancelled',
        canCancel: false,
        cancelReason: 'customer_retraction',
        cancelComment: 'Le client a changé d’avis',
      }),
    })
    await press('Actions')
    await press('Annuler la reprise')
    const box = await dialog()
    const submit = () => box.querySelector<HTMLButtonElement>('button[type=submit]')!
    await vi.waitFor(() => expect(submit().disabled).toBe(true))
    box.querySelector<HTMLElement>('input[value=customer_retraction]')!.click()
    await fill('Commentaire (facultatif)', 'Le client a changé d’avis')
    ;(await confirm('Annuler la reprise')).click()
    await says('La reprise est annulée.')
    await says('Annulée')
    await says('Le client a changé d’avis')
    await vi.waitFor(() => expect(offers('Actions')).toBe(false))
    expect(posts()).toEqual([{ reason: 'customer_retraction', force: false, comment: 'Le client a changé d’avis' }])
  })

  it('that its customer has cancelled or corrected says so in its history, with the reason, and names no user', async () => {
    const line = (id: string, action: string, details: Record<string, unknown> = {}) => ({
      id,
      action,
      deviceAt: null,
      serverAt: '2126-03-01T10:00:00.000Z',
      actorName: null,
      warehouseId: null,
      fromStatus: null,
      toStatus: null,
      fromStockId: null,
      toStockId: null,
      opId: null,
      comment: null,
      details,
    })
    const cancelled = line('h2', 'customer_cancel', { customerReason: 'better_offer' })
    const history = [cancelled, line('h1', 'customer_bank')]
    const { says } = await open(buybackRead({ status: 'bb_cancelled', canCancel: false, history }))
    await says('Reprise annulée par le client')
    await says('Motif du client\u00A0: meilleure offre')
    await says('Compte bancaire corrigé par le client')
    const lines = [...document.querySelectorAll('section[aria-label=Historique] li')]
    await vi.waitFor(() =>
      expect(lines.map(({ textContent }) => textContent?.includes('le client'))).toEqual([true, true]),
    )
  })

  it('whose payment cannot be cancelled is cancelled by force alone (BB-31)', async () => {
    const { press, dialog, confirm, says, posts } = await open(
      buybackRead({ status: 'bb_completed', paymentStatus: 'payment_completed', cancelNeedsForce: true }),
      {
        change: ({ body }) =>
          (body as { force: boolean }).force
            ? { status: 'bb_cancelled', canCancel: false }
            : refused('PAYMENT_CANNOT_BE_CANCELLED', 409),
      },
    )
    await press('Actions')
    await press('Annuler la reprise')
    ;(await dialog()).querySelector<HTMLElement>('input[value=other]')!.click()
    ;(await confirm('Annuler la reprise')).click()
    await vi.waitFor(async () =>
      expect((await dialog()).querySelector('[role=alert]')?.textContent).toMatch(/^Le paiement de cette reprise/),
    )
    ;(await confirm('Forcer l’annulation')).click()
    await says('La reprise est annulée ; son paiement est resté tel quel.'.replace(' ;', '\u00A0;'))
    expect(posts()).toEqual([
      { reason: 'other', force: false },
      { reason: 'other', force: true },
    ])
  })

  it('that is to be paid is marked as paid', async () => {
    const { press, fill, confirm, says, offers, posts } = await open(
      buybackRead({
        status: 'bb_completed',
        paymentStatus: 'payment_created',
        canCancel: false,
        paidPriceCents: 33_000,
      }),
      { change: () => ({ paymentStatus: 'payment_completed' }) },
    )
    await press('Marquer comme payée')
    await fill('Information complémentaire (facultatif)', 'Chèque remis en magasin')
    ;(await confirm('Marquer comme payée')).click()
    await says('La reprise est marquée comme payée.')
    await vi.waitFor(() => expect(offers('Marquer comme payée')).toBe(false))
    expect(posts()).toEqual([{ complementaryInformation: 'Chèque remis en magasin' }])
  })

  it('is completed when its product is lost, each place by who answers for it', async () => {
    const { press, offers, dialog, confirm, says } = await open(buybackRead({ lossPlace: 'transport' }), {
      change: () => ({ status: 'bb_completed', lossPlace: null, canCancel: false }),
    })
    await press('Actions')
    await vi.waitFor(() => expect(offers('Déclarer perdu pendant le transport')).toBe(true))
    expect(offers('Déclarer perdu en magasin')).toBe(false)
    await press('Déclarer perdu pendant le transport')
    await vi.waitFor(async () => expect((await dialog()).textContent).toContain('Le client n’y est pour rien'))
    ;(await confirm('Déclarer perdu')).click()
    await says('Le produit est déclaré perdu.')
    await says('Validée')
  })

  it('offers a seller nothing that the seller may not do', async () => {
    const due = buybackRead({
      paymentStatus: 'payment_created',
      canCancel: true,
      canEdit: true,
      lossPlace: 'transport',
    })
    const { says, offers } = await open(due, { userType: 'store_seller' })
    await says('Anna Martin')
    expect(offers('Marquer comme payée')).toBe(false)
    expect(offers('Actions')).toBe(false)
    const office = await open(due, { userType: 'admin' })
    await office.button('Marquer comme payée')
    await office.button('Actions')
  })

  it('of which an analyst reads everything is not led to its correction', async () => {
    const { says, place } = await open(buybackRead(), { userType: 'root_management_unit_analyst' })
    await says('Anna Martin')
    expect(place.querySelector('a[href$="/edition"]')).toBeNull()
  })
})
