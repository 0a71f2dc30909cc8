/** Where a product was lost; each has a permission of its own (BB-36). */
export const lossPlaces = ['store', 'transport', 'warehouse'] as const
export type LossPlace = (typeof lossPlaces)[number]
