/** Statuses of a product; only published ones are bought back. */
export const productStatuses = ['draft', 'published'] as const
