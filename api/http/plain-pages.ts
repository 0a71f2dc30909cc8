import deDE from '#locales/de-DE/branding.json' with { type: 'json' }
import enGB from '#locales/en-GB/branding.json' with { type: 'json' }
import frFR from '#locales/fr-FR/branding.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/branding.json' with { type: 'json' }
import type { Language } from '#domain/kernel/languages.ts'
import errorsDe from '#locales/de-DE/errors.json' with { type: 'json' }
import errorsEn from '#locales/en-GB/errors.json' with { type: 'json' }
import errorsFr from '#locales/fr-FR/errors.json' with { type: 'json' }
import errorsNl from '#locales/nl-BE/errors.json' with { type: 'json' }
import { errorStatus } from './error-status.ts'
import type { Failure } from './failure.ts'
import { pageLanguage } from './page-language.ts'
import { plainPolicy } from './security-headers.ts'

const errors: Readonly<Record<Language, Readonly<Record<string, unknown>>>> = {
  'fr-FR': errorsFr,
  'en-GB': errorsEn,
  'nl-BE': errorsNl,
  'de-DE': errorsDe,
}
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

/** Whether a person's browser asks for an address itself, to show the answer in a tab: a program asks in other words. */
export function isOpenedInTab(request: Request): boolean {
  const { headers, method } = request
  if (method !== 'GET') return false
  const destination = headers.get('sec-fetch-dest')
  if (destination !== null) return ['document', 'iframe', 'embed', 'object'].includes(destination)
  return headers.get('accept')?.startsWith('text/html') === true
}

/** The page of a file or a call that a tab cannot show: what is wrong in words, and the way back. */
export function refusedPage(request: Request, { code }: Pick<Failure, 'code'>): Response {
  const language = pageLanguage(request, null)
  const { title, text: general, start } = texts[language].refused
  const known = errors[language][code]
  // What a text of a code would be filled with is for the screens that know it.
  const text = typeof known === 'string' && !known.includes('{{') ? known : general
  const isUnknown = code === 'REQUEST_NOT_FOUND'
  return plainPage(request, {
    language,
    status: errorStatus[code],
    title,
    text: isUnknown ? general : text,
    link: { to: '/', text: start },
  })
}

const style = 'body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 1.5rem;color:#18181b}'

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
<style>${style}</style>
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
    'content-security-policy': plainPolicy(style),
    vary: 'cookie, accept-language',
  }
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}
