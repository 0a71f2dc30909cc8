/** Reasons why the public catalog shows or offers something not; stable, shown and translated by code. */
export const publicCatalogErrors = [
  /** The account has not published the terms that customers agree to, so that its public site is not open. */
  'PUBLIC_SITE_NOT_OPEN',
  /** The product is not, or no longer, in the catalog (PUB-35). */
  'PRODUCT_NO_LONGER_EXISTS',
  /** The product is in the catalog but is not published (PUB-35). */
  'PRODUCT_NOT_PUBLISHED',
  /** An IMEI that has other characters than digits, or not 15 to 17 of them (PUB-17). */
  'IMEI_MALFORMED',
  /** The account has not the premium feature of searching by IMEI. */
  'IMEI_SEARCH_DISABLED',
  /** The account does not let its customers browse by category (PUB-09). */
  'CATEGORY_NAVIGATION_DISABLED',
  /** No circuit, or none with a shipping method, takes the category in the country (PUB-32). */
  'CIRCUIT_NO_TRANSPORT_MODE',
  /** No circuit that takes the category has a payment mode (PUB-32). */
  'CIRCUIT_NO_PAYMENT_MODE',
  /** The account has no warehouse that could receive the item (PUB-33). */
  'CIRCUIT_NO_WAREHOUSE',
  /** The key of the search is missing, foreign, changed or expired. */
  'SEARCH_KEY_INVALID',
  /** The key of the search does not open this collection. */
  'SEARCH_COLLECTION_UNKNOWN',
  /** A search by a parameter that this search cannot follow. */
  'SEARCH_PARAMETER_INVALID',
] as const
export type PublicCatalogError = (typeof publicCatalogErrors)[number]
