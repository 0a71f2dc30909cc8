import { createFileRoute } from '@tanstack/react-router'
import { SearchScreen } from '../../screens/search/search-screen.tsx'
import { searchHead } from '../catalog-heads.ts'

export const Route = createFileRoute('/_site/buyback/search')({
  staticData: { head: searchHead },
  component: SearchScreen,
})
