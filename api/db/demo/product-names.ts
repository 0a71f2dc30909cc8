import { deviceNames } from './device-names.ts'
import { leisureNames } from './leisure-names.ts'

/** Lines of products by category and brand. */
export type ProductNames = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Products as sold, one model a line: `name; price in euros for grade A; variants`, each variant with what it adds to
 * the price. A name may end in the maker's model number after `#`. Names and prices are believable, codes are drawn.
 */
export const productNames: ProductNames = { ...deviceNames, ...leisureNames }
