import { useTranslation } from 'react-i18next'
import { ChoiceList, ChoiceRow } from './choice-list.tsx'
import { FloorAction } from './floor-parts.tsx'
import { useShortened } from './use-shortened.ts'
import words from './floor-text.module.css'

/** The warehouses or stores that somebody may work in who belongs to none of them. */
export function PlaceChoices(props: {
  readonly places: readonly { readonly id: string; readonly name: string; readonly city: string | null }[]
  readonly onPick: (placeId: string) => void
}) {
  const { t } = useTranslation('common')
  const { shown, others, showAll } = useShortened(props.places)
  return (
    <>
      <ChoiceList>
        {shown.map(({ id, name, city }) => (
          <ChoiceRow key={id} onClick={() => props.onPick(id)}>
            <strong>{name}</strong>
            {city !== null && <span className={words.soft}>{city}</span>}
          </ChoiceRow>
        ))}
      </ChoiceList>
      {others > 0 && (
        <FloorAction tone="quiet" onClick={showAll}>
          {t(($) => $.list.others, { count: others })}
        </FloorAction>
      )}
    </>
  )
}
