import type * as z from 'zod'
import { cartMinimumText, typedCartMinimumCents } from '#domain/cart/cart-minimum.ts'
import { hostsOfText } from '#domain/settings/listed-hosts.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import {
  legalTextNames,
  patchRootDetailCall,
  patchWhiteLabelCall,
  type EditedRootDetail,
  type RootDetailPatch,
  type WhiteLabelAnswer,
  type WhiteLabelPatch,
} from '#sync/calls/settings.ts'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'

const optionalTexts = ['sellerSupportEmail', ...legalTextNames] as const

type OptionalText = (typeof optionalTexts)[number]

/** The settings of an account as their fields hold them: a text that is not given is empty. */
export type DetailValues = Pick<
  EditedRootDetail,
  | 'categoryNavigationEnabled'
  | 'customerIdentityDocumentRequired'
  | 'barCodeEnabled'
  | 'tagPriceEnabled'
  | 'warehouseCheckinRequirement'
  | 'unansweredProposal'
  | 'sameImeiHeld'
  | 'sendWithinDays'
  | 'isWarehouseCommentMandatory'
  | 'isWarehouseCommentSharedToClient'
  | 'buyerPaymentEnabled'
> & { readonly [Field in OptionalText]: string } & {
  /** A whole amount of the account's currency, as typed. */
  readonly cartMinValue: string
  /** The legal texts in other languages. */
  readonly translations: Translations
}

/** The white label as its fields hold it. */
export interface WhiteLabelValues {
  readonly linkUrl: string
  readonly linkText: string
  readonly tagManagerId: string
  readonly axeptioId: string
  readonly dropOffLocationsMapEnabled: boolean
  readonly cookiesPolicy: string
  readonly reviewsText: string
  readonly reviewsUrl: string
  readonly dataErasureText: string
  readonly dataErasureUrl: string
  readonly transitInsuranceText: string
  readonly transitInsuranceUrl: string
  /** The texts in other languages. */
  readonly translations: Translations
  /** Hosts, one a line. */
  readonly imageHosts: string
  readonly tagHosts: string
}

/** What is wrong with a field: a message, and where its schema has the bounds that the message names. */
export interface Fault {
  readonly message: string
  readonly schema: z.ZodType
  readonly path: readonly PropertyKey[]
}

/** What is wrong, by the names of fields. */
export type Problems<Values> = { readonly [Field in keyof Values]?: Fault }

/** A patch of what has changed, or what is wrong with it. */
export type Checked<Values, Patch> =
  | { readonly ok: true; readonly value: Patch }
  | { readonly ok: false; readonly error: Problems<Values> }

/** The fields of an account's settings. */
export function detailValues(detail: EditedRootDetail): DetailValues {
  const texts = Object.fromEntries(optionalTexts.map((field) => [field, detail[field] ?? '']))
  return {
    ...detail,
    ...(texts as Record<OptionalText, string>),
    cartMinValue: cartMinimumText(detail.cartMinValue),
  }
}

/** What has changed of the settings, by the rules that the server checks by; what has not is none of its business. */
export function checkDetail(changed: Partial<DetailValues>): Checked<DetailValues, RootDetailPatch> {
  const { cartMinValue: typed, translations, ...rest } = changed
  const cents = typed === undefined ? undefined : typedCartMinimumCents(typed)
  const texts = optionalTexts.flatMap((field) => {
    const text = rest[field]
    if (text === undefined) return []
    return [[field, given(field === 'sellerSupportEmail' ? text.trim() : text)] as const]
  })
  const body = {
    ...rest,
    ...Object.fromEntries(texts),
    ...(typeof cents === 'number' && { cartMinValue: cents }),
    ...(translations && { translations: sentTexts(translations) }),
  }
  const { body: schema } = patchRootDetailCall
  const parsed = schema.safeParse(body)
  const found = parsed.success ? {} : problemsOf(parsed.error, schema, textPath)
  const minimum = { message: 'FORM_CART_MINIMUM_INVALID', schema, path: ['cartMinValue'] }
  const problems = cents === null ? { ...found, cartMinValue: minimum } : found
  return parsed.success && cents !== null ? { ok: true, value: parsed.data } : { ok: false, error: problems }
}

/** The fields of an account's white label. */
export function whiteLabelValues(whiteLabel: WhiteLabelAnswer): WhiteLabelValues {
  return {
    linkUrl: whiteLabel.externalWebsiteLink?.url ?? '',
    linkText: whiteLabel.externalWebsiteLink?.text ?? '',
    tagManagerId: whiteLabel.tagManagerId ?? '',
    axeptioId: whiteLabel.axeptioId ?? '',
    dropOffLocationsMapEnabled: whiteLabel.dropOffLocationsMapEnabled,
    cookiesPolicy: whiteLabel.cookiesPolicy ?? '',
    reviewsText: whiteLabel.reviewsText ?? '',
    reviewsUrl: whiteLabel.reviewsUrl ?? '',
    dataErasureText: whiteLabel.dataErasureText ?? '',
    dataErasureUrl: whiteLabel.dataErasureUrl ?? '',
    transitInsuranceText: whiteLabel.transitInsuranceText ?? '',
    transitInsuranceUrl: whiteLabel.transitInsuranceUrl ?? '',
    translations: whiteLabel.translations,
    imageHosts: whiteLabel.imageHosts.join('\n'),
    tagHosts: whiteLabel.tagHosts.join('\n'),
  }
}

const whiteLabelFields: Readonly<Record<string, keyof WhiteLabelValues>> = {
  'externalWebsiteLink.url': 'linkUrl',
  'externalWebsiteLink.text': 'linkText',
}

/** What has changed of the white label; `values` has the other half of a link of which one half has changed. */
export function checkWhiteLabel(
  changed: Partial<WhiteLabelValues>,
  values: WhiteLabelValues,
): Checked<WhiteLabelValues, WhiteLabelPatch> {
  const { linkUrl, linkText, dropOffLocationsMapEnabled, imageHosts, tagHosts, translations, ...texts } = changed
  const { body: schema } = patchWhiteLabelCall
  const link = { url: values.linkUrl.trim(), text: values.linkText.trim() }
  const changesLink = linkUrl !== undefined || linkText !== undefined
  if (changesLink && (link.url === '') !== (link.text === '')) {
    const missing = link.url === '' ? 'linkUrl' : 'linkText'
    return { ok: false, error: { [missing]: { message: 'FORM_LINK_INCOMPLETE', schema, path: [missing] } } }
  }
  const parsed = schema.safeParse({
    ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, given(text)])),
    ...(dropOffLocationsMapEnabled !== undefined && { dropOffLocationsMapEnabled }),
    ...(imageHosts !== undefined && { imageHosts: hostsOfText(imageHosts) }),
    ...(tagHosts !== undefined && { tagHosts: hostsOfText(tagHosts) }),
    ...(translations && { translations: sentTexts(translations) }),
    ...(changesLink && { externalWebsiteLink: link.url === '' ? null : link }),
  })
  if (parsed.success) return { ok: true, value: parsed.data }
  const fieldOf = (path: readonly PropertyKey[]): string => whiteLabelFields[path.join('.')] ?? textPath(path)
  return { ok: false, error: problemsOf(parsed.error, schema, fieldOf) }
}

/** The name of a field; of a text in another language the whole path. */
export function textPath(path: readonly PropertyKey[]): string {
  return path[0] === 'translations' ? path.join('.') : String(path[0])
}

/** A text of spaces is none. */
export function given(text: string): string | null {
  return text.trim() === '' ? null : text
}

/** The first fault of each field. */
export function problemsOf(
  error: z.ZodError,
  schema: z.ZodType,
  fieldOf: (path: readonly PropertyKey[]) => string,
): Record<string, Fault> {
  const problems: Record<string, Fault> = {}
  for (const { path, message } of error.issues) problems[fieldOf(path)] ??= { message, schema, path }
  return problems
}
