import { ActionIcon, Button, Drawer, Indicator, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconShoppingCart } from '@tabler/icons-react'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cartTotal, mayAddAnother, maximumItems, newCart, removeBuyback } from '#domain/cart/cart.ts'
import { cartRevisionAtom } from '#web/lib/cart-revision.ts'
import { removeFromCart, startCart } from '#web/lib/local-storage.ts'
import { useFormat, usePlatform, useSignedInUser } from '#web/lib/platform.tsx'
import { useFollowedCart, useKeepCart, useUnsavedCart } from '../features/counter/sale/unsaved-cart.ts'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { EmptyState } from '../ui/states.tsx'
import { CartItems, type ShownBuyback } from './cart-items.tsx'
import { showsCart, shownCart } from './cart-visibility.ts'
import classes from './cart-button.module.css'

/** The cart's icon, badge and side panel (SHELL-30 to SHELL-33). */
export function CartButton() {
  const { t } = useTranslation('shell')
  const { storage } = usePlatform()
  const user = useSignedInUser()
  const [opened, panel] = useDisclosure(false)
  const icon = useRef<HTMLButtonElement>(null)
  const [top, setTop] = useState(0)
  // Every part of the page that changes the cart raises this number, so that the button is drawn again.
  const [, setRevision] = useAtom(cartRevisionAtom)
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const unsaved = useUnsavedCart()
  const keep = useKeepCart()
  useFollowedCart()
  const { cartBuybacks: buybacks, preDeclaredBuybackId } = unsaved ?? shownCart(storage, new Date())
  const count = buybacks.length
  if (!showsCart(user, count)) return null
  // Without a product the cart has nothing to go on with (CART-10).
  const leave = (): void => {
    panel.close()
    if (path !== '/home') void navigate({ to: '/home' })
  }
  return (
    <>
      <Indicator label={count} size={20} offset={10} color="brand" styles={{ indicator: { color: 'var(--on-brand)' } }}>
        <ActionIcon
          variant="subtle"
          size={48}
          aria-label={t(($) => $.cart.open, { count })}
          aria-haspopup="dialog"
          aria-expanded={opened}
          ref={icon}
          onClick={() => {
            setTop(icon.current?.closest('header')?.getBoundingClientRect().bottom ?? 0)
            panel.toggle()
          }}
        >
          <IconShoppingCart size={24} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Indicator>
      <Drawer
        opened={opened}
        onClose={panel.close}
        position="right"
        size={400}
        title={t(($) => $.cart.title)}
        closeButtonProps={{ 'aria-label': t(($) => $.cart.close), size: 'xl' }}
        // Below the header: a panel over the icon would leave nothing to close it by (SHELL-31).
        styles={{ inner: { insetBlockStart: top }, overlay: { insetBlockStart: top } }}
      >
        <CartPanel
          buybacks={buybacks}
          isFinalizing={preDeclaredBuybackId != null}
          onRemove={({ inCartId }) => {
            if (unsaved === null) removeFromCart(storage, inCartId, new Date())
            else keep(removeBuyback(unsaved, inCartId, new Date(), crypto.randomUUID()))
            setRevision((before) => before + 1)
            if (count === 1) leave()
          }}
          onStartOver={() => {
            if (unsaved === null) startCart(storage, new Date())
            else keep(newCart(crypto.randomUUID(), new Date(), unsaved))
            setRevision((before) => before + 1)
            leave()
          }}
          onClose={panel.close}
        />
      </Drawer>
    </>
  )
}

function CartPanel(props: {
  readonly buybacks: readonly ShownBuyback[]
  /** Whether it holds a file of the web, which nothing is added to. */
  readonly isFinalizing: boolean
  readonly onRemove: (buyback: ShownBuyback) => void
  readonly onStartOver: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('shell')
  const { enabledPremiumFeatures } = useSignedInUser()
  const [asked, setAsked] = useState<ShownBuyback | null>(null)
  const [startsOver, setStartsOver] = useState(false)
  const format = useFormat()
  const cart = { cartBuybacks: props.buybacks, maxNbOfItems: maximumItems(enabledPremiumFeatures) }
  const name = asked?.declaration.product.label ?? ''
  const removal = {
    title: t(($) => $.cart.remove, { name }),
    content: t(($) => $.cart.removeText),
    confirmLabel: t(($) => $.cart.removeConfirm),
    destructive: true,
    confirm: () => asked && props.onRemove(asked),
  }
  const startingOver = {
    title: t(($) => $.cart.startOverTitle),
    content: t(($) => $.cart.startOverText),
    confirmLabel: t(($) => $.cart.startOver),
    destructive: true,
    confirm: props.onStartOver,
  }
  return (
    <Stack>
      {props.buybacks.length === 0 ? (
        <EmptyState icon={IconShoppingCart} title={t(($) => $.cart.empty)} text={t(($) => $.cart.emptyText)} />
      ) : (
        <>
          <CartItems buybacks={props.buybacks} onRemove={setAsked} />
          <p className={classes.total}>
            <span>{t(($) => $.cart.cartTotal)}</span>
            <strong>{format.money(cartTotal(cart))}</strong>
          </p>
        </>
      )}
      {props.buybacks.length > 0 ? (
        <WayTo path="/cart/summary" label={t(($) => $.cart.goToCart)} onClose={props.onClose} primary />
      ) : null}
      {props.buybacks.length === 0 || (!props.isFinalizing && mayAddAnother(cart)) ? (
        <WayTo path="/buyback/create" label={t(($) => $.cart.addItem)} onClose={props.onClose} />
      ) : null}
      {props.buybacks.length > 0 ? (
        <Button variant="default" onClick={() => setStartsOver(true)}>
          {t(($) => $.cart.startOver)}
        </Button>
      ) : null}
      <Button variant="default" onClick={props.onClose}>
        {t(($) => $.cart.close)}
      </Button>
      <ConfirmModal data={asked && removal} onClose={() => setAsked(null)} />
      <ConfirmModal data={startsOver ? startingOver : null} onClose={() => setStartsOver(false)} />
    </Stack>
  )
}

/** A button to a page (SHELL-33); like a menu entry it shows once its page is part of the app. */
function WayTo(props: {
  readonly path: string
  readonly label: string
  readonly primary?: boolean
  readonly onClose: () => void
}) {
  const navigate = useNavigate()
  const { routesByPath } = useRouter()
  if (!(props.path in routesByPath)) return null
  return (
    <Button
      variant={props.primary ? 'filled' : 'default'}
      onClick={() => {
        props.onClose()
        void navigate({ href: props.path })
      }}
    >
      {props.label}
    </Button>
  )
}
