/** Whether visitors see what the account has made of its home, or the product's own. */
export const homeStatuses = ['active', 'inactive'] as const
export type HomeStatus = (typeof homeStatuses)[number]

/** Kinds of part that the public home is made of. */
export const homeWidgetTypes = ['search_banner', 'featured_products', 'html'] as const
export type HomeWidgetType = (typeof homeWidgetTypes)[number]

/** Texts of a home, and of each kind of its parts, which can be given in each language. */
export const homeTexts = {
  page: ['metaTitle', 'metaDescription'],
  search_banner: ['title', 'text', 'imageAlt'],
  featured_products: ['title'],
  html: ['html'],
} as const satisfies Record<HomeWidgetType | 'page', readonly string[]>

/** Lengths in characters of what a home says (SET-19 to SET-23). */
export const homeLimits = {
  metaTitle: { min: 2, max: 255 },
  metaDescription: { min: 2, max: 500 },
  bannerTitle: { min: 2, max: 50 },
  bannerText: { min: 0, max: 500 },
  imageAlt: { min: 0, max: 255 },
  featuredTitle: { min: 1, max: 255 },
  html: { min: 20, max: 200_000 },
} as const

/** Parts of a home, and products of a part, beyond which nobody scrolls. */
export const mostWidgets = 20
/** Products that one part features. */
export const mostFeatured = 24
