import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartBuyback } from '#domain/cart/cart.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmDialog } from '../../kit/dialog.tsx'
import { lineName } from './cart-line.tsx'
import { useChangeLine } from './use-change-line.ts'

/** Opens a product of the summary in the wizard. One at a kept price loses it by that, and is asked about first. */
export function ChangeButton({
  line,
  ...button
}: { readonly line: CartBuyback } & Omit<ComponentProps<typeof Button>, 'onClick'>) {
  const { t } = useTranslation('checkout')
  const changeLine = useChangeLine()
  const [isAsked, setAsked] = useState(false)
  const change = (): void => changeLine(line, '/cart/order-summary')
  return (
    <>
      <Button {...button} onClick={() => (line.quoteToken === undefined ? change() : setAsked(true))} />
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
