import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartBuyback } from '#domain/cart/cart.ts'
import type { CreationCode } from '#web/buyback/creation-refusal.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmDialog } from '../../kit/dialog.tsx'
import { lineName } from './cart-line.tsx'
import { useChangeLine } from './use-change-line.ts'

/** Refusals after which a kept price is lost already. */
const lost: readonly CreationCode[] = ['QUOTE_EXPIRED', 'QUOTE_SOLD', 'QUOTE_DIFFERS']

/**
 * Opens a product in the wizard, and comes back to the summary. One at a kept price loses it by that, and is asked about
 * first, unless it was refused because that price no longer holds.
 */
export function ChangeButton({
  line,
  refusal = null,
  ...button
}: { readonly line: CartBuyback; readonly refusal?: CreationCode | null } & Omit<
  ComponentProps<typeof Button>,
  'onClick'
>) {
  const { t } = useTranslation('checkout')
  const changeLine = useChangeLine()
  const [isAsked, setAsked] = useState(false)
  const change = (): void => changeLine(line, '/cart/order-summary', refusal)
  const isPriceKept = line.quoteToken !== undefined && !lost.some((code) => code === refusal)
  return (
    <>
      <Button {...button} onClick={() => (isPriceKept ? setAsked(true) : change())} />
      <ConfirmDialog
        isOpen={isAsked}
        title={t(($) => $.summary.keptTitle)}
        text={t(($) => $.summary.keptText, { name: lineName(line) })}
        confirm={t(($) => $.summary.keptChange)}
        cancel={t(($) => $.summary.keptKeep)}
        onConfirm={change}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
