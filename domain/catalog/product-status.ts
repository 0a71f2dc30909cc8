/** Statuses of a product; only published ones are bought back, and archived ones are out of the way. */
export const productStatuses = ['draft', 'published', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]
