/** In how many parts the products of a catalog come. */
export const partCount = 64

/** The part that a product lies in, by its id. */
export function partIndexOf(productId: string): number {
  return Number.parseInt(productId.slice(-2), 16) % partCount
}
