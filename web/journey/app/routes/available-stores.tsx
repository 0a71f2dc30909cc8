import { createFileRoute } from '@tanstack/react-router'
import type { publicStoresCall } from '#sync/calls/public-catalog.ts'
import { storeSearch, type StoreSearch } from '../../screens/stores/store-search.ts'
import { StoresScreen } from '../../screens/stores/stores-screen.tsx'
import { storesHead } from '../catalog-heads.ts'
import { apiOf, useLoaded } from '../loading.ts'

const load = (context: object, near: StoreSearch) =>
  apiOf(context).get<typeof publicStoresCall>('/api/public/stores', { query: { ...near, pagination: false } })

export const Route = createFileRoute('/_site/available-stores')({
  staticData: { head: storesHead },
  validateSearch: storeSearch,
  loaderDeps: ({ search }) => storeSearch(search),
  loader: ({ context, deps }) => load(context, deps),
  component: function Page() {
    return <StoresScreen stores={useLoaded<typeof load>(Route)['hydra:member']} />
  },
})
