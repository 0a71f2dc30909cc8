import { route, type DeclaredRoute } from '#api/http/route.ts'
import { cancelTrackedCall } from '#sync/calls/buyback-cancel.ts'
import * as corrections from '#sync/calls/buyback-correction.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { askCorrection, confirmCorrection, readCorrection } from './customer-correction.ts'
import { cancelTracked } from './tracked-cancel.ts'

/** What customers do with their buybacks behind private links, beside choosing slots. */
export function createTrackedRoutes(deps: BuybackDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...cancelTrackedCall,
        permission: 'none',
        summary: 'Cancel a buyback behind its private link',
        refusals: [
          'TRACKING_LINK_INVALID',
          'ACCESS_THROTTLED',
          'BUYBACK_NOT_CANCELLABLE',
          'PAYMENT_CANNOT_BE_CANCELLED',
        ],
      },
      ({ params, body, http }) => cancelTracked(deps, params.token, { body, address: http.address }),
    ),

    route(
      {
        ...corrections.askCorrectionCall,
        permission: 'none',
        summary: 'Mail the link that corrects bank account or address',
        example: { bank: { iban: 'DE89370400440532013000', accountHolder: 'Anna Martin' } },
        refusals: [
          'TRACKING_LINK_INVALID',
          'ACCESS_THROTTLED',
          'CORRECTION_PAYMENT_BEGUN',
          'CORRECTION_CLOSED',
          'CUSTOMER_INVALID',
        ],
      },
      ({ params, body, http }) => askCorrection(deps, params.token, { body, address: http.address }),
    ),

    route(
      {
        ...corrections.readCorrectionCall,
        permission: 'none',
        summary: 'What the link of a mail would correct',
        refusals: ['CORRECTION_LINK_INVALID', 'ACCESS_THROTTLED'],
      },
      ({ params, http }) => readCorrection(deps, params.token, http),
    ),

    route(
      {
        ...corrections.confirmCorrectionCall,
        permission: 'none',
        summary: 'Make the correction of a mail, once',
        refusals: [
          'CORRECTION_LINK_INVALID',
          'ACCESS_THROTTLED',
          'CORRECTION_EXPIRED',
          'CORRECTION_REPLACED',
          'CORRECTION_USED',
          'CORRECTION_PAYMENT_BEGUN',
          'CORRECTION_CLOSED',
        ],
      },
      ({ params, http }) => confirmCorrection(deps, params.token, http),
    ),
  ]
}
