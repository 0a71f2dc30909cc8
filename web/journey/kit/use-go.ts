import { useCallback } from 'react'
import { useNavigate, type NavigateOptions } from '@tanstack/react-router'
import { afterPaint } from './after-paint.ts'

/** Goes to a path of this site, which the program's types of the back office's routes do not know. */
export type Go = (
  to: string,
  search?: Readonly<Record<string, unknown>>,
  how?: { readonly replace?: boolean },
) => Promise<void>

/** The way to other pages of this site. */
export function useGo(): Go {
  const navigate = useNavigate()
  return useCallback(
    async (to, search = {}, how = {}) => {
      await afterPaint()
      await navigate({ to, search, ...how } as unknown as NavigateOptions)
    },
    [navigate],
  )
}
