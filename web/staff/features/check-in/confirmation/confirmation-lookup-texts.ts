import { useTranslation } from 'react-i18next'
import { checkItemCode, codeProblem } from '#domain/item/item-code.ts'
import type { Config } from '#sync/wire/pull.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import type { Lookup } from './lookup.ts'

/** What stands against a code, or has to be known before it is confirmed. */
export interface LookupWords {
  readonly title: string
  readonly text: string
  /** The warehouse that the product is expected at, or in the stock of; null where it is not that, or not known. */
  readonly warehouse: string | null
}

/** Says what a code means, each lookup error with its own words (WH-10 to WH-12); null where nothing is to be said. */
export function useLookupWords(config: Config | null): (code: string, lookup: Lookup) => LookupWords | null {
  const { t } = useTranslation('warehouse')
  const reasonText = useReasonText()
  return (code, lookup) => {
    const said = (title: string, text: string): LookupWords => ({ title, text, warehouse: null })
    const { face } = lookup
    switch (face) {
      case 'choose':
        return null
      case 'not_recognised':
        return said(
          t(($) => $.lookup.notRecognised.title),
          code === '' || checkItemCode(code).ok ? t(($) => $.lookup.notRecognised.text) : reasonText(codeProblem(code)),
        )
      case 'already':
        return said(
          t(($) => $.lookup.already.title),
          t(($) => $.lookup.already.text),
        )
      case 'elsewhere': {
        const warehouse = config?.warehouses.find(({ id }) => id === lookup.item.warehouseId)?.name ?? null
        const status = t(($) => $.itemStatus[lookup.item.status])
        return {
          title: t(($) => $.lookup.elsewhere.title),
          text:
            warehouse === null
              ? reasonText('ITEM_IN_OTHER_WAREHOUSE')
              : t(($) => $.lookup.elsewhere.text, { warehouse, status }),
          warehouse,
        }
      }
      case 'not_eligible': {
        const status = t(($) => $.itemStatus[lookup.item.status])
        return said(
          t(($) => $.lookup.notEligible.title),
          t(($) => $.lookup.notEligible.text, { status }),
        )
      }
      case 'refused':
        return said(
          t(($) => $.lookup.notEligible.title),
          reasonText(lookup.code),
        )
      case 'ready': {
        const { notice, item, checkIn } = lookup
        if (notice === 'not_registered')
          return said(
            t(($) => $.lookup.notRegistered.title),
            t(($) => $.lookup.notRegistered.text),
          )
        if (notice === 'not_assigned') {
          const warehouse = config?.warehouses.find(({ id }) => id === item.destinationWarehouseId)?.name ?? ''
          return {
            title: t(($) => $.lookup.notAssigned.title),
            text: t(($) => $.lookup.notAssigned.text, { warehouse }),
            warehouse,
          }
        }
        if (checkIn.kind !== 'kept' && checkIn.kind !== 'to_return') return null
        return said(
          t(($) => $.outcome[checkIn.kind]),
          t(($) => $.confirm.willBe[checkIn.kind]),
        )
      }
    }
  }
}
