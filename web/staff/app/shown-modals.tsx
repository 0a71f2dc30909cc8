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
  return (
    <>
      <ProofModal />
      <ReconnectModal ended={ended} />
      <Confirm data={data} floor={floor} onClose={onClose} />
    </>
  )
}
