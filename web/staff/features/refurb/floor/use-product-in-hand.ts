import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { useShow } from './shown-feedback.tsx'

/** Says of a scanned product, by the codes that it may have, whether it is the one in hand; another one stops. */
export function useProductInHand(): (item: ItemRow, codes: readonly string[]) => void {
  const { t } = useTranslation('refurb')
  const show = useShow()
  return (item, codes) => {
    const own = codesOf(item)
    const code = groupCode(codes[0] ?? '')
    if (codes.some((each) => own.includes(each)))
      return show({ tone: 'done', signal: 'accepted', word: t(($) => $.inHand.same), code })
    show({
      ...scanResultStyles.wrong,
      word: t(($) => $.inHand.other),
      detail: t(($) => $.inHand.otherText, { product: productName(item) ?? groupCode(item.code) }),
      code,
    })
  }
}
