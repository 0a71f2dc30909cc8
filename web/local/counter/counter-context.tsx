import { useEngine } from '../engine/engine-context.tsx'
import type { Counter } from './counter.ts'

/** The counter of this device. */
export function useCounter(): Counter {
  return useEngine().counter
}
