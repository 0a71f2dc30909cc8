import { expect, it, vi } from 'vitest'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { LostDialog } from './lost-dialog.tsx'
import { PaidDialog } from './paid-dialog.tsx'

const buyback = { id: 'b', identificationNumber: '20000004', status: 'bb_in_transit' } as BuybackAnswer
const ends = { buyback, onClose: () => undefined, onDone: () => undefined }

it.each([
  ['cancelling', <CancelDialog key="cancel" {...ends} />],
  ['a loss', <LostDialog key="lost" {...ends} place="store" />],
  ['a payment by hand', <PaidDialog key="paid" {...ends} />],
])('a note that is too long for %s stays whole and is not sent', async (_title, dialog) => {
  await drawScreen(dialog, { language: 'en-GB', texts: ['buyback'] })
  const note = await vi.waitUntil(() => document.querySelector('textarea'))
  document.querySelector<HTMLInputElement>('input[type="radio"]')?.click()
  const confirm = document.querySelector<HTMLButtonElement>('button[type="submit"]')!
  const paste = (text: string): void => {
    note.select()
    document.execCommand('insertText', false, text)
  }
  paste('x'.repeat(258))
  await vi.waitFor(() => expect(confirm.disabled).toBe(true))
  expect(note.value).toHaveLength(258)
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('3 characters too many: 255 at most.')
  paste(`${'y'.repeat(255)} `)
  await vi.waitFor(() => expect(confirm.disabled).toBe(false))
  expect(document.querySelector('[role="alert"]')).toBeNull()
})

it.each([
  ['bb_in_transit', 'awaiting_payment', 'is paid'],
  ['bb_cancelled', 'payment_cancelled', 'is paid'],
  ['bb_cancelled', 'payment_completed', 'nothing more is paid'],
  ['bb_cancelled', 'payment_initiated', 'nothing more is paid'],
  ['bb_completed', 'payment_created', 'nothing more is paid'],
] as const)('a loss of one that is %s and %s says that %s', async (status, paymentStatus, said) => {
  const lost = { ...buyback, status, paymentStatus }
  await drawScreen(<LostDialog {...ends} buyback={lost} place="warehouse" />, {
    language: 'en-GB',
    texts: ['buyback'],
  })
  const dialog = await vi.waitUntil(() => document.querySelector('[role="dialog"]'))
  await vi.waitFor(() => expect(dialog.textContent).toContain(said))
})
