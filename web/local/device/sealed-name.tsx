import type { ReactNode } from 'react'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useSealedName } from '#web/local/engine/engine-reads.ts'

/** Shows something that depends on whose locked work an item has on this device; null for nobody's. */
export function SealedName(props: {
  readonly itemId: string
  readonly children: (name: string | null) => ReactNode
}): ReactNode {
  return props.children(useSealedName(useEngine(), props.itemId))
}
