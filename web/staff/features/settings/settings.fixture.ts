import { defaultSessionRules } from '#domain/access/session-limits.ts'
import type { PaymentRuleAnswer } from '#sync/calls/payment-release.ts'
import type { SignInRules } from '#sync/calls/sign-in-rules.ts'
import type { EditedRootDetail, WhiteLabelAnswer } from '#sync/calls/settings.ts'

/** The settings of a new account, for tests. */
export function storedDetail(part: Partial<EditedRootDetail> = {}): EditedRootDetail {
  return {
    id: '01900000-0000-7000-8000-0000000000bb',
    accountId: '01900000-0000-7000-8000-0000000000aa',
    version: 1,
    sellerSupportEmail: null,
    isWarehouseCommentMandatory: false,
    isWarehouseCommentSharedToClient: false,
    enabledPremiumFeatures: [],
    warehouseCheckinRequirement: 'optional',
    unansweredProposal: 'stays_open',
    sameImeiHeld: false,
    sendWithinDays: 15,
    cartMinValue: 0,
    categoryNavigationEnabled: true,
    customerIdentityDocumentRequired: false,
    barCodeEnabled: true,
    tagPriceEnabled: true,
    buyerPaymentEnabled: false,
    eula: null,
    serviceTerms: null,
    faqAndContact: null,
    buybackZeroDescription: null,
    noSearchResultDescription: null,
    translations: {},
    ...part,
  }
}

/** How the users of a new account sign in, for tests. */
export function storedSignInRules(part: Partial<SignInRules> = {}): SignInRules {
  return { version: 0, secondFactorTypes: [], ...defaultSessionRules, offlineDays: 7, ...part }
}

/** The rule of two people of a new account, for tests. */
export function storedPaymentRule(part: Partial<PaymentRuleAnswer> = {}): PaymentRuleAnswer {
  return { version: 0, releaseAboveCents: null, waiting: null, ...part }
}

/** The white label of a new account, for tests. */
export function storedWhiteLabel(part: Partial<WhiteLabelAnswer> = {}): WhiteLabelAnswer {
  return {
    version: 1,
    tagManagerId: null,
    axeptioId: null,
    externalWebsiteLink: null,
    dropOffLocationsMapEnabled: false,
    cookiesPolicy: null,
    reviewsText: null,
    reviewsUrl: null,
    dataErasureText: null,
    dataErasureUrl: null,
    transitInsuranceText: null,
    transitInsuranceUrl: null,
    translations: {},
    imageHosts: [],
    tagHosts: [],
    ...part,
  }
}
