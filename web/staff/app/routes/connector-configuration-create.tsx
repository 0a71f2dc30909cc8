import { createFileRoute } from '@tanstack/react-router'
import { NewConfigurationPage } from '../../features/connector/new-configuration-page.tsx'
import { parsePlaceSearch } from '../../features/connector/place-search.ts'

// Open to every signed-in user (CONN-04): what the page shows, its calls permit.
export const Route = createFileRoute('/_office/connectors/createConfiguration')({
  staticData: { permission: 'session' },
  validateSearch: (search: Record<string, unknown>) => parsePlaceSearch(search),
  component: NewConfigurationPage,
})
