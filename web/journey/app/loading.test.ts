import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { wizardSearch } from '../screens/buyback/wizard-search.ts'
import { readAddress } from './loading.ts'

it.each([
  ['fromPath=https://elsewhere.example/x', {}],
  ['fromPath=/home&step=last', { fromPath: '/home' }],
  ['goToCartFromOtherRoute=yes&utm_source=letter', {}],
  ['goToCartFromOtherRoute=true&step=3', { goToCartFromOtherRoute: true, step: 3 }],
])('of the address %s a screen has what its reader takes alone', async (query, read) => {
  const root = createRootRoute()
  const wizard = createRoute({ getParentRoute: () => root, path: '/wizard', validateSearch: wizardSearch })
  const history = createMemoryHistory({ initialEntries: [`/wizard?${query}`] })
  const router = createRouter({ routeTree: root.addChildren([wizard]), history, isServer: true })
  await router.load()
  expect(readAddress(wizard, Object(router.state.matches.at(-1)?.search))).toEqual(read)
})
