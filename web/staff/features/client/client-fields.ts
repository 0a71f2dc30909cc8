import type { ClientDraft, ClientField, FirstUserField } from './client-draft.ts'

/** What a tab of the form works with. */
export interface ClientFieldsProps {
  readonly draft: ClientDraft
  readonly set: (part: Partial<ClientDraft>) => void
  /** What is wrong with a field, in words. */
  readonly problem: (field: ClientField | FirstUserField) => string | null
}
