import { isUuid } from '#domain/kernel/uuid.ts'

/** Names a step of an item in an address: an item has each of the account's steps once (REFURB-18). */
export function itemStepId(itemId: string, stepId: string): string {
  return `${itemId}_${stepId}`
}

/** Reads it back; null for anything else. */
export function parseItemStepId(text: string): { readonly itemId: string; readonly stepId: string } | null {
  const [itemId = '', stepId = '', ...rest] = text.toLowerCase().split('_')
  return isUuid(itemId) && isUuid(stepId) && rest.length === 0 ? { itemId, stepId } : null
}
