import { parse } from 'hono/utils/cookie'
import deDE from '#locales/de-DE/branding.json' with { type: 'json' }
import enGB from '#locales/en-GB/branding.json' with { type: 'json' }
import frFR from '#locales/fr-FR/branding.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/branding.json' with { type: 'json' }
import { defaultLanguage, languages, type Language } from '#domain/kernel/languages.ts'
import { languageCookie } from '#sync/calls/journey.ts'
import { acceptedLanguage } from './accept-language.ts'

const texts: Readonly<Record<Language, { readonly title: string; readonly text: string }>> = {
  'fr-FR': frFR.unknownHost,
  'en-GB': enGB.unknownHost,
  'nl-BE': nlBE.unknownHost,
  'de-DE': deDE.unknownHost,
}

/** The page of a host name that nobody holds, or whose account rests: it says neither which nor whose. */
export function unknownHostPage(request: Request): Response {
  const chosen = parse(request.headers.get('cookie') ?? '')[languageCookie]
  const language =
    languages.find((one) => one === chosen) ??
    acceptedLanguage(request.headers.get('accept-language')) ??
    defaultLanguage
  const { title, text } = texts[language]
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
<p>${text}</p>
</main>
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'cookie, accept-language',
  }
  return new Response(request.method === 'HEAD' ? null : html, { status: 404, headers })
}
