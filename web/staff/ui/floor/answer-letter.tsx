import { letterOf, SmallKey } from '#web/staff/ui/form/choice-list.tsx'

/** The letter whose barcode does what a button does; the button's own words name it for who hears it. */
export function AnswerLetter({ at }: { readonly at: number }) {
  return (
    <span aria-hidden>
      <SmallKey name={letterOf(at)} />{' '}
    </span>
  )
}
