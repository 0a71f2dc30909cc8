import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlatform } from '#web/lib/platform.tsx'
import type { SessionTarget } from '../features/access/running-switch.ts'
import { useSwitchSession } from '../features/access/use-switch-session.ts'
import { useUnsavedCart } from '../features/counter/sale/unsaved-cart.ts'
import { shownCart } from './cart-visibility.ts'
import { Confirm } from './confirm.tsx'
import { useOnFloor } from './use-on-floor.ts'

/** Goes on elsewhere, and asks first where work in hand would be lost; `question` has to be drawn. */
export function useGuardedSwitch(): Omit<ReturnType<typeof useSwitchSession>, 'switchTo'> & {
  readonly choose: (target: SessionTarget) => void
  readonly question: ReactNode
} {
  const { t } = useTranslation('shell')
  const { running, unreached, switchTo } = useSwitchSession()
  const hasWork = useHasWork()
  const onFloor = useOnFloor()
  const [asked, setAsked] = useState<SessionTarget | null>(null)
  const choose = (target: SessionTarget): void => {
    if (hasWork()) setAsked(target)
    else void switchTo(target)
  }
  const question = (
    <Confirm
      floor={onFloor}
      data={
        asked && {
          title: t(($) => $.user.leaveWork),
          content: t(($) => $.user.leaveWorkText),
          confirmLabel: t(($) => $.user.leaveWorkConfirm),
          destructive: true,
          confirm: () => void switchTo(asked),
        }
      }
      onClose={() => setAsked(null)}
    />
  )
  return { running, unreached, choose, question }
}

/** Answers whether something would be lost: a cart, or what the page keeps from being left as the browser asks it. */
function useHasWork(): () => boolean {
  const { storage } = usePlatform()
  const unsaved = useUnsavedCart()
  return () =>
    (unsaved ?? shownCart(storage, new Date())).cartBuybacks.length > 0 ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
