import { createHash } from 'node:crypto'
import type { JourneySite } from '#sync/calls/journey.ts'
import { policyReportsPath } from './policy-reports-path.ts'

/** Name under which browsers know where reports go. */
const reportsName = 'rules'

/**
 * Content rules of every page, and of the scripts that workers start from. Decoding in the browser needs WebAssembly.
 * Styles come from files alone: neither style elements nor style attributes of markup count, but those that a page names
 * by their digest. What scripts write to `element.style` or into sheets of their own is not inline.
 */
const directives: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  // Said although the default says it too: who reads the rules looks for it by name.
  'object-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * Nothing becomes HTML or a script of a page but through two policies (`web/lib/trusted-html.ts`). Pages that run what
 * others have written go without them: tag managers make scripts of texts.
 */
const typed: Readonly<Record<string, string>> = {
  'trusted-types': 'default reprise-texts',
  'require-trusted-types-for': "'script'",
}

/** Where it is told what the rules have stopped; the former way, which every browser knows, and the present one. */
const reports: Readonly<Record<string, string>> = {
  'report-uri': policyReportsPath,
  'report-to': reportsName,
}

/** Hosts of the tag manager and of the consent tool, by what they are asked for (PUB-39). */
const tagManagerHost = 'https://www.googletagmanager.com'
const consentToolHosts = 'https://*.axept.io'

/** Hosts that an account lists for its public site. */
export interface ListedHosts {
  readonly images: readonly string[]
  readonly tags: readonly string[]
}

/** The style element that a page has in its markup, by the digest that the content rules name it with. */
function styleSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

/** Rules of a page that has one style element and nothing else of its own. */
export function plainPolicy(style: string): string {
  return policyOf({ ...directives, ...typed }, { 'style-src': styleSource(style) })
}

/**
 * Content rules of a page of the public site: map tiles come from where the installation has them, images of texts from
 * the hosts that the account lists, and what others count with only once the visitor has agreed. What they write is not
 * known before, so that such a page alone takes inline styles; its own digest would turn them off.
 */
export function sitePolicy(
  { mapTiles, whiteLabel }: JourneySite,
  { images: imageHosts, tags: tagHosts }: ListedHosts,
  { hasAgreed, style }: { readonly hasAgreed: boolean; readonly style: string },
): string {
  const map = mapTiles !== null && whiteLabel?.dropOffLocationsMapEnabled === true && /^https?:/.test(mapTiles.url)
  const others = [
    ...(hasAgreed && whiteLabel?.tagManagerId ? [tagManagerHost, ...tagHosts.map(byHttps)] : []),
    ...(hasAgreed && whiteLabel?.axeptioId ? [consentToolHosts] : []),
  ].join(' ')
  const images = [map ? new URL(mapTiles.url).origin : '', ...imageHosts.map(byHttps), others]
    .filter((text) => text !== '')
    .join(' ')
  const rules = others === '' ? { ...directives, ...typed } : directives
  const styles = others === '' ? styleSource(style) : "'unsafe-inline'"
  return policyOf(rules, { 'style-src': styles, 'img-src': images, 'script-src': others, 'connect-src': others })
}

const byHttps = (host: string): string => `https://${host}`

type Rules = Readonly<Record<string, string>>

function policyOf(rules: Rules, more: Rules = {}): string {
  return Object.entries({ ...rules, ...reports })
    .map(([name, value]) => [name, value, more[name] ?? ''].join(' ').trimEnd())
    .join('; ')
}

const generalPolicy = policyOf({ ...directives, ...typed })

/** Rules of the page that shows the description of the API: its viewer writes HTML of its own. */
export const viewerPolicy = policyOf(directives)

/**
 * Rules of what is neither a page nor a script: nothing of it runs and it asks for nothing. A browser that shows a PDF,
 * a photo or data in a tab makes a page of its own around it, whose styles are inline; these rules count there too.
 */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/** Scripts are among them: a worker has the rules that its own file came with. */
const ruledAsPages = /^(?:text\/html|text\/javascript)\b/

/** Adds the headers that keep a page from being framed, sniffed, or fed by another site. */
export function addSecurityHeaders(headers: Headers, secure: boolean): void {
  const isPage = ruledAsPages.test(headers.get('content-type') ?? '')
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', isPage ? generalPolicy : filePolicy)
  if (isPage) headers.set('reporting-endpoints', `${reportsName}="${policyReportsPath}"`)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'same-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('permissions-policy', 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=(), serial=()')
  if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
