import type { i18n, TFunction } from 'i18next'
import type { Language } from '#domain/kernel/languages.ts'
import type { JourneySite } from '#sync/calls/journey.ts'

/** What a page's head is made from. */
export interface HeadFacts {
  readonly t: TFunction<['journey', 'home', 'tracking', 'checkout']>
  readonly site: JourneySite
  readonly language: Language
  /** What the route has read; undefined where its reading failed. */
  readonly loaded: unknown
  readonly origin: string
  /** The query of the page, as its route reads it. */
  readonly search: Readonly<Record<string, unknown>>
}

/** What the head of a page says. */
export interface PageHead {
  /** Without the site's name, which follows it. */
  readonly title?: string
  /** A title of the account's own, which stands as it is. */
  readonly wholeTitle?: string
  readonly description?: string
  /** Path and query under which search engines are to know the page. */
  readonly canonical?: string
  /** Facts for search engines, as schema.org names them. */
  readonly structured?: Readonly<Record<string, unknown>>
}

/** What is known of a route that is shown. */
interface HeadMatch {
  readonly status: string
  readonly search: object
  readonly loaderData?: unknown
  readonly staticData: { readonly head?: (facts: HeadFacts) => PageHead; readonly isPrivate?: boolean }
}

const contexts: ['journey', 'home', 'tracking', 'checkout'] = ['journey', 'home', 'tracking', 'checkout']

/** The head of the page whose routes a router shows, the innermost last, with its whole title. */
export function headOf(
  matches: readonly HeadMatch[],
  texts: i18n,
  { site, origin }: Pick<HeadFacts, 'site' | 'origin'>,
): PageHead & { readonly title: string; readonly description: string; readonly isPrivate: boolean } {
  const t = texts.getFixedT(texts.language, contexts)
  const match = matches.at(-1)
  const loaded = match?.status === 'success' ? match.loaderData : undefined
  const { head, isPrivate } = match?.staticData ?? {}
  const own =
    head?.({ t, site, loaded, origin, language: texts.language as Language, search: { ...match?.search } }) ?? {}
  const { name } = site.branding
  return {
    ...own,
    title:
      own.wholeTitle ??
      (own.title === undefined ? `${name} – ${t(($) => $.public.title, { ns: 'home' })}` : `${own.title} – ${name}`),
    description: own.description ?? t(($) => $.public.description, { ns: 'home', name }),
    isPrivate: isPrivate === true,
  }
}
