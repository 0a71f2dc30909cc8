/** Types of which entities are added, from the tree to what stands beside it; a buyer is the head office's to add. */
export const addedTypes = ['management_unit', 'store', 'warehouse', 'buyer'] as const

/** The type that the address of a new entity's form names, where it is one of which entities are added. */
export function newEntityTypeOf(search: Readonly<Record<string, unknown>>): {
  readonly type?: (typeof addedTypes)[number]
} {
  const type = addedTypes.find((one) => one === search['type'])
  return type === undefined ? {} : { type }
}
