import type { AnyRoute } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { routeTree } from './route-tree.gen.ts'

function below(route: AnyRoute): readonly AnyRoute[] {
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>)
  return [route, ...children.flatMap(below)]
}

it('pages are counted but those of which the specification says otherwise, and links whose path is a secret (PUB-10, PUB-11, PUB-19, PUB-22, PUB-28)', () => {
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

const childrenOf = (route: AnyRoute): readonly AnyRoute[] =>
  Object.values((route.children ?? {}) as Record<string, AnyRoute>)
const pathOf = ({ options }: AnyRoute): string => (options as { readonly path?: string }).path ?? ''
const top = childrenOf(routeTree)
const layouts = top.filter((route) => pathOf(route) === '')

describe('the public site', () => {
  it('has one layout, in which its pages stand (PUB-02; decisions, 25)', () => {
    expect(layouts).toHaveLength(1)
    expect(childrenOf(layouts[0]!).map(pathOf).toSorted()).toEqual([
      '/',
      '/available-stores',
      '/buyback/$buybackId/accept',
      '/buyback/$buybackId/reject',
      '/buyback/confirmation',
      '/buyback/create/$selectedProductId/$selectedProductSlug/{-$predeclaredBuybackId}/{-$itemId}',
      '/buyback/quote/$token',
      '/buyback/search',
      '/buyback/search/categories',
      '/buyback/search/category-list',
      '/buyback/search/products',
      '/buyback/tracking/$token',
      '/buyback/zero',
      '/cart/$cartId/checkout',
      '/cart/customer-informations',
      '/cart/order-summary',
      '/cookies-policy',
      '/cookies-policy-document',
      '/home',
    ])
  })

  it('has outside of it the ways on, the legal screens and the two pages for what is not there', () => {
    const others = top.filter((route) => !layouts.includes(route))
    expect(others.map(pathOf).toSorted()).toEqual([
      '/$',
      '/404',
      '/cgs',
      '/cgu',
      '/create-buyback',
      '/eula',
      '/faq',
      '/faq-and-contact',
      '/not-available',
      '/service-terms',
    ])
  })
})
