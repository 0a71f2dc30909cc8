import { createMemoryHistory } from '@tanstack/react-router'
import type { i18n, ResourceKey } from 'i18next'
import { renderToString } from 'react-dom/server'
import { brandOf, brandVariables } from '#web/lib/brand.ts'
import { CallError } from '#web/lib/http.ts'
import { startTexts } from './kit/site-texts.ts'
import type { Branding } from '#sync/calls/session-answers.ts'
import type { EmbedPicture, JourneyPage, JourneyRequest } from '#sync/calls/journey.ts'
import { fallbackLanguage, type Language } from '#domain/kernel/languages.ts'
import { JourneyApp } from './app/journey-app.tsx'
import { journeyContexts, stateElementId, writeState, type JourneyState } from './app/journey-state.ts'
import { headOf } from './app/page-head.ts'
import { createJourneyRouter, type JourneyRouter } from './app/router.ts'
import { createServerApi, type PageData } from './kit/public-api.ts'

/** Files of the built site; the build fills it in. */
declare const __JOURNEY_DOCUMENT__: {
  readonly script: string
  readonly preloads: readonly string[]
  readonly styles: string
  /** Scripts that a route needs beside the first ones, by its path. */
  readonly routes: Readonly<Record<string, readonly string[]>>
  /** Paths of the back office, which answers a visitor on them too. */
  readonly staffPaths: readonly string[]
}

/** Paths of the back office, by which the server tells the two documents apart. */
export const staffPaths = __JOURNEY_DOCUMENT__.staffPaths

/** Renders a public page. */
export async function renderJourney(request: JourneyRequest): Promise<JourneyPage> {
  const { site, language, origin, read, embedPicture } = request
  const { pathname, search } = new URL(request.url)
  const data: PageData = {}
  const history = createMemoryHistory({ initialEntries: [`${pathname}${search}`] })
  const texts = await startTexts(language, journeyContexts)
  const router = createJourneyRouter({ api: createServerApi(read, data), site, texts }, history)
  await router.load()
  const redirect = redirectOf(router)
  if (redirect !== null) return { status: 307, html: '', style: '', redirect, isPrivate: false }
  const markup = renderToString(<JourneyApp router={router} texts={texts} site={site} />)
  const head = headOf(router.state.matches, texts, { site, origin })
  const style = styleOf(site.branding)
  const html = documentOf({
    language,
    branding: site.branding,
    style,
    head,
    origin,
    markup: await withFirstPicture(markup.replace(/^(<link [^>]*>)+/, ''), embedPicture),
    state: writeState({ site, language, texts: textsOf(texts, language), data }),
    scripts: router.state.matches.flatMap(({ fullPath }) => __JOURNEY_DOCUMENT__.routes[fullPath] ?? []),
  })
  const status = site.whiteLabel === null || site.settings === null ? 503 : statusOf(router)
  return { status, html, style, redirect: null, isPrivate: head.isPrivate }
}

/**
 * The markup with the picture that the page opens with in it, at the size that most screens ask for: nobody waits for a
 * second answer to see the largest thing of the page. React leaves the attributes of markup as they come, so that the
 * browser keeps this address, and larger screens choose a larger size.
 */
async function withFirstPicture(markup: string, embed: EmbedPicture): Promise<string> {
  const picture = /<img (?=[^>]*fetchPriority="high")[^>]*>/.exec(markup)?.[0]
  const address = picture && / srcSet="[^"]*?([^" ]+) 240w/.exec(picture)?.[1]
  if (!address) return markup
  const embedded = await embed(address)
  return embedded === null
    ? markup
    : markup.replace(picture, () => picture.replace(`${address} 240w`, () => `${embedded} 240w`))
}

/**
 * The texts of a page in its language, with the fallback's where it lacks one. The fallback's own contexts are there
 * and empty: the browser loads none of them.
 */
function textsOf(texts: i18n, language: Language): JourneyState['texts'] {
  const own = texts.getDataByLanguage(language) as Record<string, ResourceKey>
  if (language === fallbackLanguage) return { [language]: own }
  const fallback = texts.getDataByLanguage(fallbackLanguage) as Record<string, ResourceKey>
  return {
    [language]: withMissing(own, fallback) as Record<string, ResourceKey>,
    [fallbackLanguage]: Object.fromEntries(Object.keys(fallback).map((context) => [context, {}])),
  }
}

/** A tree of texts, completed by another one where it has none. */
function withMissing(own: ResourceKey | undefined, other: ResourceKey): ResourceKey {
  if (typeof own !== 'object' || typeof other !== 'object') return own ?? other
  const completed = Object.entries(other).map(([key, value]) => [key, withMissing(own[key] as ResourceKey, value)])
  return { ...own, ...Object.fromEntries(completed) } as ResourceKey
}

function redirectOf(router: JourneyRouter): string | null {
  const result = router._serverResult
  return result?.type === 'redirect' ? result.redirect.headers.get('location') : null
}

/** The status of what failed, else of the page: an address of nothing, or a service that does not answer. */
function statusOf(router: JourneyRouter): number {
  const failed = router.state.matches.find(({ status }) => status === 'error')?.error as unknown
  if (failed !== undefined) return failed instanceof CallError && failed.status >= 400 ? failed.status : 500
  const path = router.state.matches.at(-1)?.fullPath as string | undefined
  if (path === '/404') return 404
  return path === '/not-available' ? 503 : 200
}

/** Every style of a page, in the colours of its account. */
function styleOf({ mainColor }: Branding): string {
  const variables = Object.entries(brandVariables(brandOf(mainColor), 'light'))
  return `:root{${variables.map(([name, value]) => `${name}:${value}`).join(';')}}${__JOURNEY_DOCUMENT__.styles}`
}

function documentOf(page: {
  readonly language: Language
  readonly branding: Branding
  readonly style: string
  readonly head: ReturnType<typeof headOf>
  readonly origin: string
  readonly markup: string
  readonly state: string
  readonly scripts: readonly string[]
}): string {
  const { script, preloads } = __JOURNEY_DOCUMENT__
  const files = [...new Set([...preloads, ...page.scripts])]
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.head.title)}</title>
<meta name="description" content="${escape(page.head.description)}">
${aboutPage(page)}
<meta name="theme-color" content="${brandOf(page.branding.mainColor).brand}">
<link rel="icon" href="${escape(page.branding.favicon ?? '/icons/icon.svg')}">
<style>${page.style}</style>
${files.map((file) => `<link rel="modulepreload" href="/${file}">`).join('\n')}
</head>
<body>
<div id="root">${page.markup}</div>
<script type="application/json" id="${stateElementId}">${page.state}</script>
<script type="module" src="/${script}"></script>
</body>
</html>
`
}

/** What search engines are told of a page: nothing of a private one. */
function aboutPage({
  head,
  origin,
  branding,
}: {
  head: ReturnType<typeof headOf>
  origin: string
  branding: Branding
}) {
  if (head.isPrivate) return '<meta name="robots" content="noindex, nofollow">'
  const url = head.canonical === undefined ? null : escape(`${origin}${head.canonical}`)
  const lines = [
    ...(url === null ? [] : [`<link rel="canonical" href="${url}">`, `<meta property="og:url" content="${url}">`]),
    `<meta property="og:title" content="${escape(head.title)}">`,
    `<meta property="og:description" content="${escape(head.description)}">`,
    `<meta property="og:site_name" content="${escape(branding.name)}">`,
  ]
  const facts = head.structured === undefined ? null : JSON.stringify(head.structured).replaceAll('<', '\\u003c')
  if (facts !== null) lines.push(`<script type="application/ld+json">${facts}</script>`)
  return lines.join('\n')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
