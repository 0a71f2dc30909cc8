import type { Branding } from '#sync/calls/configuration.ts'
import { defaultLanguage } from '#domain/kernel/languages.ts'
import { acceptedLanguage } from './accept-language.ts'
import { entryDocument } from './entry-document.ts'
import type { RenderJourney } from './journey-renderer.ts'
import type { RequestFacts } from './request-facts.ts'
import { requestTokens } from './request-tokens.ts'
import type { StaticFiles } from './static-files.ts'

/** What serving pages needs. */
export interface PageDeps {
  readonly files: StaticFiles
  readonly renderJourney: RenderJourney | null
  /** Told when a page could not be rendered and the document came as it lies there. */
  readonly renderFailed: (error: unknown) => undefined
  /** The public face of the account behind a host name. */
  readonly branding: (host: string) => Promise<Branding>
  /** The development mailbox; null where it does not exist. */
  readonly mailbox: (() => Response) | null
}

/** The answer to a request that no API path took: a file of the web app or one of its two documents. */
export async function servePage(request: Request, facts: RequestFacts, deps: PageDeps): Promise<Response | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const url = new URL(request.url)
  if (url.pathname === '/mailbox' && deps.mailbox !== null) return deps.mailbox()
  const filePath = decodePath(url.pathname)
  if (filePath === null) return null
  const file = filePath === '' ? null : await deps.files.answer(request, filePath)
  if (file !== null) return file
  if (/\.[a-z0-9]{1,12}$/i.test(filePath)) return null
  const entry = entryDocument(url.pathname, hasSignedIn(request, facts))
  if (entry === 'journey' && deps.renderJourney !== null) {
    const page = await journeyPage(request, facts, deps, deps.renderJourney).catch(deps.renderFailed)
    if (page !== undefined) return page
  }
  const document = await deps.files.answer(request, `${entry}/index.html`)
  document?.headers.append('vary', 'cookie')
  return document
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname).replace(/^\/+/, '')
  } catch {
    return null
  }
}

// The cookie alone decides: behind one whose session has ended stands somebody who has to reconnect, and no visitor.
function hasSignedIn(request: Request, facts: RequestFacts): boolean {
  return requestTokens(request.headers, facts.secure).cookie !== null
}

async function journeyPage(
  request: Request,
  facts: RequestFacts,
  deps: PageDeps,
  renderJourney: RenderJourney,
): Promise<Response> {
  const branding = await deps.branding(facts.host)
  const language = acceptedLanguage(request.headers.get('accept-language')) ?? branding.language ?? defaultLanguage
  const page = await renderJourney({ url: request.url, host: facts.host, branding, language })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'cookie, accept-language',
  }
  return new Response(request.method === 'HEAD' ? null : page.html, { status: page.status, headers })
}
