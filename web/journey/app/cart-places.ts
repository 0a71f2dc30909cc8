/** Where what was in the cart has just been sold. */
const withoutCart = /^\/(?:buyback\/confirmation|cart\/[^/]+\/checkout)\/?$/

/** Whether a page of the public site has the cart: all but the confirmations of a sale do (SHELL-35). */
export function hasCartAt(path: string): boolean {
  return !withoutCart.test(path)
}
