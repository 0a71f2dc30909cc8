import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import classes from './floor-frame.module.css'

const shownMs = 2500

/** Says, over sheets too, that a command does nothing where it was scanned: nobody is to wonder whether it was read. */
export function MeaninglessNotice() {
  const { t } = useTranslation('shell')
  const hub = useContext(ScannerContext)
  const feedback = useFeedback()
  const [turn, setTurn] = useState(0)
  const [isShown, setShown] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent(() => {
    feedback.play('meaningless')
    setShown(true)
    setTurn((before) => before + 1)
  })
  useEffect(() => hub?.onMeaningless(() => tell()), [hub])
  useEffect(() => {
    if (turn === 0) return
    const element = place.current
    // A sheet that has opened since would lie above it.
    if (element?.matches(':popover-open') === true) element.hidePopover()
    element?.showPopover()
    const timer = setTimeout(() => setShown(false), shownMs)
    return () => clearTimeout(timer)
  }, [turn])
  useEffect(() => {
    if (!isShown && place.current?.matches(':popover-open') === true) place.current.hidePopover()
  }, [isShown])
  return (
    <div ref={place} popover="manual" role="status" className={classes.meaningless}>
      {isShown && <span key={turn}>{t(($) => $.floor.meaningless)}</span>}
    </div>
  )
}
