/** Paths that the public site or the server answers to every user; the same paths under a staff session included. */
const networkPaths = [
  /^\/(api|mailbox)(\/|$)/,
  /^\/(eula|service-terms|faq-and-contact|cgu|cgs|faq)$/,
  /^\/cookies-policy(-document)?$/,
  /^\/buyback\/[^/]+\/(accept|reject)$/,
  /^\/buyback\/(tracking|quote)\/[^/]+$/,
  /^\/buyback\/search(\/|$)/,
  /^\/buyback\/(confirmation|zero)$/,
  /^\/(available-stores|create-buyback)$/,
  /^\/cart\/(customer-informations|order-summary)$/,
  /^\/cart\/[^/]+\/checkout$/,
  /^\/not-available$/,
]

/**
 * Whether the service worker answers a navigation with the staff document. It exists on staff devices only, so that
 * shared paths such as `/` and `/home` are the back office's; a path that looks like a file is the network's.
 */
export function isStaffNavigation(path: string): boolean {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  return !/\.[a-z0-9]{1,12}$/i.test(plain) && !networkPaths.some((pattern) => pattern.test(plain))
}
