import * as z from 'zod'
import { sendWithinDays } from '#domain/buyback/send-by.ts'
import { highestCartMinimumCents } from '#domain/cart/cart-minimum.ts'
import { legalTextLength } from '#domain/settings/legal-text.ts'
import { cookiesTexts, whiteLabelSchema, whiteLabelTexts } from '#domain/settings/white-label.schema.ts'
import { isModestHtml } from '#domain/kernel/html-bounds.ts'
import { languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { translationsSchema } from '#domain/kernel/translations.schema.ts'
import { premiumFeatures } from '#domain/organization/premium-feature.ts'
import { checkInRequirements } from '#domain/item/item-status.ts'
import { proposalEnds } from '#domain/quarantine/proposal.ts'
import { anyOf } from './list.ts'
import { idParams } from './organization.ts'
import { accountAnswer, brandingAnswer, externalWebsiteLink } from './session-answers.ts'
import { translationsOf } from './translations.ts'

/** A text of an account's public pages, plain or HTML. */
export const legalText = textOf('paragraph')
  .max(legalTextLength, 'FORM_TEXT_TOO_LONG')
  .refine(isModestHtml, 'FORM_HTML_TOO_COMPLEX')
  .nullable()
/** Texts of an account's public pages. */
export const legalTexts = {
  eula: legalText,
  serviceTerms: legalText,
  faqAndContact: legalText,
  buybackZeroDescription: legalText,
  noSearchResultDescription: legalText,
}
/** Their names. */
export const legalTextNames = Object.keys(legalTexts) as readonly (keyof typeof legalTexts)[]
/** A change of these texts in other languages than the account's. */
export const legalTranslations = translationsSchema(legalTexts).optional()

const settings = {
  sellerSupportEmail: z.email('FORM_EMAIL_INVALID').max(254, 'FORM_EMAIL_INVALID').nullable(),
  isWarehouseCommentMandatory: z.boolean(),
  isWarehouseCommentSharedToClient: z.boolean(),
  enabledPremiumFeatures: z.array(z.enum(premiumFeatures)).max(premiumFeatures.length),
  warehouseCheckinRequirement: z.enum(checkInRequirements),
  /** What becomes of a price proposal that nobody answers in time; of those that are mailed from now on. */
  unansweredProposal: z.enum(proposalEnds),
  /** Whether the payment of a device that is in another buyback too waits for a look. */
  sameImeiHeld: z.boolean(),
  /** Days that customers are given to hand a product over; of what is sold from now on. */
  sendWithinDays: z.int().min(sendWithinDays.shortest).max(sendWithinDays.longest),
  /** Cents of the account's currency; 0 is no minimum. */
  cartMinValue: z.int().min(0).max(highestCartMinimumCents),
  categoryNavigationEnabled: z.boolean(),
  customerIdentityDocumentRequired: z.boolean(),
  barCodeEnabled: z.boolean(),
  tagPriceEnabled: z.boolean(),
  buyerPaymentEnabled: z.boolean(),
  ...legalTexts,
}

const bytesOf = (longTexts: number): number => longTexts * legalTextLength * 3 + 64 * 1024

/** The fields of settings and white labels that hold HTML. */
export const legalHtmlFields: ReadonlySet<string> = new Set([...legalTextNames, ...cookiesTexts])

/** Largest body of a change of settings: every legal text at its longest in each language, and the rest beside them. */
export const settingsBytes = bytesOf(legalTextNames.length * languages.length)

/** Largest body of a change of the white label: the cookies policy at its longest in each language, and the rest. */
export const whiteLabelBytes = bytesOf(languages.length)

/** Organisation root details (SET-03 to SET-06). */
export const organizationRootDetailAnswer = z.object({
  id: z.string(),
  accountId: z.string(),
  version: z.int(),
  ...settings,
})
/** Organisation root details. */
export type OrganizationRootDetail = z.output<typeof organizationRootDetailAnswer>

/** Organisation root details as they are edited: with the texts in other languages. */
export const editedRootDetailAnswer = organizationRootDetailAnswer.extend({
  translations: translationsOf(legalTextNames),
})
/** Organisation root details as they are edited. */
export type EditedRootDetail = z.output<typeof editedRootDetailAnswer>

/** `GET /api/accounts/{id}/organization-root-detail` (SET-01). */
export const readRootDetailCall = {
  method: 'get',
  path: '/api/accounts/{id}/organization-root-detail',
  params: idParams,
  answer: editedRootDetailAnswer,
} as const

/**
 * `PATCH /api/organization-root-details/{id}` as a merge patch (SET-02). `If-Match: "<version>"` refuses the change
 * where another user was faster.
 */
export const patchRootDetailCall = {
  method: 'patch',
  path: '/api/organization-root-details/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: z.strictObject({ ...settings, translations: legalTranslations }).partial(),
  answer: editedRootDetailAnswer,
} as const
/** The fields that a merge patch may name. */
export type RootDetailPatch = z.output<typeof patchRootDetailCall.body>

/**
 * `GET /api/payment/account/{id}/by-buyer-feature-available` (API-10): whether the account may let its buyer pay the
 * customers. That takes an active link to a buyer; `buyerPaymentEnabled` of the settings says whether it does.
 */
export const buyerPaymentAvailableCall = {
  method: 'get',
  path: '/api/payment/account/{id}/by-buyer-feature-available',
  params: idParams,
  answer: z.object({ byBuyerFeatureAvailable: z.boolean() }),
} as const

/** `GET /api/white-label/config` (PUB-44), by host. */
export const whiteLabelConfigCall = {
  method: 'get',
  path: '/api/white-label/config',
  answer: z.object({
    tagManagerId: z.string().nullable(),
    axeptioId: z.string().nullable(),
    externalWebsiteLink: externalWebsiteLink.nullable(),
    dropOffLocationsMapEnabled: z.boolean(),
    cookiesPolicy: z.string().nullable(),
  }),
} as const

/** The white label of an account as the office edits it (SET-09); the version is the account's. */
export const whiteLabelAnswer = z.object({
  version: z.int(),
  tagManagerId: z.string().nullable(),
  axeptioId: z.string().nullable(),
  externalWebsiteLink: externalWebsiteLink.nullable(),
  dropOffLocationsMapEnabled: z.boolean(),
  cookiesPolicy: z.string().nullable(),
  reviewsText: z.string().nullable(),
  reviewsUrl: z.string().nullable(),
  dataErasureText: z.string().nullable(),
  dataErasureUrl: z.string().nullable(),
  transitInsuranceText: z.string().nullable(),
  transitInsuranceUrl: z.string().nullable(),
  translations: translationsOf(whiteLabelTexts),
  imageHosts: z.array(z.string()),
  tagHosts: z.array(z.string()),
})
/** The white label of an account with its version. */
export type WhiteLabelAnswer = z.output<typeof whiteLabelAnswer>

/** `GET /api/accounts/{id}/white-label` (SET-09). */
export const readWhiteLabelCall = {
  method: 'get',
  path: '/api/accounts/{id}/white-label',
  params: idParams,
  answer: whiteLabelAnswer,
} as const

/**
 * `PATCH /api/accounts/{id}/white-label` as a merge patch (SET-09); the link is given whole. `If-Match: "<version>"`
 * refuses the change where another user was faster.
 */
export const patchWhiteLabelCall = {
  method: 'patch',
  path: '/api/accounts/{id}/white-label',
  params: idParams,
  bodyType: 'merge-patch',
  body: whiteLabelSchema.partial(),
  answer: whiteLabelAnswer,
} as const
/** The fields of the white label that a merge patch may name. */
export type WhiteLabelPatch = z.output<typeof patchWhiteLabelCall.body>

/** `GET /api/branding`, by host. */
export const brandingCall = { method: 'get', path: '/api/branding', answer: brandingAnswer } as const

/** Answer of `POST /api/webtoken-with-account-and-ord` (AUTH-32): `ord` are the organisation root details. */
export const webTokenAnswer = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  ord: organizationRootDetailAnswer,
  account: accountAnswer,
})

/**
 * `GET /api/organizations/launch-generic-premium-feature-connector` (CONN-20, PUB-42): the account's active premium
 * features, or those of `values[]` that are active.
 */
export const activePremiumFeaturesCall = {
  method: 'get',
  path: '/api/organizations/launch-generic-premium-feature-connector',
  query: z.strictObject({ action: z.literal('list').default('list'), values: anyOf(z.enum(premiumFeatures)) }),
  answer: z.object({ premiumFeatures: z.array(z.enum(premiumFeatures)) }),
} as const
