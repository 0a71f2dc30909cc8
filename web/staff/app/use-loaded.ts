import { useEffect, useState } from 'react'
import { loadInBackground } from './chunk-load-error.ts'

/** Milliseconds until a part is asked for beside the page; the wait doubles with each try that fails, up to a minute. */
const firstMs = 3_000
const longestMs = 60_000

/**
 * A part of the app that is loaded once it is needed, or `beside` the page some time after its start; null until then.
 * A part that could not be fetched is asked for again, and breaks no page until it comes.
 */
export function useLoaded<T extends object>(
  load: () => Promise<T>,
  { isNeeded, beside = false }: { readonly isNeeded: boolean; readonly beside?: boolean },
): T | null {
  const [part, setPart] = useState<T | null>(null)
  const isDue = part === null && (isNeeded || beside)
  useEffect(() => {
    if (!isDue) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    let waitMs = firstMs
    const ask = (): void =>
      void loadInBackground(load).then(
        (loaded) => {
          if (!isGone) setPart(loaded)
        },
        () => {
          if (!isGone) timer = setTimeout(ask, waitMs)
          waitMs = Math.min(waitMs * 2, longestMs)
        },
      )
    if (isNeeded) ask()
    else timer = setTimeout(ask, firstMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [load, isDue, isNeeded])
  return part
}
