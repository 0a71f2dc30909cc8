import { describe, expect, it } from 'vitest'
import type { ReactNode } from 'react'
import { openOffice } from '#tests/support/office-page.tsx'
import { ConfigurationPage } from './configuration-page.tsx'
import { ConfigurationsPage } from './configurations-page.tsx'
import { ConnectorsPage } from './connectors-page.tsx'
import { NewConfigurationPage } from './new-configuration-page.tsx'

const organizationId = '019a6410-0db2-7c2b-bc96-49f2e604f79e'
const created = `/connectors/createConfiguration?organizationId=${organizationId}&connectorId=payment`
const refused = (code: string, status: number) => () => Response.json({ code, message: code }, { status })

async function heading(page: () => ReactNode, answer: () => unknown, at = '/connectors', text: string) {
  const office = await openOffice(page, {
    answer,
    texts: ['connector', 'client'],
    pages: ['/connectors', '/connectors/createConfiguration'],
    at,
  })
  await office.says(text)
  return office
}

describe('the pages of connectors, which open for everybody signed in (CONN-04),', () => {
  const pages: readonly { readonly name: string; readonly page: () => ReactNode; readonly at?: string }[] = [
    { name: 'the list', page: () => <ConnectorsPage organizationId={organizationId} /> },
    {
      name: 'the configurations',
      page: () => <ConfigurationsPage organizationId={organizationId} connectorId="payment" />,
    },
    { name: 'a new configuration', page: () => <NewConfigurationPage />, at: created },
    { name: 'a configuration', page: () => <ConfigurationPage id="payment_bonus" organizationId={undefined} /> },
  ]
  it.each(pages)('show others nothing: $name', async ({ page, at }) => {
    const { place } = await heading(page, refused('ACCESS_PERMISSION_MISSING', 403), at, 'Accès réservé')
    expect(place.querySelector('form, table')).toBeNull()
  })

  it.each(pages)('know no other organization: $name', async ({ page, at }) => {
    await heading(page, refused('REQUEST_NOT_FOUND', 404), at, 'Connecteur ou organisation inconnus')
  })

  it.each([
    ['a connector that is none', () => <ConfigurationsPage organizationId={organizationId} connectorId="unknown" />],
    ['a new configuration of nothing', () => <NewConfigurationPage />],
  ] as const)('know no connector of another name, and ask for none: %s', async (_name, page) => {
    const { asked } = await heading(page, () => null, undefined, 'Connecteur ou organisation inconnus')
    expect(asked.filter(({ path }) => path.startsWith('/api/connector'))).toEqual([])
  })
})
