import { isImei } from '#domain/kernel/imei.ts'

/** What the address of the wizard says beside the product (PUB-12). */
export interface WizardSearch {
  /** Whether the cart opens once the product is in it, on the page that the visitor came from. */
  readonly goToCartFromOtherRoute?: boolean
  /** Path of this site that the visitor came from. */
  readonly fromPath?: string
  /** The product of the cart that is declared again, by its id there. */
  readonly inCartId?: string
  /** Place of the screen, from 1. */
  readonly step?: number
  /** The IMEI that the product was found by. */
  readonly imei?: string
}

/** Reads the address of the wizard; a path of another site is left out. */
export function wizardSearch(search: Readonly<Record<string, unknown>>): WizardSearch {
  const step = Number(search.step)
  const fromPath = typeof search.fromPath === 'string' ? search.fromPath : ''
  return {
    ...(search.goToCartFromOtherRoute === 'true' || search.goToCartFromOtherRoute === true
      ? { goToCartFromOtherRoute: true }
      : {}),
    ...(/^\/(?![/\\])/.test(fromPath) ? { fromPath } : {}),
    ...(typeof search.inCartId === 'string' && /^[\da-f-]{36}$/.test(search.inCartId)
      ? { inCartId: search.inCartId }
      : {}),
    ...(isImei(String(search.imei)) ? { imei: String(search.imei) } : {}),
    ...(Number.isInteger(step) && step > 1 && step < 1000 ? { step } : {}),
  }
}
