import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import styles from './floor-sheet.module.css'

interface Props {
  readonly title: string
  readonly closeLabel: string
  /** Null where its actions are the only way out. */
  readonly onClose: (() => void) | null
  readonly children: ReactNode
  /** Buttons at the bottom, the primary one last. */
  readonly actions?: ReactNode
}

/**
 * A sheet over a floor screen, open while it is mounted: from the bottom on a handheld, in the middle elsewhere.
 * Escape and the close button leave it; scans keep arriving, because they do not depend on the focus.
 */
export function FloorSheet({ title, closeLabel, onClose, children, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (element?.open === false) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onKeyDown={(event) => {
        // A browser closes the dialog at the second Escape even if `cancel` is prevented.
        if (event.key === 'Escape' && onClose === null) event.preventDefault()
      }}
    >
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {onClose !== null && (
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <IconX size={32} aria-hidden />
          </button>
        )}
      </header>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  )
}
