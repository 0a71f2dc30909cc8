import { useMatches } from '@tanstack/react-router'

/** Whether the page is one of the floor. */
export function useOnFloor(): boolean {
  return useMatches({ select: (matches) => matches.some((match) => match.staticData.floor === true) })
}
