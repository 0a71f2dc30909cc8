import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { registerPdf } from './register-pdf.ts'

const entry = {
  number: 1,
  recordedAt: '2026-11-30T08:00:00.000000Z',
  buybackCode: '2093100830255',
  description: 'Apple iPhone 12 64 GB, black',
  serialNumber: 'SN-1',
  imei: '356938035643809',
  sellerName: 'Anne Martin',
  sellerAddress: '1 rue des Lilas, 75001 Paris',
  sellerCountry: 'FR',
  sellerIdentity: null,
  priceCents: 12_000,
  currency: 'EUR',
  paymentMeans: 'SEPA',
  hash: 'f'.repeat(64),
} as const

it('a register of many purchases is drawn in turns with the work of others', async () => {
  let isDrawn = false
  let turns = 0
  const others = (async () => {
    for (; !isDrawn; turns++) await turn()
  })()
  const bytes = await registerPdf({
    accountName: 'Reprise',
    language: 'fr-FR',
    timeZone: 'Europe/Paris',
    from: '2026-11-01',
    to: '2026-11-30',
    madeAt: new Date('2026-11-30T09:00:00Z'),
    entries: Array.from({ length: 1_000 }, (_, at) => ({ ...entry, number: at + 1 })),
  })
  isDrawn = true
  await others
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(turns).toBeGreaterThan(5)
})
