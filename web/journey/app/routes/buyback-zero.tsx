import { createFileRoute } from '@tanstack/react-router'
import { BuybackZeroScreen } from '../../screens/legal/buyback-zero-screen.tsx'
import { legalHead, legalLoader } from '../legal-loader.ts'
import { useLoaded } from '../loading.ts'

export const Route = createFileRoute('/_site/buyback/zero')({
  staticData: { isUntracked: true, head: legalHead },
  loader: ({ context }) => legalLoader(context, 'buyback-zero'),
  component: function Page() {
    return <BuybackZeroScreen text={useLoaded<typeof legalLoader>(Route)} />
  },
})
