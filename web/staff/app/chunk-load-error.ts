/**
 * Whether a part that could not be loaded is worth loading the page again. The list of common passwords is none: it is
 * kept out of what is there offline, and a form that asks for a new password works without it.
 */
export function isWorthReload(error: Error): boolean {
  return !error.message.includes('common-passwords')
}
