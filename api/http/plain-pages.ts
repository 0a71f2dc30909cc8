import { parse } from 'hono/utils/cookie'
import deDE from '#locales/de-DE/branding.json' with { type: 'json' }
import enGB from '#locales/en-GB/branding.json' with { type: 'json' }
import frFR from '#locales/fr-FR/branding.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/branding.json' with { type: 'json' }
import { defaultLanguage, languages, type Language } from '#domain/kernel/languages.ts'
import { languageCookie } from '#sync/calls/journey.ts'
import { acceptedLanguage } from './accept-language.ts'

const texts = { 'fr-FR': frFR, 'en-GB': enGB, 'nl-BE': nlBE, 'de-DE': deDE }

/** The page of a host name that nobody holds, or whose account rests: it says neither which nor whose. */
export function unknownHostPage(request: Request): Response {
  const language = languageOf(request, null)
  return plainPage(request, { language, status: 404, ...texts[language].unknownHost })
}

/**
 * The page of a site whose terms are not published: it says so, and leads people of the shop to where they sign in.
 * Search engines are told to come again.
 */
export function notOpenPage(request: Request, own: Language | null): Response {
  const language = languageOf(request, own)
  const { title, text, signIn } = texts[language].notOpen
  return plainPage(request, { language, status: 503, title, text, link: { to: '/login', text: signIn } })
}

interface PlainPage {
  readonly language: Language
  readonly status: number
  readonly title: string
  readonly text: string
  readonly link?: { readonly to: string; readonly text: string }
}

function plainPage(request: Request, { language, status, title, text, link }: PlainPage): Response {
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 1.5rem;color:#18181b}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>${link === undefined ? '' : `\n<p><a href="${link.to}">${link.text}</a></p>`}
</main>
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'cookie, accept-language',
  }
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}

function languageOf(request: Request, own: Language | null): Language {
  const chosen = parse(request.headers.get('cookie') ?? '')[languageCookie]
  return (
    languages.find((one) => one === chosen) ??
    acceptedLanguage(request.headers.get('accept-language')) ??
    own ??
    defaultLanguage
  )
}
