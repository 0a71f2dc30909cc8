import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { parse } from 'hono/utils/cookie'
import { consentCookie, type Assurance, type EmbedPicture, type JourneySite } from '#sync/calls/journey.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { isAlwaysOpen } from '#domain/settings/site-opening.ts'
import type { EntryDocument } from './entry-document.ts'
import type { RenderJourney } from './journey-renderer.ts'
import { isLoopback, networkOf } from './network-of.ts'
import { notOpenPage, unavailablePage, unknownHostPage } from './plain-pages.ts'
import type { PageReader } from './page-reader.ts'
import { sitePolicy, type ListedHosts } from './security-headers.ts'
import type { RequestFacts } from './request-facts.ts'
import { pageLanguage } from './page-language.ts'
import { isUnavailable } from './unavailable.ts'
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
  /** What the account says for itself, to readers of a language. */
  readonly assurancesIn: (language: Language) => readonly Assurance[]
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
  /** Where the private link of a page is at home; null for a page that is none, or names nothing. */
  readonly linkHome: (url: URL) => Promise<{ readonly accountId: string; readonly origin: string } | null>
  /** The result of a database read, as long as the database answers. */
  readonly whileUp: <T>(work: Promise<T>) => Promise<T>
  /** Whether a host name is the installation's own, and whether an account's site answers there. */
  readonly hosts: {
    readonly isOwn: (host: string) => boolean
    readonly accountOf: (host: string) => Promise<{ readonly id: string } | null>
  }
  /** Reads for a page what its visitor may read. */
  readonly reader: PageReader
  /** Puts a small picture into a page. */
  readonly embedPicture: EmbedPicture
  /** The development mailbox; null where it does not exist. */
  readonly mailbox: Mailbox | null
  /** A map of the public site for search engines; null where there is none of that path. */
  readonly sitemap: (accountId: string, origin: string, path: string) => Promise<string | null>
}

/** The page of the back office that a private link opens; no other one is looked up. */
const privateStaffPage = /^\/renew\/[^/]+\/?$/

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
    const page = await deps
      .whileUp(journeyPage(request, facts, deps, deps.renderJourney))
      .catch(async (error: unknown) =>
        isUnavailable(error)
          ? unavailablePage(request, await keptLanguage(facts.host, deps))
          : deps.renderFailed(error),
      )
    if (page !== undefined) return page
  } else if (!(await isKnown(facts.host, deps))) return unknownHostPage(request, 404)
  // At the installation's own address users of every account sign in, also while the name of their client leads nowhere.
  else if (privateStaffPage.test(url.pathname) && !deps.hosts.isOwn(facts.host)) {
    const elsewhere = await deps
      .whileUp(linkElsewhere(request, facts, hostAccount(facts, deps), deps))
      .catch((error: unknown) => {
        if (isUnavailable(error)) return null
        throw error
      })
    if (elsewhere !== null) return ledTo(elsewhere)
  }
  const document = await deps.files.answer(request, `${entry}/index.html`)
  document?.headers.append('vary', 'cookie')
  return document
}

/**
 * Behind a proxy or a tunnel on this machine every socket has this machine's address. So the host that the browser
 * asked for has to be this machine too, which the name of a foreign site is not, even where it resolves to this
 * machine. Proxies tell of the caller in headers of many names, and some of none that is known here: a header that
 * browsers of this machine do not send comes from something in between.
 */
function isShown(mailbox: Mailbox, request: Request, { address, host }: RequestFacts): boolean {
  if (mailbox.for === 'anybody') return true
  const isDirect = [...request.headers.keys()].every((name) => sentByBrowsers.test(name))
  const isHere = isDirect && isLoopback(networkOf(address))
  return isHere && (host === 'localhost' || isLoopback(networkOf(host)))
}

const sentByBrowsers =
  /^(accept(-charset|-encoding|-language)?|cache-control|connection|cookie|dnt|host|if-(modified-since|none-match)|keep-alive|pragma|priority|purpose|referer|save-data|sec-[a-z-]+|te|upgrade-insecure-requests|user-agent)$/

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
  if (site.branding.accountId === null && !deps.hosts.isOwn(facts.host)) return unknownHostPage(request, 404)
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

// The cookie alone decides: a cookie whose session has ended belongs to a user who has to sign in again, not to a
// visitor.
function hasSignedIn(request: Request, facts: RequestFacts): boolean {
  return requestTokens(request.headers, facts.secure).cookie !== null
}

/** The site of the host that was asked, with the origin that its pages name. */
async function readSite(facts: RequestFacts, deps: PageDeps): Promise<HostedSite & { readonly origin: string }> {
  const { origin, ...rest } = await deps.site(facts.host)
  return { ...rest, origin: origin ?? facts.origin }
}

/** The language of a host's site where that is in memory. */
async function keptLanguage(host: string, { site, whileUp }: PageDeps): Promise<Language | null> {
  return whileUp(site(host)).then(
    (hosted) => hosted.site.branding.language,
    () => null,
  )
}

/**
 * Whether any page is shown under a host name: one that nobody holds, or whose account rests, shows neither another
 * client's site nor the sign-in.
 */
async function isKnown(host: string, { hosts, whileUp }: PageDeps): Promise<boolean> {
  if (hosts.isOwn(host)) return true
  // Without the database there is nothing of an account to be shown, and people go on with what their devices hold.
  const account = await whileUp(hosts.accountOf(host)).catch(() => undefined)
  return account !== null
}

/** The address at which a private link is at home, where that is another site than the one that was asked. */
async function linkElsewhere(
  request: Request,
  { host }: RequestFacts,
  accountShown: () => Promise<string | null>,
  { linkHome, hosts }: PageDeps,
): Promise<string | null> {
  const url = new URL(request.url)
  const home = await linkHome(url)
  if (home === null || home.accountId === (await accountShown())) return null
  // An account without an address of its own is at home at the installation's, which may have several names.
  const { hostname } = new URL(home.origin)
  if (hostname === host || (hosts.isOwn(hostname) && hosts.isOwn(host))) return null
  return `${home.origin}${url.pathname}${url.search}`
}

/** Whose face the door of the back office shows under a host name. */
function hostAccount({ host }: RequestFacts, { hosts }: PageDeps): () => Promise<string | null> {
  return async () => (await hosts.accountOf(host))?.id ?? null
}

function ledTo(location: string): Response {
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'private, no-store' } })
}

async function journeyPage(
  request: Request,
  facts: RequestFacts,
  deps: PageDeps,
  renderJourney: RenderJourney,
): Promise<Response> {
  const { site, origin, listed, assurancesIn } = await readSite(facts, deps)
  const elsewhere = await linkElsewhere(request, facts, () => Promise.resolve(site.branding.accountId), deps)
  if (elsewhere !== null) return ledTo(elsewhere)
  if (site.branding.accountId === null) {
    if (!deps.hosts.isOwn(facts.host)) return unknownHostPage(request, 404)
    // The installation's own address is no shop: people come there to sign in, and customers by private links alone.
    const url = new URL(request.url)
    if (url.pathname === '/' || url.pathname === '/home')
      return new Response(null, { status: 307, headers: { location: '/login', 'cache-control': 'no-cache' } })
    if (!isAlwaysOpen(url.pathname) && (await deps.linkHome(url)) === null) return unknownHostPage(request, 404)
  }
  if (!site.isOpen && !isAlwaysOpen(new URL(request.url).pathname)) return notOpenPage(request, site.branding.language)
  const cookies = parse(request.headers.get('cookie') ?? '')
  const language = pageLanguage(request, site.branding.language)
  const assurances = assurancesIn(language)
  const read = deps.reader(request, facts, { accountId: site.branding.accountId, language })
  let unread: unknown = null
  const page = await renderJourney({
    url: request.url,
    origin,
    site: assurances.length === 0 ? site : { ...site, assurances },
    language,
    // What the page shows of a failure is no answer while the database is away.
    read: (address) =>
      read(address).catch((error: unknown) => {
        if (isUnavailable(error)) unread = error
        throw error
      }),
    embedPicture: deps.embedPicture,
  })
  if (unread !== null) throw unread
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
  // Third parties would read the address of a private page, which opens what it names to everyone who has it.
  const hasAgreed = !page.isPrivate && cookies[consentCookie(facts.secure)] === 'all'
  headers.set('content-security-policy', sitePolicy(site, listed, { hasAgreed, style: page.style }))
  const body = Buffer.from(page.html)
  if (!/\bbr\b/.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(request.method === 'HEAD' ? null : body, { status: page.status, headers })
  headers.set('content-encoding', 'br')
  const packed = await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(packed), { status: page.status, headers })
}

const compress = promisify(brotliCompress)
