import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { StartExpeditionPage, type StartWith } from '../../features/expedition/start-expedition-page.tsx'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_floor/start-expedition')({
  staticData: { permission: 'expedition.send', floor: true },
  validateSearch: ({ itemId, code }: Partial<Record<keyof StartWith, unknown>> & SearchSchemaInput): StartWith => ({
    ...(typeof itemId === 'string' ? { itemId } : {}),
    ...(typeof code === 'string' ? { code } : {}),
  }),
  component: Page,
})

function Page() {
  const first = useAddress(Route)
  return <StartExpeditionPage first={first} />
}
