import { lazy, Suspense } from 'react'
import { ConfirmModal, type ModalData } from '../ui/confirm-modal.tsx'

// The office draws none of it.
const FloorConfirm = lazy(() => import('./floor-confirm.tsx').then((module) => ({ default: module.FloorConfirm })))

/** Asks or says something above any screen, in the manner of the floor there; null closes it. */
export function Confirm(props: {
  readonly data: ModalData | null
  readonly floor: boolean
  readonly onClose: () => void
}) {
  const { data, floor, onClose } = props
  if (!floor) return <ConfirmModal data={data} onClose={onClose} />
  return <Suspense>{data === null ? null : <FloorConfirm data={data} onClose={onClose} />}</Suspense>
}
