import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { StartExpeditionPage, type StartWith } from '../../features/expedition/start-page.tsx'

export const Route = createFileRoute('/_floor/start-expedition')({
  staticData: { permission: 'expedition.send', floor: true },
  // Digits in a query arrive as a number; leading zeros and length are the code's own.
  validateSearch: ({ itemId, code }: Partial<Record<keyof StartWith, unknown>> & SearchSchemaInput): StartWith => ({
    ...(typeof itemId === 'string' ? { itemId } : {}),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
  }),
  component: Page,
})

function Page() {
  const first = Route.useSearch()
  return <StartExpeditionPage first={first} />
}
