import { Button } from '@mantine/core'
import { IconDatabaseImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan, useSignedInUser } from '#web/lib/platform.tsx'

/** Leads from a list of the catalog to its import, for who may import (IO-01). */
export function ImportLink() {
  const { t } = useTranslation('catalog')
  const { viewedAccountId } = useSignedInUser()
  if (!useCan('catalog.import')) return null
  return (
    <Button
      component={Link}
      to="/imports/$organizationId"
      params={{ organizationId: viewedAccountId } as never}
      variant="default"
      leftSection={<IconDatabaseImport size={20} aria-hidden />}
    >
      {t(($) => $.import)}
    </Button>
  )
}
