import { createFileRoute } from '@tanstack/react-router'
import { CookiesPolicyScreen } from '../../screens/legal/cookies-policy-screen.tsx'
import { legalHead, legalLoader } from '../legal-loader.ts'
import { useLoaded } from '../loading.ts'

export const Route = createFileRoute('/_site/cookies-policy-document')({
  staticData: { head: legalHead },
  loader: ({ context }) => legalLoader(context, 'cookies-policy'),
  component: function Page() {
    return <CookiesPolicyScreen text={useLoaded<typeof legalLoader>(Route)} />
  },
})
