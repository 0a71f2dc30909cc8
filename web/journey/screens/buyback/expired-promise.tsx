import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplacedBuyback } from '#domain/cart/cart.ts'
import { ConfirmDialog } from '../../kit/dialog.tsx'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import type { WizardAsks } from './wizard-asks.ts'

/**
 * Says once that a product declared on the web was cancelled, so that declaring it again is a new trade-in; or that its
 * price may have changed, being more than 15 days old (PUB-16). A visitor who goes on at today's price declares the
 * product again, and the new buyback replaces the former one.
 */
export function ExpiredPromise(props: {
  readonly buybackId: string
  readonly promiseOf: WizardAsks['promiseOf']
  readonly onToday: (replaces: ReplacedBuyback) => void
}) {
  const { buybackId, promiseOf, onToday } = props
  const { t } = useTranslation('journey')
  const go = useSiteNavigate()
  const [former, setFormer] = useState<ReplacedBuyback | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCancelled, setCancelled] = useState(false)
  useEffect(() => {
    let isHere = true
    promiseOf(buybackId).then(
      (promise) => {
        if (!isHere || promise === null) return
        if (promise === 'cancelled') {
          setCancelled(true)
          setOpen(true)
          return
        }
        if (Date.parse(promise.end) > Date.now()) return
        setFormer(promise.replaces)
        setOpen(true)
      },
      // Another visitor's buyback, or none: nothing was promised to this visitor, and the wizard goes on.
      () => undefined,
    )
    return () => void (isHere = false)
  }, [buybackId, promiseOf])
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isCancelled ? t(($) => $.predeclared.cancelledTitle) : t(($) => $.predeclared.title)}
      text={isCancelled ? t(($) => $.predeclared.cancelledText) : t(($) => $.predeclared.text)}
      confirm={t(($) => $.predeclared.continue)}
      cancel={t(($) => $.predeclared.leave)}
      onConfirm={() => {
        setOpen(false)
        if (former !== null) onToday(former)
      }}
      onCancel={() => void go('/home')}
    />
  )
}
