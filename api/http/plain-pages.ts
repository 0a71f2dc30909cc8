import deDE from '#locales/de-DE/branding.json' with { type: 'json' }
import enGB from '#locales/en-GB/branding.json' with { type: 'json' }
import frFR from '#locales/fr-FR/branding.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/branding.json' with { type: 'json' }
import type { Language } from '#domain/kernel/languages.ts'
import { pageLanguage } from './page-language.ts'

const texts = { 'fr-FR': frFR, 'en-GB': enGB, 'nl-BE': nlBE, 'de-DE': deDE }

/**
 * The page of a host name that nobody holds (421), or whose account rests (404): it says neither which nor whose.
 */
export function unknownHostPage(request: Request, status: 404 | 421 = 421): Response {
  const language = pageLanguage(request, null)
  return plainPage(request, { language, status, ...texts[language].unknownHost })
}

/**
 * The page of a site whose terms are not published: it says so, and leads people of the shop to where they sign in.
 * Search engines are told to come again.
 */
export function notOpenPage(request: Request, own: Language | null): Response {
  const language = pageLanguage(request, own)
  const { title, text, signIn } = texts[language].notOpen
  return plainPage(request, { language, status: 503, title, text, link: { to: '/login', text: signIn } })
}

/** The page of a site whose database does not answer: it comes again by itself. */
export function unavailablePage(request: Request, own: Language | null): Response {
  const language = pageLanguage(request, own)
  const { title, text, again } = texts[language].unavailable
  const page = plainPage(request, { language, status: 503, title, text, link: { to: '', text: again } })
  page.headers.set('retry-after', '10')
  page.headers.set('refresh', '10')
  return page
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
