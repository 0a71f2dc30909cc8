import { createFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '../../screens/legal/legal-screen.tsx'
import { legalHead, legalLoader } from '../legal-loader.ts'
import { useLoaded } from '../loading.ts'

export const Route = createFileRoute('/faq-and-contact')({
  staticData: { head: legalHead },
  loader: ({ context }) => legalLoader(context, 'faq-and-contact'),
  component: function Page() {
    return <LegalScreen text={useLoaded<typeof legalLoader>(Route)} isAlone />
  },
})
