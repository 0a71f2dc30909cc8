import type { InputWrapperProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OrganizationAnswer } from '#sync/calls/organization.ts'
import type { EntityDraft, EntityField } from './entity-draft.ts'

/** What a part of the form works with. */
export interface EntityFieldsProps {
  /** The entity as it is; null of a new one. */
  readonly entity: OrganizationAnswer | null
  readonly draft: EntityDraft
  /** Whether the user belongs to the head office, and so sees what stands beside the tree. */
  readonly isAtTop: boolean
  readonly set: (draft: EntityDraft) => void
  /** Fills in what a user need not choose: it counts as nothing typed. */
  readonly preset: (part: Partial<EntityDraft>) => void
  /** What is wrong with a field, in words. */
  readonly problem: (field: EntityField) => string | null
}

/** Fields side by side begin at one height. */
export const hintBelow: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

type TextField =
  | 'commonName'
  | 'corporateName'
  | 'externalId'
  | 'siret'
  | 'capital'
  | 'street'
  | 'streetMore'
  | 'zipCode'
  | 'city'
  | 'placeEmail'
  | 'phone'
  | 'directionsUrl'

/** What a field of text is drawn with; it takes one character more than it may have, so that its fault is told. */
export function useTextField({ draft, set, problem }: EntityFieldsProps) {
  const { t } = useTranslation('entity')
  return (field: TextField, limit: number) => ({
    label: t(($) => $.field[field]),
    value: draft[field],
    error: problem(field),
    maxLength: limit + 1,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ ...draft, [field]: event.currentTarget.value }),
  })
}
