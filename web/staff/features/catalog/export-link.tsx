import { IconFileExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan, useSignedInUser } from '#web/lib/platform.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'

/** Leads from a list of the catalog to its export, for who holds both permissions that it asks for (IO-17). */
export function ExportLink() {
  const { t } = useTranslation('catalog')
  const { viewedAccountId } = useSignedInUser()
  const mayExport = [useCan('category.export'), useCan('product.export')].every(Boolean)
  if (!mayExport) return null
  return (
    <ButtonLink
      variant="default"

      to="/accounts/$accountId/catalog-export"
      params={{ accountId: viewedAccountId }}
      leftSection={<IconFileExport size={20} aria-hidden />}
    >
      {t(($) => $.export)}
    </ButtonLink>
  )
}
