import { ChoiceList, ChoiceRow } from '#web/staff/ui/form/choice-list.tsx'
import words from './floor-text.module.css'

/** The warehouses or stores that a user who belongs to none of them may work in. */
export function PlaceChoices(props: {
  readonly places: readonly { readonly id: string; readonly name: string; readonly city: string | null }[]
  readonly onPick: (placeId: string) => void
}) {
  return (
    <ChoiceList>
      {props.places.map(({ id, name, city }) => (
        <ChoiceRow key={id} onClick={() => props.onPick(id)}>
          <strong>{name}</strong>
          {city !== null && <span className={words.soft}>{city}</span>}
        </ChoiceRow>
      ))}
    </ChoiceList>
  )
}
