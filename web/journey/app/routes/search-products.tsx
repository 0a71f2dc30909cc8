import { createFileRoute } from '@tanstack/react-router'
import { productSearch } from '../../screens/search/product-search.ts'
import { ProductsScreen } from '../../screens/search/products-screen.tsx'
import { resultsHead } from '../catalog-heads.ts'
import { useAddress, useLoaded } from '../loading.ts'
import { productsLoader } from '../products-loader.ts'

export const Route = createFileRoute('/_site/buyback/search/products')({
  staticData: { head: resultsHead },
  validateSearch: productSearch,
  loaderDeps: ({ search }) => productSearch(search),
  loader: ({ context, deps }) => productsLoader(context, deps),
  component: function Page() {
    return (
      <ProductsScreen search={useAddress<typeof productSearch>(Route)} {...useLoaded<typeof productsLoader>(Route)} />
    )
  },
})
