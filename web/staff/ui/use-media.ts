import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

/** Whether a media query holds, from the first drawing on; the browser is asked for it once, not with each drawing. */
export function useMedia(query: string): boolean {
  const [atFirst] = useState(() => window.matchMedia(query).matches)
  return useMediaQuery(query, atFirst) ?? atFirst
}
