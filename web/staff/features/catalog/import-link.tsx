import { IconDatabaseImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan, useSignedInUser } from '#web/lib/platform.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'

/** Leads from a list of the catalog to its import, for who may import (IO-01). */
export function ImportLink() {
  const { t } = useTranslation('catalog')
  const { viewedAccountId } = useSignedInUser()
  if (!useCan('catalog.import')) return null
  return (
    <ButtonLink
      to="/imports/$organizationId"
      params={{ organizationId: viewedAccountId }}
      variant="default"
      leftSection={<IconDatabaseImport size={20} aria-hidden />}
    >
      {t(($) => $.import)}
    </ButtonLink>
  )
}
