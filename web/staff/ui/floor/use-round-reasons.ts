import { useTranslation } from 'react-i18next'

/** Reasons for a round's difference that need no soft keyboard, in the order of their letters. */
export function useRoundReasons(difference: number): readonly string[] {
  const { t } = useTranslation('warehouse')
  if (difference === 0) return []
  return difference > 0
    ? [t(($) => $.endRound.reason.unreadable), t(($) => $.endRound.reason.unexpected)]
    : [t(($) => $.endRound.reason.empty), t(($) => $.endRound.reason.missing)]
}
