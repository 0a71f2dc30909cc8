/** Under which everything read of the catalog is kept; a change of the catalog makes it stale. */
export const catalogKey = ['catalog'] as const
