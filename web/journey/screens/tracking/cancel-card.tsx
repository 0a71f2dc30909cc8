import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customerCancelReasons, type CustomerCancelReason, type LateCause } from '#domain/buyback/cancel-reason.ts'
import type { TrackedCancel } from '#sync/calls/buyback-cancel.ts'
import { CallError } from '#web/lib/http.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Notice } from '../../kit/notice.tsx'
import { refusalText } from '../../kit/refusal-text.ts'
import kit from '../../kit/kit.module.css'
import classes from './tracking.module.css'

interface CancelProps {
  readonly cancel: TrackedCancel
  readonly send: (reason: CustomerCancelReason) => Promise<unknown>
  /** Told once the buyback is cancelled, or turned out to be another than the page shows. */
  readonly onChanged: () => void
}

/** Cancels the buyback after a reason and a question, as long as the product is with its customer. */
export function CancelCard({ cancel, send, onChanged }: CancelProps) {
  const { t } = useTranslation('tracking')
  const { t: site } = useTranslation('journey')
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [late, setLate] = useState<LateCause | null>(cancel.lateCause)
  const isSending = useRef(false)
  const confirm = async (reason: CustomerCancelReason): Promise<void> => {
    // A double click is faster than the dialog closes.
    if (isSending.current) return
    isSending.current = true
    setProblem(null)
    try {
      await send(reason)
      onChanged()
    } catch (error) {
      const isLate = error instanceof CallError && error.code === 'BUYBACK_NOT_CANCELLABLE'
      if (isLate) {
        const cause = (error.details as { readonly cause?: LateCause } | null)?.cause
        setLate(cause ?? 'ended')
        onChanged()
      } else setProblem(refusalText(site, error) ?? t(($) => $.tracking.cancel.failed))
    } finally {
      isSending.current = false
      setAsked(false)
    }
  }
  return (
    <section className={classes.card} aria-labelledby="tracking-cancel">
      <h2 id="tracking-cancel">{t(($) => $.tracking.cancel.title)}</h2>
      <p role="status">{late === null ? t(($) => $.tracking.cancel.text) : t(($) => $.tracking.cancel.late[late])}</p>
      {problem === null ? null : (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
      {late === null ? (
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {t(($) => $.tracking.cancel.begin)}
        </Button>
      ) : null}
      <ReasonDialog isOpen={isAsked} onClose={() => setAsked(false)} onConfirm={(reason) => void confirm(reason)} />
    </section>
  )
}

function ReasonDialog(props: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: (reason: CustomerCancelReason) => void
}) {
  const { t } = useTranslation('tracking')
  const id = useId()
  const [reason, setReason] = useState<CustomerCancelReason | null>(null)
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} labelledBy={id}>
      <div className={kit.dialogBody}>
        <h2 id={id}>{t(($) => $.tracking.cancel.question)}</h2>
        <p>{t(($) => $.tracking.cancel.warning)}</p>
        <fieldset>
          <legend>{t(($) => $.tracking.cancel.reason)}</legend>
          {customerCancelReasons.map((one) => (
            <label key={one}>
              <input type="radio" name="reason" checked={one === reason} onChange={() => setReason(one)} />
              {t(($) => $.tracking.cancel.reasonOf[one])}
            </label>
          ))}
        </fieldset>
        <div className={kit.dialogActions}>
          <Button kind="quiet" onClick={props.onClose}>
            {t(($) => $.tracking.cancel.keep)}
          </Button>
          <Button disabled={reason === null} onClick={() => (reason === null ? undefined : props.onConfirm(reason))}>
            {t(($) => $.tracking.cancel.confirm)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
