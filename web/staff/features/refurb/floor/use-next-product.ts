import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { productCodes, type ScanCommand } from '#domain/item/resolve-code.ts'
import { groupCode } from '#web/lib/format.ts'
import { meaningless, passedOn } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import type { FindPurpose } from './find-item.ts'
import { useAcknowledge, useShow } from './shown-feedback.tsx'
import { useItemKeys } from './use-item-keys.ts'
import { useNothingToUndo } from './use-nothing-to-undo.ts'

const searches = {
  diagnosis: '/refurb-diagnosis/start',
  steps: '/warehouse/item-refurb-steps/search',
} as const satisfies Readonly<Record<FindPurpose, string>>

const leading: ReadonlySet<ScanCommand> = new Set(['NEXT', 'CONFIRM', 'CANCEL', 'START'])

/** A screen on which the work on a product has ended. */
interface EndOfWork {
  readonly purpose: FindPurpose
  /** Codes of the product that the screen shows, which lead nowhere. */
  readonly codes?: readonly string[]
  /** What command barcodes do there instead of leading on. */
  readonly commands?: Partial<Readonly<Record<ScanCommand, () => void>>>
  /** What Enter does there instead of leading on. */
  readonly onEnter?: () => void
}

/**
 * Leads from the end of a work to the next product, by command barcodes or by the product itself, whose scan the search
 * then hears: a quick hand loses none. Nothing is undone there. Answers what a button for it does.
 */
export function useNextProduct({ purpose, codes = [], commands = {}, onEnter }: EndOfWork): () => void {
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const show = useShow()
  const acknowledges = useAcknowledge()
  const nothing = useNothingToUndo()
  const next = (): void => void navigate({ to: searches[purpose] })
  useScanner({
    purpose: 'item',
    onScan: ({ resolution }) => {
      const { command, stockId, reserved } = resolution
      if (command !== null && acknowledges()) return
      show(null)
      if (command === 'UNDO') return nothing()
      if (command !== null) {
        const act = commands[command] ?? (leading.has(command) ? next : undefined)
        return act === undefined ? meaningless : act()
      }
      if (stockId !== null || reserved) return meaningless
      const own = productCodes(resolution).find((code) => codes.includes(code))
      if (own !== undefined)
        return show({ tone: 'done', signal: 'accepted', word: t(($) => $.inHand.same), code: groupCode(own) })
      next()
      return passedOn
    },
  })
  useItemKeys({ onEnter: onEnter ?? next, onUndo: nothing })
  return next
}
