import type { AnyRoute } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { routeTree } from './route-tree.gen.ts'

function below(route: AnyRoute): readonly AnyRoute[] {
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>)
  return [route, ...children.flatMap(below)]
}

it('pages are counted but those of which the specification says otherwise, and links whose path is a secret', () => {
  const untracked = below(routeTree).filter(({ options }) => options.staticData?.isUntracked === true)
  expect(untracked.map(({ options }) => `${(options as { readonly path?: string }).path}`).toSorted()).toEqual([
    '/buyback/confirmation',
    '/buyback/create/$selectedProductId/$selectedProductSlug/{-$predeclaredBuybackId}/{-$itemId}',
    '/buyback/quote/$token',
    '/buyback/search/category-list',
    '/buyback/tracking/$token',
    '/buyback/zero',
  ])
})
