/** The two entry documents of the web app. */
export type Entry = 'journey' | 'staff'

/** Paths that are the public site's whoever asks: legal texts, private links of customers, cookie policy. */
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

/**
 * Which document answers a navigation: who has signed in works in *staff*, which also asks to reconnect when the
 * session has ended (SHELL-44, SHELL-51); a visitor on a public path sees *journey*; and every other path is the back
 * office's, whose guard then asks to sign in.
 */
export function entryDocument(path: string, hasSignedIn: boolean): Entry {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  if (alwaysPublic.some((pattern) => pattern.test(plain))) return 'journey'
  if (hasSignedIn) return 'staff'
  return publicForVisitors.some((pattern) => pattern.test(plain)) ? 'journey' : 'staff'
}
