import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { parse } from 'hono/utils/cookie'
import { consentCookie, languageCookie, type JourneySite } from '#sync/calls/journey.ts'
import { isOpenAnyway } from '#domain/configuration/site-opening.ts'
import { defaultLanguage, languages, type Language } from '#domain/kernel/languages.ts'
import { acceptedLanguage } from './accept-language.ts'
import type { EntryDocument } from './entry-document.ts'
import type { RenderJourney } from './journey-renderer.ts'
import { isLoopback, networkOf } from './network-of.ts'
import { notOpenPage, unknownHostPage } from './plain-pages.ts'
import type { PageReader } from './page-reader.ts'
import { sitePolicy, type ListedHosts } from './security-headers.ts'
import type { RequestFacts } from './request-facts.ts'
import { requestTokens } from './request-tokens.ts'
import type { StaticFiles } from './static-files.ts'

/** The development mailbox: its page, and who sees it. */
export interface Mailbox {
  readonly for: 'this_machine' | 'anybody'
  readonly page: () => Response
}

/** The public site behind a host name, of an account or of none. */
export interface HostedSite {
  readonly site: JourneySite
  /** The one origin that the site is known by; null where it is the one that was asked for. */
  readonly origin: string | null
  /** Hosts that the account lists; the browser learns them from the rules of the page alone. */
  readonly listed: ListedHosts
}

/** What serving pages needs. */
export interface PageDeps {
  readonly files: StaticFiles
  readonly entryDocument: EntryDocument
  readonly renderJourney: RenderJourney | null
  /** Told when a page could not be rendered and the document came as it lies there. */
  readonly renderFailed: (error: unknown) => undefined
  /** The public site behind a host name. */
  readonly site: (host: string) => Promise<HostedSite>
  /** Whether a host name is the installation's own, and whether an account's site answers there. */
  readonly hosts: {
    readonly isOwn: (host: string) => boolean
    readonly accountOf: (host: string) => Promise<object | null>
  }
  /** Reads for a page what its visitor may read. */
  readonly reader: PageReader
  /** The development mailbox; null where it does not exist. */
  readonly mailbox: Mailbox | null
  /** A map of the public site for search engines; null where there is none of that path. */
  readonly sitemap: (accountId: string, origin: string, path: string) => Promise<string | null>
}

/** The answer to a request that no API path took: a file of the web app or one of its two documents. */
export async function servePage(request: Request, facts: RequestFacts, deps: PageDeps): Promise<Response | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const url = new URL(request.url)
  if (url.pathname === '/mailbox' && deps.mailbox !== null && isShown(deps.mailbox, request, facts))
    return deps.mailbox.page()
  if (url.pathname === '/robots.txt' || /^\/sitemap[\w-]*\.xml$/.test(url.pathname))
    return forSearchEngines(request, url.pathname, facts, deps)
  const filePath = decodePath(url.pathname)
  if (filePath === null) return null
  const file = filePath === '' ? null : await deps.files.answer(request, filePath)
  if (file !== null) return file
  if (/\.[a-z0-9]{1,12}$/i.test(filePath) && !isNavigation(request)) return null
  const entry = deps.entryDocument(url.pathname, hasSignedIn(request, facts))
  if (entry === 'journey' && deps.renderJourney !== null) {
    const page = await journeyPage(request, facts, deps, deps.renderJourney).catch(deps.renderFailed)
    if (page !== undefined) return page
  } else if (!(await isKnown(facts.host, deps))) return unknownHostPage(request)
  const document = await deps.files.answer(request, `${entry}/index.html`)
  document?.headers.append('vary', 'cookie')
  return document
}

/**
 * Behind a proxy or a tunnel on this machine every socket is its own: the host that the browser asked for has to be it
 * too, which no name of a foreign site is, wherever that points, and nobody may come from elsewhere by a header's word.
 */
function isShown(mailbox: Mailbox, request: Request, { address, host }: RequestFacts): boolean {
  if (mailbox.for === 'anybody') return true
  const told = request.headers.get('x-forwarded-for')?.split(',') ?? []
  const isHere = [address, ...told].every((each) => isLoopback(networkOf(each.trim())))
  return isHere && (host === 'localhost' || isLoopback(networkOf(host)))
}

/** Search engines read the public site, and neither its private links nor what answers programs. */
const robots = [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /buyback/tracking/',
  'Disallow: /buyback/quote/',
  'Disallow: /cart/',
  'Allow: /',
]

async function forSearchEngines(
  request: Request,
  path: string,
  facts: RequestFacts,
  deps: PageDeps,
): Promise<Response | null> {
  const { site, origin } = await readSite(facts, deps)
  if (site.branding.accountId === null && !deps.hosts.isOwn(facts.host)) return unknownHostPage(request)
  // Of a site that is not open there is nothing to be found.
  const accountId = site.isOpen ? site.branding.accountId : null
  const isList = path === '/robots.txt'
  const text = isList
    ? [...robots, ...(accountId === null ? [] : [`Sitemap: ${origin}/sitemap.xml`]), ''].join('\n')
    : accountId === null
      ? null
      : await deps.sitemap(accountId, origin, path)
  if (text === null) return null
  const headers = {
    'content-type': isList ? 'text/plain; charset=utf-8' : 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  }
  return new Response(request.method === 'HEAD' ? null : text, { headers })
}

// A path like `/old-page.html` is a page that is gone; who asks for a script, picture or style does not name HTML.
function isNavigation(request: Request): boolean {
  return /\btext\/html\b/i.test(request.headers.get('accept') ?? '')
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

/** The site of the host that was asked, with the origin that its pages name. */
async function readSite(facts: RequestFacts, deps: PageDeps): Promise<HostedSite & { readonly origin: string }> {
  const { origin, ...rest } = await deps.site(facts.host)
  return { ...rest, origin: origin ?? facts.origin }
}

/**
 * Whether any page is shown under a host name: one that nobody holds, or whose account rests, shows neither another
 * client's site nor the sign-in.
 */
async function isKnown(host: string, { hosts }: PageDeps): Promise<boolean> {
  if (hosts.isOwn(host)) return true
  // Without the database there is nothing of an account to be shown, and people go on with what their devices hold.
  const account = await hosts.accountOf(host).catch(() => undefined)
  return account !== null
}

async function journeyPage(
  request: Request,
  facts: RequestFacts,
  deps: PageDeps,
  renderJourney: RenderJourney,
): Promise<Response> {
  const { site, origin, listed } = await readSite(facts, deps)
  if (site.branding.accountId === null) {
    if (!deps.hosts.isOwn(facts.host)) return unknownHostPage(request)
    // The installation's own address is no shop: people come there to sign in.
    if (new URL(request.url).pathname === '/')
      return new Response(null, { status: 307, headers: { location: '/login', 'cache-control': 'no-cache' } })
  }
  if (!site.isOpen && !isOpenAnyway(new URL(request.url).pathname)) return notOpenPage(request, site.branding.language)
  const cookies = parse(request.headers.get('cookie') ?? '')
  const language = languageOf(request, cookies[languageCookie], site)
  const page = await renderJourney({
    url: request.url,
    origin,
    site,
    language,
    read: deps.reader(request, facts, { accountId: site.branding.accountId, language }),
  })
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': page.isPrivate ? 'private, no-store' : 'no-cache',
    vary: 'cookie, accept-language, accept-encoding',
  })
  if (page.redirect !== null) {
    headers.set('location', page.redirect)
    return new Response(null, { status: page.status, headers })
  }
  if (page.isPrivate) headers.set('x-robots-tag', 'noindex, nofollow')
  // Others would read the address, which opens what it names to whoever has it.
  const policy = sitePolicy(site, listed, !page.isPrivate && cookies[consentCookie] === 'all')
  if (policy !== null) headers.set('content-security-policy', policy)
  const body = Buffer.from(page.html)
  if (!/\bbr\b/.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(request.method === 'HEAD' ? null : body, { status: page.status, headers })
  headers.set('content-encoding', 'br')
  const packed = await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(packed), { status: page.status, headers })
}

const compress = promisify(brotliCompress)

/** What the visitor has chosen, else what the browser asks for, else the account's language. */
function languageOf(request: Request, chosen: string | undefined, site: JourneySite): Language {
  return (
    languages.find((language) => language === chosen) ??
    acceptedLanguage(request.headers.get('accept-language')) ??
    site.branding.language ??
    defaultLanguage
  )
}
