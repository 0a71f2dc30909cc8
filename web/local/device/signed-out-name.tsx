import type { ReactNode } from 'react'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useSignedOutName } from '#web/local/engine/engine-reads.ts'

/** Shows something that depends on whose signed-out work an item has on this device; null for nobody's. */
export function SignedOutName(props: {
  readonly itemId: string
  readonly children: (name: string | null) => ReactNode
}): ReactNode {
  return props.children(useSignedOutName(useEngine(), props.itemId))
}
