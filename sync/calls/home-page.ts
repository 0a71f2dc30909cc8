import * as z from 'zod'
import { productStatuses } from '#domain/catalog/product-status.ts'
import { homeLimits, homeStatuses, homeTexts, mostFeatured, mostWidgets } from '#domain/settings/home-page.ts'
import { isModestHtml } from '#domain/kernel/html-bounds.ts'
import { languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import type { TextKind } from '#domain/kernel/text-kinds.ts'
import { translationsSchema } from '#domain/kernel/translations.schema.ts'
import { pictureBytes } from './picture.ts'
import { translationsOf } from './translations.ts'

const guid = z.guid().toLowerCase()

/** A text within limits; the message is the code of the form for both limits. */
function within({ min, max }: { readonly min: number; readonly max: number }, code: string, kind: TextKind = 'line') {
  return (
    textOf(kind)
      .min(min, code)
      .max(max, code)
      // A character of two UTF-16 units counts as one, for the reader and for the database.
      .refine((text) => [...text].length >= min, code)
  )
}

const parts = {
  html: {
    id: z.string(),
    type: z.literal('html'),
    html: z.string(),
    translations: translationsOf(homeTexts.html),
  },
  banner: {
    id: z.string(),
    type: z.literal('search_banner'),
    title: z.string(),
    text: z.string().nullable(),
    /** Address of the picture. */
    image: z.string().nullable(),
    imageAlt: z.string().nullable(),
    translations: translationsOf(homeTexts.search_banner),
  },
}

/** A product that a home features, as its editor recognises it. */
export const featuredProduct = z.object({
  id: z.string(),
  label: z.string(),
  brand: z.string().nullable(),
  /** Visitors see published products alone. */
  status: z.enum(productStatuses),
})
export type FeaturedProduct = z.output<typeof featuredProduct>

/** A part of the home as it is edited: the HTML as it was written. */
export const editedWidget = z.discriminatedUnion('type', [
  z.object(parts.html),
  z.object(parts.banner),
  z.object({
    id: z.string(),
    type: z.literal('featured_products'),
    title: z.string(),
    products: z.array(featuredProduct),
    translations: translationsOf(homeTexts.featured_products),
  }),
])
/** A part of the home as it is edited. */
export type EditedWidget = z.output<typeof editedWidget>

/** The public home as it is edited (SET-17 to SET-24). */
export const homePageAnswer = z.object({
  version: z.int(),
  /** In which its own texts are. */
  language: z.enum(languages),
  status: z.enum(homeStatuses),
  /** Null: the product's own words. */
  metaTitle: z.string().nullable(),
  metaDescription: z.string().nullable(),
  translations: translationsOf(homeTexts.page),
  /** From top to bottom. */
  widgets: z.array(editedWidget),
})
/** The public home as it is edited. */
export type HomePageAnswer = z.output<typeof homePageAnswer>

/** HTML that a part may hold (SET-23). */
export const widgetHtml = within(homeLimits.html, 'FORM_HTML_LENGTH', 'paragraph').refine(
  isModestHtml,
  'FORM_HTML_TOO_COMPLEX',
)

const banner = {
  title: within(homeLimits.bannerTitle, 'FORM_BANNER_TITLE_LENGTH'),
  text: within(homeLimits.bannerText, 'FORM_BANNER_TEXT_LENGTH', 'paragraph').nullable(),
  imageAlt: within(homeLimits.imageAlt, 'FORM_TEXT_TOO_LONG').nullable(),
}
const featured = { title: within(homeLimits.featuredTitle, 'FORM_FEATURED_TITLE_LENGTH') }
const page = {
  metaTitle: within(homeLimits.metaTitle, 'FORM_META_TITLE_LENGTH').nullable(),
  metaDescription: within(homeLimits.metaDescription, 'FORM_META_DESCRIPTION_LENGTH').nullable(),
}

const widgetBody = z.discriminatedUnion('type', [
  z.strictObject({
    id: guid.optional(),
    type: z.literal('html'),
    html: widgetHtml,
    translations: translationsSchema({ html: widgetHtml }).optional(),
  }),
  z.strictObject({
    id: guid.optional(),
    type: z.literal('search_banner'),
    ...banner,
    translations: translationsSchema(banner).optional(),
    /** Absent: the picture stays; null: it is taken away. */
    image: pictureBytes.nullable().optional(),
  }),
  z.strictObject({
    id: guid.optional(),
    type: z.literal('featured_products'),
    ...featured,
    translations: translationsSchema(featured).optional(),
    /** In their order (SET-24). */
    productIds: z
      .array(guid)
      .min(1, 'FORM_PRODUCTS_REQUIRED')
      .max(mostFeatured)
      .refine((ids) => new Set(ids).size === ids.length),
  }),
])
/** What is said of a part of the home; without an id it is a new one, and what it does not say of translations stays. */
export type WidgetBody = z.output<typeof widgetBody>

/** What may be said of the home; the parts in their order. Messages are codes of the form. */
export const homePageBody = z.strictObject({
  status: z.enum(homeStatuses),
  ...page,
  translations: translationsSchema(page).optional(),
  widgets: z
    .array(widgetBody)
    .max(mostWidgets)
    .refine((widgets) => {
      const ids = widgets.flatMap(({ id }) => id ?? [])
      return new Set(ids).size === ids.length
    }),
})

/** Whose home: that of the account worked in, or of any client for administrators of clients. */
const ofOrganization = z.strictObject({ organizationId: guid.optional() })

/** `GET /api/home-page`. */
export const readHomePageCall = {
  method: 'get',
  path: '/api/home-page',
  query: ofOrganization,
  answer: homePageAnswer,
} as const

/** `GET /api/home-page/products`: published products that a home may feature, by words or by an id (SET-24). */
export const homeProductsCall = {
  method: 'get',
  path: '/api/home-page/products',
  query: ofOrganization.extend({ search: textOf('line').max(200).default('') }),
  answer: z.object({ products: z.array(featuredProduct) }),
} as const

/** `PATCH /api/home-page` as a merge patch; `If-Match: "<version>"` refuses a change over another user's. */
export const patchHomePageCall = {
  method: 'patch',
  path: '/api/home-page',
  query: ofOrganization,
  bodyType: 'merge-patch',
  body: homePageBody.partial(),
  answer: homePageAnswer,
} as const
/** The fields that a merge patch may name. */
export type HomePagePatch = z.output<typeof patchHomePageCall.body>

/** `POST /api/home-page/preview`: HTML as visitors get it, without scripts or other active content. */
export const previewHtmlCall = {
  method: 'post',
  path: '/api/home-page/preview',
  query: ofOrganization,
  body: z.strictObject({ html: widgetHtml }),
  answer: z.object({ html: z.string() }),
} as const
