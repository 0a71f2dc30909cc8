import type { PaymentAnswer } from '#sync/calls/payment.ts'

/** A payment that nobody has begun, as its list reads it. */
export const paymentRow: PaymentAnswer = {
  id: 'p1',
  buybackId: 'b1',
  buybackCode: '2000000000017',
  customerName: 'Anna Martin',
  status: 'payment_created',
  amountCents: 33_000,
  absorbedCents: 0,
  currency: 'EUR',
  modeId: null,
  modeLabel: 'Virement',
  modeType: 'bank_transfer',
  provider: 'transfer_file',
  settledAt: '2026-11-06T10:00:00.000Z',
  promisedOn: '2026-11-13',
  completedAt: null,
  complementaryInformation: null,
  attempts: 0,
  failure: null,
  fileId: null,
  releaseState: null,
  mayAskAgain: false,
}
