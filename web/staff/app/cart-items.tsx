import { ActionIcon, Text } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureAt } from '#sync/calls/sized-picture.ts'
import { Money } from '../ui/money.tsx'
import classes from './cart-button.module.css'

/** What is shown of a product in the cart. */
export interface ShownBuyback {
  readonly inCartId: string
  readonly estimatedPrice: number
  /** The estimate with its impacts. */
  readonly totalPrice: number
  readonly impactPriceEntries: readonly { readonly label: string; readonly value: number }[]
  readonly declaration: {
    readonly product: { readonly label: string; readonly brand: string | null; readonly image: string | null }
  }
}

/** What the cart holds: a product a line, with its estimate, what raises or lowers it, and their sum (SHELL-32). */
export function CartItems(props: {
  readonly buybacks: readonly ShownBuyback[]
  readonly onRemove: (buyback: ShownBuyback) => void
}) {
  return (
    <ul className={classes.items}>
      {props.buybacks.map((buyback) => (
        <CartItem key={buyback.inCartId} buyback={buyback} onRemove={() => props.onRemove(buyback)} />
      ))}
    </ul>
  )
}

function CartItem({ buyback, onRemove }: { readonly buyback: ShownBuyback; readonly onRemove: () => void }) {
  const { t } = useTranslation('shell')
  const { estimatedPrice, totalPrice, impactPriceEntries, declaration } = buyback
  const { brand, label, image } = declaration.product
  // Without network, a picture that this device has not seen does not load.
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <li className={classes.item}>
      {image && image !== failed ? (
        <img className={classes.image} src={pictureAt(image, 240)} alt="" onError={() => setFailed(image)} />
      ) : (
        <span className={classes.placeholder} data-placeholder="">
          <IconPhoto size={32} stroke={1.25} aria-hidden />
        </span>
      )}
      <div className={classes.text}>
        {brand ? (
          <Text size="sm" c="dimmed">
            {brand}
          </Text>
        ) : null}
        <Text fw={600}>{label}</Text>
        <dl className={classes.prices}>
          <div>
            <dt>{t(($) => $.cart.estimatedPrice)}</dt>
            <dd>
              <Money valueCents={estimatedPrice} />
            </dd>
          </div>
          {impactPriceEntries.map((entry, at) => (
            // Two answers may read alike.
            <div key={`${at} ${entry.label}`}>
              <dt>{entry.label}</dt>
              <dd>
                <Money valueCents={entry.value} signed />
              </dd>
            </div>
          ))}
          <div data-strong="">
            <dt>{t(($) => $.cart.total)}</dt>
            <dd>
              <Money valueCents={totalPrice} />
            </dd>
          </div>
        </dl>
      </div>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={t(($) => $.cart.remove, { name: label })}
        title={t(($) => $.cart.remove, { name: label })}
        onClick={onRemove}
      >
        <IconTrash size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  )
}
