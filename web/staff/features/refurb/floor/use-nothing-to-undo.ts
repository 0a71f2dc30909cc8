import { useTranslation } from 'react-i18next'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { useShow } from './shown-feedback.tsx'

/** Answers what an undo does where it finds nothing of one's own: it is heard and said, as on every floor screen. */
export function useNothingToUndo(): () => void {
  const { t } = useTranslation('refurb')
  const show = useShow()
  return () => show({ ...scanResultStyles.refused, word: t(($) => $.inHand.nothingToUndo) })
}
