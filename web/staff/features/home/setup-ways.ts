import type { SetupProblemCode, SetupStepId } from '#domain/configuration/setup-guide.ts'

/** Where the office takes a step. */
export interface SetupWay {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
  /** Id of the field that is to be filled. */
  readonly hash?: string
}

/**
 * The page of each step, that of the first of several things where there is none yet; what belongs to the client itself
 * stands on the pages of its head office.
 */
export function wayOfStep(id: SetupStepId, organizationId: string, problem?: SetupProblemCode): SetupWay {
  const isMissing = problem === 'MISSING'
  switch (id) {
    case 'address':
      return { to: `/client/${organizationId}/edit` }
    case 'mail':
      return { to: '/jobs' }
    case 'region':
      return { to: '/entity/create', search: { type: 'management_unit' } }
    case 'store':
      return { to: '/entity/create', search: { type: 'store' } }
    case 'warehouse':
      return { to: '/entity/create', search: { type: 'warehouse' } }
    case 'dispatch':
      return { to: '/warehouse-dispatch' }
    case 'people':
      return { to: '/user/create' }
    case 'paymentMode':
      return { to: '/paymentModes' }
    case 'payer':
      return { to: '/payment-files/create' }
    case 'circuit':
      return { to: '/circuits' }
    case 'carrier':
      return { to: `/connectors/${organizationId}/connectors` }
    case 'buyer':
      return isMissing
        ? { to: '/entity/create', search: { type: 'buyer' } }
        : { to: '/entities', search: { type: ['buyer'] } }
    case 'category':
      return { to: '/categories/list' }
    case 'product':
      return { to: isMissing ? '/product/create' : '/products' }
    case 'texts':
      return { to: '/settings/tim/general', hash: 'settings-texts' }
  }
}
