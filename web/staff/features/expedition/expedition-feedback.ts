import {
  IconArrowBackUp,
  IconBarcodeOff,
  IconBiohazard,
  IconBoxOff,
  IconBuildingWarehouse,
  IconChecks,
  IconCircleX,
  IconFileOff,
  IconLock,
  IconPackageOff,
  IconRepeat,
  IconTag,
  IconTagOff,
  IconTruckOff,
  type TablerIcon,
} from '@tabler/icons-react'
import type { FeedbackKind, FeedbackTone as Sound, Note } from '#web/scan/feedback-tones.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import type { FeedbackTone } from '#web/staff/ui/floor/full-screen-feedback.tsx'

/** Refusals with a word of their own, and their own sound and colour (EXP-09 to EXP-14, the wrong package and place). */
export const ownRefusals = [
  'BB_ALREADY_PROCESSED',
  'BB_EXPEDITION_NOT_NEEDED',
  'BB_DOES_NOT_EXIST',
  'BB_ALREADY_FILLED',
  'PACKAGE_CANT_BE_CLOSED',
  'SHIPMENT_ERROR',
  'TRANSPORT_LABEL_CANT_BE_DOWNLOADED',
  'ITEM_DROP_LABEL_NOT_SHIPPABLE',
  'ITEM_NOT_SHIPPABLE',
  'PACKAGE_OTHER_DESTINATION',
  'PACKAGE_NUMBER_NOT_RESERVED',
  'PACKAGE_HAS_REFUSED',
  'ITEM_IN_OTHER_WAREHOUSE',
  'ITEM_IN_QUARANTINE',
  'ITEM_TO_RETURN',
] as const
export type OwnRefusal = (typeof ownRefusals)[number]

/** How a refusal is heard, felt and seen. */
export interface RefusalStyle {
  readonly tone: FeedbackTone
  readonly kind: FeedbackKind
  readonly sound: Partial<Pick<Sound, 'notes' | 'wave' | 'vibration'>>
  /** White text has a contrast of at least 4.5:1 on each. */
  readonly color?: string
  readonly icon: TablerIcon
}

function notes(...steps: readonly (readonly [forMs: number, fromHz: number, toHz?: number])[]): readonly Note[] {
  let atMs = 0
  return steps.map(([forMs, fromHz, toHz = fromHz]) => {
    const note = { atMs, forMs, fromHz, toHz }
    atMs += forMs + 60
    return note
  })
}

const usual: RefusalStyle = { tone: 'refused', kind: 'refused', sound: {}, icon: IconCircleX }

const styles: Readonly<Record<OwnRefusal, RefusalStyle>> = {
  BB_ALREADY_FILLED: { tone: 'done', kind: 'done', sound: {}, icon: IconRepeat },
  BB_ALREADY_PROCESSED: {
    tone: 'warning',
    kind: 'wrong',
    sound: { notes: notes([130, 523], [130, 392], [130, 523]), vibration: [90, 60, 90, 60, 90] },
    color: '#155e75',
    icon: IconChecks,
  },
  BB_EXPEDITION_NOT_NEEDED: {
    tone: 'warning',
    kind: 'wrong',
    sound: { notes: notes([220, 440], [360, 349]), vibration: [220, 80, 60] },
    color: '#44515f',
    icon: IconTruckOff,
  },
  BB_DOES_NOT_EXIST: { ...usual, icon: IconBarcodeOff },
  PACKAGE_CANT_BE_CLOSED: {
    tone: 'refused',
    kind: 'refused',
    sound: { notes: notes([260, 247], [260, 247], [420, 196]), vibration: [260, 60, 260, 60, 420] },
    color: '#7c2d12',
    icon: IconPackageOff,
  },
  SHIPMENT_ERROR: {
    tone: 'refused',
    kind: 'refused',
    sound: { notes: notes([180, 294], [540, 233, 147]), vibration: [120, 60, 540] },
    color: '#9f1239',
    icon: IconTruckOff,
  },
  TRANSPORT_LABEL_CANT_BE_DOWNLOADED: {
    tone: 'refused',
    kind: 'refused',
    sound: {
      notes: notes([160, 330], [160, 277], [160, 330], [160, 277]),
      vibration: [100, 40, 100, 40, 100, 40, 100],
    },
    color: '#7a4100',
    icon: IconFileOff,
  },
  ITEM_DROP_LABEL_NOT_SHIPPABLE: {
    tone: 'elsewhere',
    kind: 'wrong',
    sound: { notes: notes([120, 880], [120, 587], [300, 880, 440]), vibration: [60, 40, 60, 40, 240] },
    color: '#5b2a9d',
    icon: IconTag,
  },
  ITEM_NOT_SHIPPABLE: {
    tone: 'quarantine',
    kind: 'wrong',
    sound: { notes: notes([300, 740, 370], [120, 370]), vibration: [300, 60, 60] },
    color: '#86198f',
    icon: IconTagOff,
  },
  // A wrong stock has the plain tone of what is wrong; a wrong package is told from it without a look.
  PACKAGE_OTHER_DESTINATION: {
    tone: 'warning',
    kind: 'wrong',
    sound: { notes: notes([160, 784, 523], [160, 523, 349], [220, 349, 262]), vibration: [80, 50, 80, 50, 260] },
    color: '#b45309',
    icon: IconBoxOff,
  },
  PACKAGE_NUMBER_NOT_RESERVED: {
    tone: 'warning',
    kind: 'wrong',
    sound: { notes: notes([400, 311], [200, 415]), vibration: [400, 80, 80] },
    color: '#3f4a1c',
    icon: IconLock,
  },
  PACKAGE_HAS_REFUSED: { tone: 'refused', kind: 'attention', sound: {}, color: '#8f2d0e', icon: IconPackageOff },
  ITEM_IN_QUARANTINE: {
    tone: scanResultStyles.quarantine.tone,
    kind: scanResultStyles.quarantine.signal,
    sound: {},
    icon: IconBiohazard,
  },
  // As the check-in shows what goes back.
  ITEM_TO_RETURN: {
    tone: scanResultStyles.wrong.tone,
    kind: scanResultStyles.wrong.signal,
    sound: {},
    icon: IconArrowBackUp,
  },
  ITEM_IN_OTHER_WAREHOUSE: {
    tone: scanResultStyles.elsewhere.tone,
    kind: scanResultStyles.elsewhere.signal,
    sound: {},
    icon: IconBuildingWarehouse,
  },
}

/** Whether a refusal has a word and a style of its own. */
export function isOwnRefusal(code: string): code is OwnRefusal {
  return (ownRefusals as readonly string[]).includes(code)
}

/** How a refusal is heard, felt and seen. */
export function refusalStyle(code: string): RefusalStyle {
  return isOwnRefusal(code) ? styles[code] : usual
}
