import { createFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '../../screens/legal/legal-screen.tsx'
import { legalHead, legalLoader } from '../legal-loader.ts'
import { useLoaded } from '../loading.ts'

export const Route = createFileRoute('/cgu')({
  staticData: { head: legalHead },
  loader: ({ context }) => legalLoader(context, 'eula'),
  component: function Page() {
    return <LegalScreen text={useLoaded<typeof legalLoader>(Route)} isAlone />
  },
})
