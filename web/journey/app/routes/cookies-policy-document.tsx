import { createFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '../../screens/legal/legal-screen.tsx'
import { legalLoader } from '../legal-loader.ts'
import { useLoaded } from '../loading.ts'

export const Route = createFileRoute('/_site/cookies-policy-document')({
  loader: ({ context }) => legalLoader(context, 'cookies-policy'),
  component: function Page() {
    return <LegalScreen text={useLoaded<typeof legalLoader>(Route)} />
  },
})
