import { useDeferredValue } from 'react'
import type { ErrorState } from '#web/lib/error-state.ts'
import type { ModalData } from '../ui/confirm-modal.tsx'
import { Confirm } from './confirm.tsx'
import { ProofModal } from './proof-modal.tsx'
import { ReconnectModal } from './reconnect-modal.tsx'

/** The modals that may stand above any page. */
export function ShownModals(props: {
  readonly ended: ErrorState | null
  readonly data: ModalData | null
  readonly floor: boolean
  readonly onClose: () => void
}) {
  const { ended, data, floor, onClose } = props
  // A modal that is mounted open gives the focus back to nothing: each is closed in the first drawing.
  const mayOpen = useDeferredValue(true, false)
  return (
    <>
      <ProofModal mayOpen={mayOpen} />
      <ReconnectModal ended={mayOpen ? ended : null} />
      <Confirm data={mayOpen ? data : null} floor={floor} onClose={onClose} />
    </>
  )
}
