import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBuildingWarehouse,
  IconCheck,
  IconChecks,
  IconHandStop,
  IconLock,
  IconQuestionMark,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import type { VerdictWord } from './verdict.ts'

const icons = {
  to_test: IconCheck,
  back_in_stock: IconCheck,
  to_forward: IconTruckDelivery,
  to_return: IconArrowBackUp,
  kept: IconHandStop,
  already: IconChecks,
  sealed: IconLock,
  elsewhere: IconBuildingWarehouse,
  unknown: IconQuestionMark,
  choose: IconQuestionMark,
  malformed: IconX,
  refused: IconX,
  undone: IconArrowBackUp,
  notSaved: IconAlertTriangle,
} as const satisfies Readonly<Record<VerdictWord, unknown>>

/** The sign of a verdict, so that colour is never alone. */
export function VerdictIcon({ word, size }: { readonly word: VerdictWord; readonly size: number }) {
  const Icon = icons[word]
  return <Icon size={size} stroke={2.5} aria-hidden />
}
