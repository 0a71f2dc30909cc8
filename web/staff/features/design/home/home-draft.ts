import type { HomeStatus, HomeWidgetType } from '#domain/settings/home-page.ts'
import { homeTexts } from '#domain/settings/home-page.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { missingIn, type Translations } from '#domain/kernel/translations.ts'
import type { FeaturedProduct, HomePageAnswer } from '#sync/calls/home-page.ts'
import { sentPicture, type PictureValue } from '#web/staff/ui/form/picture-file.ts'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'

/** A part of the home while it is written; a new one has no id yet. */
export interface DraftWidget {
  /** Stays the same while the part moves. */
  readonly key: string
  readonly id: string | null
  readonly type: HomeWidgetType
  readonly title: string
  readonly text: string
  readonly html: string
  /** Address of the stored picture. */
  readonly storedImage: string | null
  readonly image: PictureValue
  readonly imageAlt: string
  readonly products: readonly FeaturedProduct[]
  /** Its texts in other languages. */
  readonly translations: Translations
}

/** The home while it is written. An empty text is none. */
export interface HomeDraft {
  readonly status: HomeStatus
  readonly metaTitle: string
  readonly metaDescription: string
  readonly translations: Translations
  readonly widgets: readonly DraftWidget[]
}

const empty = {
  title: '',
  text: '',
  html: '',
  storedImage: null,
  image: undefined,
  imageAlt: '',
  products: [],
  translations: {},
} as const

/** The draft that a stored home begins with. */
export function draftOf({ status, metaTitle, metaDescription, translations, widgets }: HomePageAnswer): HomeDraft {
  return {
    status,
    metaTitle: metaTitle ?? '',
    metaDescription: metaDescription ?? '',
    translations,
    widgets: widgets.map((widget): DraftWidget => {
      const { id, type, translations: others } = widget
      const own = { ...empty, key: id, id, type, translations: others }
      if (widget.type === 'html') return { ...own, html: widget.html }
      if (widget.type === 'featured_products') return { ...own, title: widget.title, products: widget.products }
      const { title, text, image, imageAlt } = widget
      return { ...own, title, text: text ?? '', storedImage: image, imageAlt: imageAlt ?? '' }
    }),
  }
}

/** A part that has just been added. */
export function newWidget(type: HomeWidgetType, key: string): DraftWidget {
  return { ...empty, key, id: null, type }
}

/** What the server is sent; whether it fits is the schema's to say. */
export function bodyOf({ status, metaTitle, metaDescription, translations, widgets }: HomeDraft): unknown {
  return {
    status,
    metaTitle: textOrNull(metaTitle),
    metaDescription: textOrNull(metaDescription),
    translations: sentTexts(translations),
    widgets: widgets.map(({ id, type, title, text, html, image, imageAlt, products, translations: others }) => {
      const own = { ...(id === null ? {} : { id }), type, translations: sentTexts(others) }
      if (type === 'html') return { ...own, html }
      if (type === 'featured_products') return { ...own, title, productIds: products.map((product) => product.id) }
      const picture = sentPicture(image)
      const words = { title, text: textOrNull(text), imageAlt: textOrNull(imageAlt) }
      return { ...own, ...words, ...(picture === undefined ? {} : { image: picture }) }
    }),
  }
}

/** How many texts of a home are missing in a language. */
export function missingHomeTexts(draft: HomeDraft, language: Language): number {
  const ofParts = draft.widgets.map(({ type, title, text, html, imageAlt, translations }) =>
    missingIn({ title, text, html, imageAlt }, translations, homeTexts[type], language),
  )
  return [missingIn(draft, draft.translations, homeTexts.page, language), ...ofParts].flat().length
}

/** The list with one of its members at another place. */
export function moved<Member>(members: readonly Member[], from: number, to: number): readonly Member[] {
  const member = members[from]
  if (member === undefined || to < 0 || to >= members.length) return members
  const rest = members.toSpliced(from, 1)
  return rest.toSpliced(to, 0, member)
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text
}
