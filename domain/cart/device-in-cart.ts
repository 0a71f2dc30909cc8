import { deviceOf } from '../kernel/imei.ts'
import type { Cart } from './cart.ts'

/** Whether a cart sells the device of an IMEI, in another line than the one that is changed. */
export function holdsDevice(cart: Pick<Cart, 'cartBuybacks'>, imei: string, inCartId: string | undefined): boolean {
  return cart.cartBuybacks.some(
    ({ inCartId: id, declaration }) =>
      id !== inCartId && declaration.imei !== null && deviceOf(declaration.imei) === deviceOf(imei),
  )
}
