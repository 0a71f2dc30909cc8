/** The browser's own factory of trusted values; absent where it knows none, and on the server that renders pages. */
interface TrustedFactory {
  readonly defaultPolicy: unknown
  createPolicy(
    name: string,
    rules: {
      readonly createHTML?: (html: string) => string | null
      readonly createScriptURL?: (address: string) => string | null
    },
  ): { createHTML(html: string): TrustedHTML }
}

/** Names of the policies that the server's content rules allow (`api/http/security-headers.ts`). */
const policyOfTexts = 'reprise-texts'

function factory(): TrustedFactory | undefined {
  return (globalThis as { readonly trustedTypes?: TrustedFactory }).trustedTypes
}

const texts = factory()?.createPolicy(policyOfTexts, { createHTML: (html) => html })

/** HTML that the server has cleaned when it was written, as the page may take it. */
export function trustedHtml(html: string): string | TrustedHTML {
  return texts?.createHTML(html) ?? html
}

/** Markup that libraries write from their own constants: React's empty script, Leaflet's trial and its signs. */
const ownMarkup: readonly string[] = [
  '<script></script>',
  '<svg/>',
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
  '<span aria-hidden="true">&#215;</span>',
]

/** What becomes HTML without a policy of its own: texts without markup, such as styles, and constants of libraries. */
export function judgeHtml(html: string): string | null {
  return !html.includes('<') || ownMarkup.includes(html) ? html : null
}

/** What may be run: the service worker and the files of the build, from the page's own origin. */
export function judgeScript(address: string, origin: string): string | null {
  const url = parsed(address, origin)
  const isOwn = url?.origin === origin && (url.pathname === '/sw.js' || /^\/assets\/[\w.-]+\.js$/.test(url.pathname))
  return isOwn ? address : null
}

/** The oldest browser with this policy knows neither `URL.parse` nor `URL.canParse`. */
function parsed(address: string, origin: string): URL | null {
  try {
    return new URL(address, origin)
  } catch {
    return null
  }
}

/** Judges what libraries hand to the page as plain text; whatever is refused throws there. */
export function guardSinks(): void {
  const trusted = factory()
  if (trusted === undefined || trusted.defaultPolicy !== null) return
  trusted.createPolicy('default', {
    createHTML: judgeHtml,
    createScriptURL: (address) => judgeScript(address, location.origin),
  })
}
