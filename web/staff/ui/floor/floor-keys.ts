import { isTaken, isUndo, useScreenKeys } from '#web/staff/ui/use-keys.ts'

/** What the keyboard does on a screen where a scanner works. */
export interface FloorKeys {
  readonly onUndo?: (() => void) | undefined
  /** F8 does what the button at the bottom does. */
  readonly onMain?: (() => void) | undefined
  readonly enabled?: boolean
}

/** Hears the two keys of such a screen where nothing is being typed; a scanner never types them. */
export function useFloorKeys({ onUndo, onMain, enabled = true }: FloorKeys): void {
  useScreenKeys((event) => {
    const act = isUndo(event) ? onUndo : event.key === 'F8' ? onMain : undefined
    if (act === undefined || isTaken(event)) return
    event.preventDefault()
    act()
  }, enabled)
}
