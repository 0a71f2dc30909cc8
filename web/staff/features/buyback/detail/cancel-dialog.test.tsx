import { expect, it, vi } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { paymentRow } from '../../payment/payment.fixture.ts'
import { buybackRead } from '../buyback.fixture.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { LostDialog } from './lost-dialog.tsx'
import { PaidDialog } from './paid-dialog.tsx'

const soon = { timeout: 10_000 }
const buyback = buybackRead()

const ended = { id: 'b1', status: 'bb_cancelled', itemStatus: 'item_cancelled', paymentStatus: 'payment_completed' }

/** A dialog over a server that refuses nothing but to cancel a payment that is under way. */
async function open(Dialog: typeof CancelDialog, done: object = ended) {
  const onDone = vi.fn<(outcome: string) => void>()
  const office = await openOffice(() => <Dialog buyback={buyback} onClose={() => undefined} onDone={onDone} />, {
    answer: ({ path, body }) =>
      path.endsWith('/cancel') && (body as { readonly force: boolean }).force === false
        ? Response.json({ code: 'PAYMENT_CANNOT_BE_CANCELLED', message: 'x' }, { status: 409 })
        : done,
    texts: ['buyback'],
  })
  const sent = () => office.asked.map(({ method, path, body }) => ({ method, path, body }))
  return { ...office, onDone, sent }
}

it('a payment that cannot be cancelled is told, and the buyback is cancelled by force only once that is confirmed (BB-31)', async () => {
  const { press, fill, says, field, offers, onDone, sent, texts } = await open(CancelDialog)
  ;(await field('Rétractation du client')).click()
  await fill('Commentaire', 'Le client a rappelé')
  await press('Annuler la reprise')
  await says('le client garde son argent')
  const call = { method: 'POST', path: '/api/buybacks/b1/cancel' }
  const body = { reason: 'customer_retraction', comment: 'Le client a rappelé' }
  expect(sent()).toEqual([{ ...call, body: { ...body, force: false } }])
  expect(onDone).not.toHaveBeenCalled()
  expect(offers('Annuler la reprise')).toBe(false)
  await press('Forcer l’annulation')
  const forced = texts.t(($) => $.action.cancel.doneForced, { ns: 'buyback' })
  await vi.waitFor(() => expect(onDone.mock.calls).toEqual([[forced]]), soon)
  expect(sent().slice(1)).toEqual([{ ...call, body: { ...body, force: true } }])
})

it('a loss is declared where the product is, with what was noted (BB-36)', async () => {
  const { press, fill, onDone, sent } = await open((props) => <LostDialog {...props} place="transport" />)
  await fill('Commentaire', ' Colis vide ')
  await press('Déclarer perdu')
  await vi.waitFor(() => expect(onDone.mock.calls).toEqual([['Le produit est déclaré perdu.']]), soon)
  const body = { place: 'transport', comment: 'Colis vide' }
  expect(sent()).toEqual([{ method: 'POST', path: '/api/buybacks/b1/lost', body }])
})

it('a payment that was made elsewhere is marked with its reference', async () => {
  const { press, fill, onDone, sent } = await open(PaidDialog, paymentRow)
  await fill('Information complémentaire', ' Chèque 42 ')
  await press('Marquer comme payée')
  await vi.waitFor(() => expect(onDone.mock.calls).toEqual([['La reprise est marquée comme payée.']]), soon)
  const body = { complementaryInformation: 'Chèque 42' }
  expect(sent()).toEqual([{ method: 'POST', path: '/api/buybacks/b1/mark-as-paid', body }])
})
