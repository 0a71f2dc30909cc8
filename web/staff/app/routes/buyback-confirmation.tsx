import { createFileRoute, useLocation, type SearchSchemaInput } from '@tanstack/react-router'
import { parseBuybackIds } from '../../features/buyback/end/buyback-ids.ts'
import { BuybackConfirmationPage } from '../../features/buyback/end/buyback-confirmation-page.tsx'
import { SaleDonePage } from '../../features/counter/done/sale-done-page.tsx'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/buyback-confirmation')({
  staticData: { permission: 'buyback.create' },
  validateSearch: (search: { readonly ids?: unknown } & SearchSchemaInput) => parseBuybackIds(search),
  component: Page,
})

function Page() {
  const { ids = [] } = useAddress(Route)
  const soldItemId = useLocation({ select: ({ state }) => (state as { readonly soldItemId?: string }).soldItemId })
  return <SaleDonePage ids={ids} soldItemId={soldItemId} others={<BuybackConfirmationPage ids={ids} />} />
}
