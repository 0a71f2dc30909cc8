import { refuse } from '#api/http/failure.ts'
import { scopeOf } from '#api/db/buyback-scope.ts'
import { readerLanguage } from '#api/http/reader-language.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { can } from '#domain/access/permission.ts'
import { isImei } from '#domain/kernel/imei.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/buyback.ts'
import * as editionCalls from '#sync/calls/buyback-edition.ts'
import * as detailCalls from '#sync/calls/buyback-detail.ts'
import { sameImeiCall } from '#sync/calls/buyback-imei.ts'
import * as quoteCalls from '#sync/calls/quote.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { validateCart } from './validate-cart.ts'
import { cancelBuyback, loseItem } from './close-buyback.ts'
import { createBuyback } from './create-buyback.ts'
import { editBuyback, readEdition } from './buyback-edition.ts'
import { finalizeBuyback, reachesStore } from './finalize-buyback.ts'
import { findSameImei } from './same-imei.ts'
import { mailQuote } from './quote-mail.ts'
import { createQuote, readQuote } from './quotes.ts'
import { readAdditionalInfos, readBuyback, readBuybackByNumber, readBuybackInstructions } from './read-buyback.ts'
import { readTracking } from './read-tracking.ts'

import { cartRefusals, creationRefusals, finalizeRefusals, offerRefusals } from './sale-refusals.ts'

const readingRefusals = ['ACCESS_PERMISSION_MISSING'] as const

/** Creating buybacks, changing them from the office, and reading a single one. */
export function createBuybackRoutes(deps: BuybackDeps): readonly DeclaredRoute[] {
  return [...sellingRoutes(deps), imeiRoute(deps), ...changingRoutes(deps), ...readingRoutes(deps)]
}

function sellingRoutes(deps: BuybackDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.createWebBuybackCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Create a buyback on the web',
        refusals: creationRefusals,
      },
      async ({ caller, body, http }) => {
        if (caller.kind === 'session' && !can(caller.permissions, 'buyback.create'))
          return refuse('ACCESS_PERMISSION_MISSING')
        const waitSeconds = await deps.throttle.hit({ sellByAddress: http.address })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        return createBuyback(deps, {
          caller,
          address: http.address,
          channel: 'web',
          body,
          storeId: body.storeId ?? null,
        })
      },
    ),

    route(
      {
        ...calls.createStoreBuybackCall,
        permission: 'buyback.create',
        summary: 'Create a buyback in a store',
        refusals: creationRefusals,
      },
      async ({ caller, params: { storeId }, body, http }) => {
        if (!reachesStore(await scopeOf(deps.database, caller), storeId)) return refuse('REQUEST_NOT_FOUND')
        return createBuyback(deps, { caller, address: http.address, channel: 'store', body, storeId })
      },
    ),

    route(
      {
        ...calls.finalizeBuybackCall,
        permission: 'buyback.finalize',
        summary: 'Finalise a predeclared buyback',
        refusals: finalizeRefusals,
      },
      ({ caller, params, body }) => finalizeBuyback(deps, caller, params, body),
    ),

    route(
      {
        // Not only for an open site: a sale that has begun is completed even if the site closes before its end.
        ...calls.validateCartCall,
        permission: 'visitor',
        summary: 'Make buybacks of a cart, all or none',
        refusals: cartRefusals,
      },
      async ({ caller, params, http }) => {
        if (caller.kind === 'session' && !can(caller.permissions, 'buyback.create'))
          return refuse('ACCESS_PERMISSION_MISSING')
        return validateCart(deps, caller, params.id, http.address)
      },
    ),

    route(
      {
        ...quoteCalls.createQuoteCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Lock a price for 15 days',
        refusals: offerRefusals,
      },
      async ({ caller, body, http }) => {
        const waitSeconds = await deps.throttle.hit({ quoteByAddress: http.address })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        return createQuote(deps, caller.accountId, body, readerLanguage(caller, http.headers))
      },
    ),

    route(
      {
        ...quoteCalls.readQuoteCall,
        permission: 'visitor',
        openSite: true,
        summary: 'A locked price on any device',
        refusals: ['ACCESS_THROTTLED'],
      },
      async ({ caller, params, http }) => {
        const waitSeconds = await deps.throttle.hit({ quoteReadByAddress: http.address })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        return readQuote(deps, caller.accountId, params.token, readerLanguage(caller, http.headers))
      },
    ),

    route(
      {
        ...quoteCalls.mailQuoteCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Mail the link of a locked price',
        example: { email: 'claire.martin@example.com' },
        refusals: ['ACCESS_THROTTLED', 'QUOTE_SOLD', 'QUOTE_EXPIRED'],
      },
      async ({ caller, params, body, http }) => {
        const waitSeconds = await deps.throttle.hit({ quoteMailByAddress: http.address })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        return mailQuote(deps, {
          accountId: caller.accountId,
          token: params.token,
          recipient: body.email,
          language: readerLanguage(caller, http.headers),
          visitor: caller.kind === 'visitor' ? { visitorId: caller.visitorId, address: http.address } : null,
        })
      },
    ),
  ]
}

function imeiRoute(deps: BuybackDeps): DeclaredRoute {
  return route(
    {
      ...sameImeiCall,
      permission: 'visitor',
      openSite: true,
      summary: 'Whether a device is in an open buyback',
      refusals: ['ACCESS_THROTTLED', 'IMEI_MALFORMED'],
    },
    async ({ caller, query, http }) => {
      const isVisitor = caller.kind === 'visitor'
      const waitSeconds = isVisitor ? await deps.throttle.hit({ sameImeiByAddress: http.address }) : null
      if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
      if (!isImei(query.imei)) return refuse('IMEI_MALFORMED', { field: 'imei' })
      return succeed(await findSameImei(deps.database, caller, query))
    },
  )
}

function changingRoutes(deps: BuybackDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.cancelBuybackCall,
        permission: 'buyback.cancel',
        summary: 'Cancel a buyback',
        refusals: ['BUYBACK_NOT_CANCELLABLE', 'PAYMENT_CANNOT_BE_CANCELLED'],
      },
      ({ caller, params, body }) => cancelBuyback(deps, caller, params.id, body),
    ),

    route(
      {
        ...editionCalls.readBuybackEditionCall,
        permission: 'buyback.finalize',
        summary: 'What of a buyback may be corrected',
      },
      ({ caller, params }) => readEdition(deps, caller, params.id),
    ),

    route(
      {
        ...editionCalls.editBuybackCall,
        permission: 'buyback.finalize',
        summary: 'Correct a buyback',
        refusals: [
          'ACCESS_PERMISSION_MISSING',
          'ACCESS_PROOF_REQUIRED',
          'BUYBACK_NOT_EDITABLE',
          'CUSTOMER_INVALID',
          'IMEI_MALFORMED',
          'REQUEST_VERSION_CONFLICT',
        ],
      },
      ({ caller, params, body, http }) => editBuyback(deps, caller, { id: params.id, body, headers: http.headers }),
    ),

    // Each place has a permission of its own, which the body names.
    route(
      {
        ...calls.loseItemCall,
        permission: 'session',
        summary: 'Declare an item lost',
        refusals: ['ACCESS_PERMISSION_MISSING', 'BUYBACK_NOT_LOST_THERE'],
      },
      ({ caller, params, body }) => loseItem(deps, caller, params.id, body),
    ),
  ]
}

function readingRoutes(deps: BuybackDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...detailCalls.readBuybackCall, permission: 'visitor', summary: 'A buyback', refusals: readingRefusals },
      ({ caller, params, http }) => readBuyback(deps, caller, params.id, http.headers),
    ),

    route(
      {
        ...detailCalls.readBuybackByNumberCall,
        permission: 'visitor',
        summary: 'A buyback by its number',
        refusals: readingRefusals,
      },
      ({ caller, params, http }) => readBuybackByNumber(deps, caller, params.n, http.headers),
    ),

    route(
      {
        ...detailCalls.buybackInstructionsCall,
        permission: 'visitor',
        summary: 'What the customer does next',
        refusals: readingRefusals,
      },
      ({ caller, params, http }) => readBuybackInstructions(deps, caller, params.id, http.headers),
    ),

    route(
      {
        ...detailCalls.additionalInfosCall,
        permission: 'visitor',
        summary: 'The seller of a buyback',
        refusals: readingRefusals,
      },
      ({ caller, params }) => readAdditionalInfos(deps, caller, params.id),
    ),

    route(
      {
        ...detailCalls.readTrackingCall,
        permission: 'none',
        summary: 'A buyback as its private link shows it',
        refusals: ['TRACKING_LINK_INVALID', 'ACCESS_THROTTLED'],
      },
      ({ params, http }) => readTracking(deps, params.token, http),
    ),
  ]
}
