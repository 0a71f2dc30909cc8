import { createFileRoute } from '@tanstack/react-router'
import type { publicHomeCall } from '#sync/calls/public-catalog.ts'
import { HomeScreen } from '../../screens/home/home-screen.tsx'
import { homeHead } from '../catalog-heads.ts'
import { apiOf, useLoaded } from '../loading.ts'

const load = (context: object) => apiOf(context).get<typeof publicHomeCall>('/api/public/home')

export const Route = createFileRoute('/_site/home')({
  staticData: { head: homeHead },
  loader: ({ context }) => load(context),
  component: function Page() {
    return <HomeScreen widgets={useLoaded<typeof load>(Route).widgets} />
  },
})
