import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../kit/dialog.tsx'
import { useGo } from '../../kit/use-go.ts'
import type { WizardAsks } from './wizard-asks.ts'

/** Warns once that the price of a product declared on the web more than 15 days ago may have changed (PUB-16). */
export function OldPromise(props: { readonly buybackId: string; readonly promiseEnd: WizardAsks['promiseEnd'] }) {
  const { buybackId, promiseEnd } = props
  const { t } = useTranslation('journey')
  const go = useGo()
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    let isHere = true
    promiseEnd(buybackId).then(
      (end) => (isHere && end !== null && Date.parse(end) <= Date.now() ? setOld(true) : undefined),
      // Somebody else's buyback, or none: nothing was promised to this visitor, and the wizard goes on.
      () => undefined,
    )
    return () => void (isHere = false)
  }, [buybackId, promiseEnd])
  return (
    <ConfirmDialog
      isOpen={isOld}
      title={t(($) => $.predeclared.title)}
      text={t(($) => $.predeclared.text)}
      confirm={t(($) => $.predeclared.continue)}
      cancel={t(($) => $.predeclared.leave)}
      onConfirm={() => setOld(false)}
      onCancel={() => void go('/home')}
    />
  )
}
