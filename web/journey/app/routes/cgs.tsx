import { createFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '../../screens/legal/legal-screen.tsx'
import { legalHead, legalLoader } from '../legal-loader.ts'
import { useLoaded } from '../loading.ts'

export const Route = createFileRoute('/cgs')({
  staticData: { head: legalHead },
  loader: ({ context }) => legalLoader(context, 'service-terms'),
  component: function Page() {
    return <LegalScreen text={useLoaded<typeof legalLoader>(Route)} isAlone />
  },
})
