import { expect, it } from 'vitest'
import { journeyRoutes } from '../routes.ts'
import { hasCartAt } from './cart-places.ts'

function pathsOf(node: { readonly path?: string; readonly children?: unknown }): string[] {
  const children = (node.children ?? []) as (typeof node)[]
  return [...(node.path ? [node.path] : []), ...children.flatMap(pathsOf)]
}

it('the cart is on every page but the confirmation of a buyback and the checkout of a cart (SHELL-35)', () => {
  const paths = pathsOf(journeyRoutes).map((path) => path.replace('$cartId', '0190'))
  expect(paths.length).toBeGreaterThan(20)
  const without = ['/buyback/confirmation', '/cart/0190/checkout']
  expect(paths.filter((path) => !hasCartAt(path)).toSorted()).toEqual(without)
  expect(without.map((path) => hasCartAt(`${path}/`))).toEqual([false, false])
  expect(['/cart/checkout', '/buyback/confirmations', '/cart/0190/checkout/x'].map(hasCartAt)).toEqual([
    true,
    true,
    true,
  ])
})
