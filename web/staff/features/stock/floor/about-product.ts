import type { StockVerdict, StockWord } from './verdict.schema.ts'

const ofNoProduct: readonly StockWord[] = ['unknown', 'malformed', 'choose', 'notSaved', 'noStock', 'nothingToUndo']

/**
 * Whether a scan found a product, which has to be called something although this device may know no name for it; the
 * others found nothing, or the barcode of a stock, which has no code of its own to show.
 */
export function isAboutProduct(code: string, { word }: Pick<StockVerdict, 'word'>): boolean {
  return code !== '' && !ofNoProduct.includes(word)
}
