import { deviceNames, type ProductNames } from './device-names.ts'
import { leisureNames } from './leisure-names.ts'

/**
 * Products as sold, one model a line: `name; price in euros for grade A; variants`, each variant with what it adds to
 * the price. A name may end in the maker's model number after `#`. Names and prices are believable, codes are drawn.
 */
export const productNames: ProductNames = { ...deviceNames, ...leisureNames }
