import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan, useSignedInUser } from '#web/lib/platform.tsx'

/** Leads from a list of the catalog to its export, for who holds both permissions that it asks for (IO-17). */
export function ExportLink() {
  const { t } = useTranslation('catalog')
  const { viewedAccountId } = useSignedInUser()
  const mayExport = [useCan('category.export'), useCan('product.export')].every(Boolean)
  if (!mayExport) return null
  return (
    <Button
      variant="default"
      component={Link}
      to="/accounts/$accountId/catalog-export"
      params={{ accountId: viewedAccountId } as never}
      leftSection={<IconFileExport size={20} aria-hidden />}
    >
      {t(($) => $.export)}
    </Button>
  )
}
