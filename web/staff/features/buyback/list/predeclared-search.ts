/** The filter by held price, as an address has it. */
export function parseHeld({ held }: { readonly held?: unknown }): { readonly held?: 'true' | 'false' } {
  return held === 'true' || held === 'false' ? { held } : {}
}
