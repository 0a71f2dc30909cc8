import { createFileRoute } from '@tanstack/react-router'
import { CategoriesScreen } from '../../screens/search/categories-screen.tsx'
import { categoriesHead } from '../catalog-heads.ts'
import { categoryLoader, categorySearch } from '../category-loader.ts'
import { useAddress, useLoaded } from '../loading.ts'

export const Route = createFileRoute('/_site/buyback/search/categories')({
  staticData: { head: categoriesHead },
  validateSearch: categorySearch,
  loader: ({ context, route }) => categoryLoader(context, route),
  component: function Page() {
    return (
      <CategoriesScreen
        categories={useLoaded<typeof categoryLoader>(Route).categories}
        parentId={useAddress<typeof categorySearch>(Route).category ?? null}
      />
    )
  },
})
