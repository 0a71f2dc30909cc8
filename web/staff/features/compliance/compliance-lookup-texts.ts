import { useTranslation } from 'react-i18next'
import { checkItemCode, codeProblem, looksMisread } from '#domain/item/item-code.ts'
import type { Config } from '#sync/wire/pull.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { waitsFor, type ControlStop } from './control-lookup.ts'

/** What is said of a code that opens no test here. */
export interface LookupWords {
  readonly title: string
  readonly text: string
  /** The warehouse that the product is expected at, or in the stock of; null where it is not that, or not known. */
  readonly warehouse: string | null
}

/** Says why a code opens no test here, each reason with its own words (WH-10 to WH-12). */
export function useLookupWords(config: Config | null): (code: string, stop: ControlStop) => LookupWords {
  const { t } = useTranslation(['compliance', 'warehouse'])
  const reasonText = useReasonText()
  return (code, stop) => {
    const title = t(($) => $.lookup[stop.face].title)
    const said = (text: string): LookupWords => ({ title, text, warehouse: null })
    if (stop.face === 'not_recognised') {
      if (code !== '' && !checkItemCode(code).ok) return said(reasonText(codeProblem(code)))
      return said(
        looksMisread(code) ? t(($) => $.lookup.not_recognised.misread) : t(($) => $.lookup.not_recognised.text),
      )
    }
    const { face, item } = stop
    if (face === 'not_assigned') {
      const warehouse = config?.warehouses.find(({ id }) => id === item.destinationWarehouseId)?.name
      if (warehouse === undefined) return said(t(($) => $.lookup.not_assigned.textElsewhere))
      return { title, text: t(($) => $.lookup.not_assigned.text, { warehouse }), warehouse }
    }
    const status = t(($) => $.itemStatus[item.status], { ns: 'warehouse' })
    if (face === 'in_other_warehouse') {
      const warehouse = config?.warehouses.find(({ id }) => id === item.warehouseId)?.name
      if (warehouse === undefined) return said(reasonText('ITEM_IN_OTHER_WAREHOUSE'))
      return { title, text: t(($) => $.lookup.in_other_warehouse.text, { warehouse, status }), warehouse }
    }
    if (face === 'quarantined') return said(t(($) => $.lookup.quarantined[waitsFor(item)]))
    return said(t(($) => $.lookup[face].text, { status }))
  }
}
