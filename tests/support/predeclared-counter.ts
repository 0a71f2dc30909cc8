import type { Cart } from '#domain/cart/cart.ts'
import { additionalInfosCall } from '#sync/calls/buyback-detail.ts'
import { findPredeclaredCall } from '#sync/calls/counter.ts'
import { CallError, type Answer, type Http } from '#web/lib/http.ts'
import { phoneLine, storedCart } from './counter-screen.tsx'

/** The item of a phone that the web has predeclared for another store. */
export const predeclaredId = 'item'

/** A cart that finalises it; a device knows no id of the buyback, so that its item stands for it. */
export function predeclaredCart(): Cart {
  return { ...storedCart(phoneLine(predeclaredId)), preDeclaredBuybackId: 'buyback' }
}

/** What the web was told of its customer, with everything that a voucher asks for. */
const told: Answer<typeof additionalInfosCall> = {
  customerId: 'customer',
  erasedAt: null,
  clientLastname: 'Martin',
  clientLatinName: null,
  clientFirstname: 'Claire',
  clientEmail: 'claire@example.fr',
  clientPhone: '+33612345678',
  clientStreet: '14 avenue des Tilleuls',
  clientStreetMore: null,
  clientZipCode: '69003',
  clientCity: 'Lyon',
  clientCountry: 'FR',
  clientNationalIdentificationType: null,
  clientNationalIdentification: null,
  clientNationalIdentificationDeliveryDate: null,
  clientNationalIdentificationAutorityDelivery: null,
  iban: null,
  bic: null,
  accountHolder: null,
  language: null,
}

const waiting: Answer<typeof findPredeclaredCall> = {
  itemId: predeclaredId,
  version: 1,
  number: 'LYO-000001',
  code: 'LYO-000001-1',
  imei: null,
  serialNumber: null,
  brand: 'Apple',
  productLabel: 'iPhone 13',
  productId: 'x',
  categoryId: 'k',
  circuitId: 'c',
  storeId: null,
  destinationWarehouseId: 'warehouse',
  declaredGrade: null,
  declaredPriceCents: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  declaration: null,
  chosen: { shippingMethodId: 's', paymentModeId: 'voucher' },
  questionnaire: null,
}

/** A server that knows this one file; `found` changes what it says of it, or is how the search fails. */
export function predeclaredServer({
  found = {},
  customer = {},
}: {
  readonly found?: Partial<typeof waiting> | 'refused' | 'offline'
  readonly customer?: Partial<typeof told>
}): Http {
  return (async (call: object) => {
    if (call === additionalInfosCall) return { ...told, ...customer }
    if (call !== findPredeclaredCall) throw new Error('nothing else is asked')
    if (typeof found === 'string') throw new CallError(found, { code: 'COUNTER_ITEM_UNKNOWN', status: 404 })
    return { ...waiting, ...found }
  }) as Http
}
