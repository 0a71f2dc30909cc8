import { useCallback, useContext, useState, type ComponentProps } from 'react'
import { SmallKey } from '#web/staff/ui/form/choice-list.tsx'
import { AnswerLetter } from './answer-letter.tsx'
import { FloorAction } from './floor-parts.tsx'
import { LettersContext } from './use-letters.ts'

/**
 * A button of a list that a letter presses too; the letter stands in it while it has one. Where the letter `asks`, it
 * waits for CONFIRM, because what the button does cannot be taken back.
 */
export function LetteredAction({
  children,
  asks = false,
  ...props
}: Omit<ComponentProps<typeof FloorAction>, 'ref' | 'icon' | 'pressed'> & { readonly asks?: boolean }) {
  const letters = useContext(LettersContext)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const register = letters?.register
  const take = useCallback(
    (element: HTMLButtonElement | null) => {
      setButton(element)
      return element === null ? undefined : register?.(element, asks)
    },
    [register, asks],
  )
  const at = letters?.placeOf(button) ?? null
  const isWaiting = letters?.waits(button) ?? false
  return (
    <FloorAction ref={take} pressed={isWaiting || undefined} {...props}>
      {isWaiting ? (
        <span aria-hidden>
          <SmallKey name="CONFIRM" />{' '}
        </span>
      ) : (
        at !== null && <AnswerLetter at={at} />
      )}
      {children}
    </FloorAction>
  )
}
