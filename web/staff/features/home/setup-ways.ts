import type { SetupProblemCode, SetupStepId } from '#domain/configuration/setup-guide.ts'

/** Where the office takes a step. */
export interface SetupWay {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
  /** Id of the field that is to be filled. */
  readonly hash?: string
}

/** What is asked of a step: its first problem. */
interface Asked {
  readonly id: SetupStepId
  readonly code: SetupProblemCode
  /** Of the first that the problem concerns. */
  readonly firstId: string | null
}

/**
 * The page of each step with its field, that of the first of several things where there is none yet; what belongs to the
 * client itself stands on the pages of its head office.
 */
export function wayOfStep({ id, code, firstId }: Asked, organizationId: string): SetupWay {
  switch (id) {
    case 'address':
      return { to: `/client/${organizationId}/edit`, hash: 'field-webChannelUrl' }
    case 'mail':
      return { to: '/jobs' }
    case 'region':
      return { to: '/entity/create', search: { type: 'management_unit' }, hash: 'field-commonName' }
    case 'store':
      return { to: '/entity/create', search: { type: 'store' }, hash: 'field-commonName' }
    case 'warehouse':
      return { to: '/entity/create', search: { type: 'warehouse' }, hash: 'field-commonName' }
    case 'dispatch':
      return { to: '/warehouse-dispatch' }
    case 'people':
      return { to: '/user/create' }
    case 'paymentMode':
      return firstId === null ? { to: '/paymentModes' } : { to: `/paymentMode/${firstId}/edit`, hash: 'field-provider' }
    case 'payer':
      return { to: '/payment-files/create', hash: 'field-payer-name' }
    case 'circuit':
      if (firstId === null) return { to: '/circuits' }
      return {
        to: `/circuit/${firstId}/edit`,
        hash: code === 'NO_PAYMENT_MODE' ? 'field-paymentModes' : 'field-shippingMethods',
      }
    case 'carrier':
      return { to: `/connectors/${organizationId}/connectors` }
    case 'buyer':
      if (code === 'MISSING') return { to: '/entity/create', search: { type: 'buyer' }, hash: 'field-commonName' }
      if (firstId === null) return { to: '/entities', search: { type: ['buyer'] } }
      return { to: `/entity/${firstId}/edit`, hash: code === 'NO_SIRET' ? 'field-siret' : 'field-capital' }
    case 'category':
      if (code === 'NO_BUYER' && firstId !== null) return { to: `/category/${firstId}/edit`, hash: 'field-buyer' }
      return code === 'NO_CIRCUIT' ? { to: '/circuits' } : { to: '/category/create' }
    case 'product':
      return code === 'MISSING' ? { to: '/product/create' } : { to: '/products' }
    case 'texts':
      return { to: '/settings/tim/general', hash: `field-${firstId ?? 'eula'}` }
  }
}
