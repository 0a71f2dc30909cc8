/** What listeners hear. `itemIds` are the items whose view may have changed. */
export type EngineEvent =
  | { readonly kind: 'status' }
  | { readonly kind: 'ops'; readonly itemIds: readonly string[] | 'all' }
  | { readonly kind: 'copy'; readonly itemIds: readonly string[] | 'all' }
