import { useCallback, useContext, useState, type ComponentProps } from 'react'
import { AnswerLetter } from './answer-letter.tsx'
import { FloorAction } from './floor-parts.tsx'
import { LettersContext } from './use-letters.ts'

/** A button of a list that a letter presses too; the letter stands in it while it has one. */
export function LetteredAction({ children, ...props }: Omit<ComponentProps<typeof FloorAction>, 'ref' | 'icon'>) {
  const letters = useContext(LettersContext)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const register = letters?.register
  const take = useCallback(
    (element: HTMLButtonElement | null) => {
      setButton(element)
      return element === null ? undefined : register?.(element)
    },
    [register],
  )
  const at = letters?.placeOf(button) ?? null
  return (
    <FloorAction ref={take} {...props}>
      {at !== null && <AnswerLetter at={at} />}
      {children}
    </FloorAction>
  )
}
