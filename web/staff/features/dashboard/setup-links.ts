import type { SetupProblemCode, SetupStepId } from '#domain/settings/setup-guide.ts'

/** Where the office takes a step. */
export interface SetupLink {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
  /** Id of the field that is to be filled. */
  readonly hash?: string
}

/** A problem of a step. */
interface Asked {
  readonly id: SetupStepId
  readonly code: SetupProblemCode
  /** Of the first that the problem concerns. */
  readonly firstId: string | null
}

/**
 * The page that mends a problem, with its field; that of the first of several things that it concerns. What belongs to
 * the client itself stands on the pages of its head office.
 */
export function problemLink({ id, code, firstId }: Asked, organizationId: string): SetupLink {
  switch (id) {
    case 'address':
      return { to: `/client/${organizationId}/edit`, hash: 'field-webChannelUrl' }
    case 'mail':
      // The mail server is the installation's own setting: what its mails wait for is told beside them.
      return { to: '/jobs', search: { queue: 'mail' }, hash: 'field-queue-mail' }
    case 'region':
      return { to: '/entity/create', search: { type: 'management_unit' }, hash: 'field-commonName' }
    case 'store':
      return { to: '/entity/create', search: { type: 'store' }, hash: 'field-commonName' }
    case 'warehouse':
      return { to: '/entity/create', search: { type: 'warehouse' }, hash: 'field-commonName' }
    case 'dispatch':
      return { to: '/warehouse-dispatch', hash: 'field-defaultWarehouse' }
    case 'people':
      return { to: '/user/create', search: { type: code === 'NO_SELLER' ? 'store_seller' : 'warehouse_operator' } }
    case 'paymentMode':
      if (firstId === null) return { to: '/paymentModes', hash: 'field-add' }
      return { to: `/paymentMode/${firstId}/edit`, hash: code === 'NONE_ACTIVE' ? 'field-active' : 'field-provider' }
    case 'payer':
      return { to: '/payment-files/create', hash: 'field-payer-name' }
    case 'circuit':
      if (firstId === null) return { to: '/circuits', hash: 'field-add' }
      return { to: `/circuit/${firstId}/edit`, hash: circuitFields[code] ?? 'field-shippingMethods' }
    case 'carrier':
      // There a label without postage is chosen, or the way to the carriers.
      return firstId === null ? { to: '/circuits' } : { to: `/circuit/${firstId}/edit`, hash: 'field-ownLabel' }
    case 'buyer':
      if (code === 'MISSING') return { to: '/entity/create', search: { type: 'buyer' }, hash: 'field-commonName' }
      if (firstId === null) return { to: '/entities', search: { type: ['buyer'] } }
      return { to: `/entity/${firstId}/edit`, hash: code === 'NO_SIRET' ? 'field-siret' : 'field-capital' }
    case 'category':
      if (firstId === null) return { to: '/category/create' }
      return { to: `/category/${firstId}/edit`, hash: code === 'NO_BUYER' ? 'field-buyer' : 'field-circuits' }
    case 'product':
      if (code === 'MISSING') return { to: '/product/create' }
      return firstId === null ? { to: '/products' } : { to: `/product/${firstId}/edit`, hash: 'field-prices' }
    case 'texts':
      return { to: '/settings/tim/general', hash: `field-${firstId ?? 'eula'}` }
  }
}

const circuitFields: Readonly<Partial<Record<SetupProblemCode, string>>> = {
  NONE_ACTIVE: 'field-enabled',
  NO_PAYMENT_MODE: 'field-paymentModes',
}
