import { useTranslation } from 'react-i18next'
import { useReasonText } from '#web/lib/reason-text.ts'

/** Why a product is refused, and where it goes instead. */
export function useRefusalText(): (reason: string) => string {
  const { t } = useTranslation('expedition')
  const reasonText = useReasonText()
  return (reason) => {
    if (reason === 'ITEM_IN_QUARANTINE') return t(($) => $.quarantined)
    return reason === 'ITEM_TO_RETURN' ? t(($) => $.goesBack) : reasonText(reason)
  }
}
