import { useTranslation } from 'react-i18next'
import type { ControlOutcome } from '#domain/compliance/compliance.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { outcomeTones } from './control-outcome.ts'

/** Says over the whole screen what the outcome of a confirmed test is, and where its product goes. */
export function useOutcomeWords(config: Config | null) {
  const { t } = useTranslation('compliance')
  return (outcome: ControlOutcome, { stockId }: ItemRow) => {
    const tone = outcomeTones[outcome]
    const stock = config?.stocks.find(({ id }) => id === stockId)?.name
    const word = t(($) => $.outcome[outcome])
    if (tone === 'quarantine') return { tone, word, detail: t(($) => $.done.quarantine) }
    return stock === undefined ? { tone, word, detail: t(($) => $.done.noPlace) } : { tone, word, place: stock }
  }
}
