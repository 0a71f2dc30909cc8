import { ChoiceList, ChoiceRow } from './choice-list.tsx'
import words from './floor-text.module.css'

/** The warehouses that an admin type may work in, who belongs to none. */
export function WarehouseChoices(props: {
  readonly warehouses: readonly { readonly id: string; readonly name: string; readonly city: string | null }[]
  readonly onPick: (warehouseId: string) => void
}) {
  return (
    <ChoiceList>
      {props.warehouses.map(({ id, name, city }) => (
        <ChoiceRow key={id} onClick={() => props.onPick(id)}>
          <strong>{name}</strong>
          {city !== null && <span className={words.soft}>{city}</span>}
        </ChoiceRow>
      ))}
    </ChoiceList>
  )
}
