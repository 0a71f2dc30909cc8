import { createFileRoute } from '@tanstack/react-router'
import { CategoryListScreen } from '../../screens/search/category-list-screen.tsx'
import { categoriesHead } from '../catalog-heads.ts'
import { categoryLoader } from '../category-loader.ts'
import { useLoaded } from '../loading.ts'

export const Route = createFileRoute('/_site/buyback/search/category-list')({
  staticData: { isUntracked: true, head: categoriesHead },
  loader: ({ context, route }) => categoryLoader(context, route),
  component: function Page() {
    return <CategoryListScreen categories={useLoaded<typeof categoryLoader>(Route).categories} />
  },
})
