import { createMemoryHistory } from '@tanstack/react-router'
import type { ResourceKey } from 'i18next'
import { renderToString } from 'react-dom/server'
import { brandOf, brandVariables } from '#web/lib/brand.ts'
import { startTexts } from '#web/lib/i18n.ts'
import type { Branding } from '#sync/calls/configuration.ts'
import { fallbackLanguage, type Language } from '#domain/kernel/languages.ts'
import { JourneyApp } from './app/journey-app.tsx'
import { journeyContexts, stateElementId, writeState } from './app/journey-state.ts'
import { createJourneyRouter } from './app/router.ts'

/** Files of the built site; the build fills it in. */
declare const __JOURNEY_DOCUMENT__: {
  readonly script: string
  readonly preloads: readonly string[]
  readonly styles: string
}

/** What a public page is made from. */
export interface JourneyRequest {
  readonly url: string
  readonly host: string
  readonly branding: Branding
  readonly language: Language
}

/** Renders a public page. */
export async function renderJourney(
  request: JourneyRequest,
): Promise<{ readonly status: number; readonly html: string }> {
  const { branding, language } = request
  const { pathname, search } = new URL(request.url)
  const router = createJourneyRouter(createMemoryHistory({ initialEntries: [`${pathname}${search}`] }))
  const texts = await startTexts(language, journeyContexts)
  await router.load()
  const markup = renderToString(<JourneyApp router={router} texts={texts} branding={branding} />)
  const resources: Record<string, Record<string, ResourceKey>> = {}
  for (const one of new Set([language, fallbackLanguage])) {
    resources[one] = Object.fromEntries(
      journeyContexts.map((context) => [context, texts.getResourceBundle(one, context)]),
    )
  }
  const t = texts.getFixedT(language, 'home')
  const html = documentOf({
    language,
    branding,
    title: `${branding.name} – ${t(($) => $.public.title)}`,
    description: t(($) => $.public.description, { name: branding.name }),
    markup: markup.replace(/^(<link [^>]*>)+/, ''),
    state: writeState({ branding, language, texts: resources }),
  })
  return { status: statusOf(pathname, router.state.matches.length === 1), html }
}

function statusOf(pathname: string, unknown: boolean): number {
  if (unknown || pathname === '/404') return 404
  return pathname === '/not-available' ? 503 : 200
}

function documentOf(page: {
  readonly language: Language
  readonly branding: Branding
  readonly title: string
  readonly description: string
  readonly markup: string
  readonly state: string
}): string {
  const { script, preloads, styles } = __JOURNEY_DOCUMENT__
  const brand = brandOf(page.branding.mainColor)
  const variables = Object.entries(brandVariables(brand, 'light')).map(([name, value]) => `${name}:${value}`)
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)}</title>
<meta name="description" content="${escape(page.description)}">
<meta name="theme-color" content="${brand.brand}">
<link rel="icon" href="${escape(page.branding.favicon ?? '/icons/icon.svg')}">
<style>:root{${variables.join(';')}}${styles}</style>
${preloads.map((file) => `<link rel="modulepreload" href="/${file}">`).join('\n')}
</head>
<body>
<div id="root">${page.markup}</div>
<script type="application/json" id="${stateElementId}">${page.state}</script>
<script type="module" src="/${script}"></script>
</body>
</html>
`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
