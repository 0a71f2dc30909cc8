import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import classes from './kit.module.css'

/** A native dialog: it holds the focus, Escape and a tap beside it close it. */
export function Dialog(props: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly labelledBy: string
  readonly shape?: 'dialog' | 'panel'
  readonly children: ReactNode
}) {
  const { isOpen, onClose, labelledBy, shape = 'dialog', children } = props
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    const closeBeside = (event: MouseEvent): void => (event.target === dialog ? onClose() : undefined)
    dialog?.addEventListener('click', closeBeside)
    return () => dialog?.removeEventListener('click', closeBeside)
  }, [onClose])
  useEffect(() => {
    if (isOpen && !element.current?.open) element.current?.showModal()
    if (!isOpen) element.current?.close()
  }, [isOpen])
  // A dialog that is closed because the page said so closes too; only one that closes by itself has been declined.
  const hearClose = (): void => (isOpen ? onClose() : undefined)
  return (
    <dialog ref={element} className={classes[shape]} aria-labelledby={labelledBy} onClose={hearClose}>
      {isOpen ? children : null}
    </dialog>
  )
}

/** Asks once before something that cannot be undone. */
export function ConfirmDialog(props: {
  readonly isOpen: boolean
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly cancel: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}) {
  const id = useId()
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onCancel} labelledBy={id}>
      <div className={classes.dialogBody}>
        <h2 id={id}>{props.title}</h2>
        <p>{props.text}</p>
        <div className={classes.dialogActions}>
          <Button kind="quiet" onClick={props.onCancel}>
            {props.cancel}
          </Button>
          <Button onClick={props.onConfirm}>{props.confirm}</Button>
        </div>
      </div>
    </Dialog>
  )
}
