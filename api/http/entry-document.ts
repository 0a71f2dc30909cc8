/** The two entry documents of the web app. */
export type Entry = 'journey' | 'staff'

/** Paths that belong to the public site for every caller: legal texts, private links of customers, cookie policy. */
const alwaysPublic = [
  /^\/(eula|service-terms|faq-and-contact|cgu|cgs|faq)$/,
  /^\/cookies-policy(-document)?$/,
  /^\/buyback\/[^/]+\/(accept|reject)$/,
  /^\/buyback\/(tracking|quote)\/[^/]+$/,
  /^\/not-available$/,
]

/** Paths of the public site that who works here meets in the back office under the same name. */
const publicForVisitors = [
  /^\/$/,
  /^\/home$/,
  /^\/404$/,
  /^\/buyback\/search(\/(products|categories|category-list))?$/,
  /^\/buyback\/create(\/.*)?$/,
  /^\/buyback\/confirmation$/,
  /^\/buyback\/zero$/,
  /^\/available-stores$/,
  /^\/cart\/(customer-informations|order-summary)$/,
  /^\/cart\/[^/]+\/checkout$/,
  /^\/create-buyback$/,
]

/** Which document answers a navigation. */
export type EntryDocument = (path: string, hasSignedIn: boolean) => Entry

/**
 * Which document answers a navigation: who has signed in works in *staff*, which also asks to reconnect when the
 * session has ended (SHELL-44, SHELL-51), and says what it does not know. A visitor on a path of the back office's own
 * meets *staff* as well, whose guard asks to sign in; everything else is *journey*, where an unknown path leads to `/`
 * (PUB-26).
 *
 * @param staffPaths The back office's own paths, as its router names them
 */
export function createEntryDocument(staffPaths: readonly string[]): EntryDocument {
  const staffOnly = staffPaths.map(patternOf)
  return (path, hasSignedIn) => {
    const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
    const isOneOf = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(plain))
    if (isOneOf(alwaysPublic)) return 'journey'
    if (hasSignedIn) return 'staff'
    return !isOneOf(publicForVisitors) && isOneOf(staffOnly) ? 'staff' : 'journey'
  }
}

/** What a path of the router matches: `$name` is one segment, `{-$name}` one that may be missing, `$` all that follow. */
function patternOf(staffPath: string): RegExp {
  // The public site has pages of its own beside the buybacks of the back office, which only their ids tell apart.
  const segment = staffPath.startsWith('/buyback/') ? String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}` : '[^/]+'
  const parts = staffPath.split('/').slice(1)
  const patterns = parts.map((part) => {
    if (part === '$') return '/.*'
    if (part.startsWith('{-$')) return `(?:/${segment})?`
    return part.startsWith('$') ? `/${segment}` : `/${part}`
  })
  return new RegExp(`^${patterns.join('')}$`, 'i')
}
